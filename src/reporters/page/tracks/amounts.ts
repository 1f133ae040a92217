/** Amounts that are used at some moment, as a line of the counted sum over time. */
import type { UsageLine } from '../page-data.ts'

export type Amount = [at: number, amount: number]
export type Line = Pick<UsageLine, 'points' | 'peak'>

/** More than a screen shows. */
const MOST_POINTS = 8_000

/** Where the sum changes, or bends. */
type Jump = readonly [at: number, from: number, to: number]

/** Counted from zero in each window of the clock. */
export function perWindow(
  amounts: Amount[],
  options: { readonly windowMs: number; readonly untilMs: number; readonly startedAt: number },
): Line {
  const { windowMs, untilMs, startedAt } = options
  const endOf = (at: number) => (Math.floor((at + startedAt) / windowMs) + 1) * windowMs - startedAt
  const jumps: Jump[] = []
  let used = 0
  let end = Number.POSITIVE_INFINITY
  for (const [at, amount] of sorted(amounts)) {
    if (at >= end) {
      jumps.push([end, used, 0])
      used = 0
    }
    end = endOf(at)
    jumps.push([at, used, used + amount])
    used += amount
  }
  if (end < untilMs) jumps.push([end, used, 0])
  return lineOf(jumps)
}

/** A bucket that is refilled all the time, at the rate of the limit. */
export function drained(
  amounts: Amount[],
  { perMs, untilMs }: { readonly perMs: number; readonly untilMs: number },
): Line {
  const jumps: Jump[] = []
  let used = 0
  let last = 0
  for (const [at, amount] of [...sorted(amounts), [untilMs, 0] as const]) {
    const emptyAt = last + used / perMs
    if (used > 0 && emptyAt < at) jumps.push([emptyAt, 0, 0])
    used = Math.max(0, used - (at - last) * perMs)
    last = at
    jumps.push([at, used, used + amount])
    used += amount
  }
  return lineOf(jumps)
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
  let count = 0
  const jumps = sorted(changes).map(([at, by]): Jump => {
    count += by
    return [at, count - by, count]
  })
  return lineOf(jumps)
}

/** An end before a start at the same moment. */
function sorted(amounts: Amount[]): Amount[] {
  return amounts.sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

function lineOf(jumps: readonly Jump[]): Line {
  const points = jumps.flatMap(([at, from, to]) => {
    const moment = Math.round(at)
    return from === to ? [moment, tidy(from)] : [moment, tidy(from), moment, tidy(to)]
  })
  const peak = jumps.reduce((most, [, from, to]) => Math.max(most, from, to), 0)
  return { points: thinned(points), peak: tidy(peak) }
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
