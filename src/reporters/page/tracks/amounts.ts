/** Amounts that are used at some moment, as a line of the counted sum over time. */
import type { UsageLine } from '../page-data.ts'

export type Amount = [at: number, amount: number]
export type Line = Pick<UsageLine, 'points' | 'peak'>

/** More than a screen shows. */
const MOST_POINTS = 8_000

/** Counted from zero in each window of the clock. */
export function perWindow(
  amounts: Amount[],
  options: { readonly windowMs: number; readonly untilMs: number; readonly startedAt: number },
): Line {
  const { windowMs, untilMs, startedAt } = options
  const points = new Points()
  const endOf = (at: number) => (Math.floor((at + startedAt) / windowMs) + 1) * windowMs - startedAt
  let used = 0
  let end = Number.POSITIVE_INFINITY
  for (const [at, amount] of sorted(amounts)) {
    if (at >= end) {
      points.jump(end, used, 0)
      used = 0
    }
    end = endOf(at)
    points.jump(at, used, used + amount)
    used += amount
  }
  if (end < untilMs) points.jump(end, used, 0)
  return points.line()
}

/** A bucket that is refilled all the time, at the rate of the limit. */
export function drained(
  amounts: Amount[],
  { perMs, untilMs }: { readonly perMs: number; readonly untilMs: number },
): Line {
  const points = new Points()
  let used = 0
  let last = 0
  const drainUntil = (at: number) => {
    const emptyAt = last + used / perMs
    if (used > 0 && emptyAt < at) points.jump(emptyAt, 0, 0)
    used = Math.max(0, used - (at - last) * perMs)
    last = at
  }
  for (const [at, amount] of sorted(amounts)) {
    drainUntil(at)
    points.jump(at, used, used + amount)
    used += amount
  }
  drainUntil(untilMs)
  points.jump(untilMs, used, used)
  return points.line()
}

/** Number of overlapping spans. */
export function atOnce(
  spans: readonly { readonly from: number; readonly until: number }[],
  untilMs: number,
): Line {
  const changes = spans.flatMap(({ from, until }): Amount[] => [
    [from, 1],
    [Math.min(until, untilMs), -1],
  ])
  const points = new Points()
  let count = 0
  for (const [at, by] of sorted(changes)) {
    points.jump(at, count, count + by)
    count += by
  }
  return points.line()
}

/** An end before a start at the same moment. */
function sorted(amounts: Amount[]): Amount[] {
  return amounts.sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

class Points {
  readonly #numbers: number[] = []
  #peak = 0

  jump(at: number, from: number, to: number): void {
    this.#peak = Math.max(this.#peak, from, to)
    const moment = Math.round(at)
    this.#numbers.push(moment, tidy(from))
    if (to !== from) this.#numbers.push(moment, tidy(to))
  }

  line(): Line {
    return { points: thinned(this.#numbers), peak: tidy(this.#peak) }
  }
}

function tidy(value: number): number {
  return Math.round(value * 10) / 10
}

/** Of each group of neighbours, the highest and the last are kept. */
function thinned(points: readonly number[]): number[] {
  const count = points.length / 2
  if (count <= MOST_POINTS) return [...points]
  const group = Math.ceil((2 * count) / MOST_POINTS)
  const thin: number[] = []
  for (let first = 0; first < count; first += group) {
    const last = Math.min(first + group, count) - 1
    let highest = first
    for (let index = first; index <= last; index++)
      if ((points[2 * index + 1] ?? 0) > (points[2 * highest + 1] ?? 0)) highest = index
    for (const index of new Set([highest, last]))
      thin.push(points[2 * index] ?? 0, points[2 * index + 1] ?? 0)
  }
  return thin
}
