/** The estimate of a run, and its comparison with the result, in words. */
import type { Estimate, Range } from '../../model/run-start.ts'
import { formatDuration } from './format-duration.ts'
import { plural } from './words.ts'

const FIRST_ITEMS = 'unknown until the first items are done.'

/** For a plan. */
export function estimateLine(estimate: Estimate | null): string {
  if (estimate === null) return `Estimate: time and cost are ${FIRST_ITEMS}`
  const { durationMs, cost, by, earlierItems } = estimate
  if (durationMs === null) return `Estimate: ${priceWords(estimate)}. Time is ${FIRST_ITEMS}`
  const time = timeRange(durationMs)
  const from = `(from ${plural(earlierItems, 'earlier item')})`
  if (by !== null) return `Estimate: ${time} ${from}; ${priceWords(estimate)}.`
  return `Estimate: ${time}${cost === null ? '' : `, ${costRange(cost)}`} ${from}.`
}

/** The cost limit of a run, and whether it may be too low. */
export function budgetWords(budget: number, estimate: Estimate | null): string {
  const { least, most } = estimate?.cost ?? { least: 0, most: 0 }
  const verb = least > budget ? 'would' : 'may'
  const stops = most > budget ? `, so the run ${verb} stop early` : ''
  return `Budget: ${dollars(budget)}${stops} (--max-cost).`
}

/** For a summary: the estimate beside the result. */
export function comparisonLine(
  { durationMs, calls, cost }: Estimate,
  actual: {
    readonly durationMs: number
    readonly calls: number
    /** Null when it is not known. */
    readonly cost: number | null
  },
): string {
  const pairs: [expected: string, actual: string][] = []
  if (durationMs !== null) pairs.push([timeRange(durationMs), formatDuration(actual.durationMs)])
  else if (calls !== null) pairs.push([callRange(calls), plural(actual.calls, 'model call')])
  if (cost !== null)
    pairs.push([costRange(cost), actual.cost === null ? 'cost unknown' : dollars(actual.cost)])
  const expected = pairs.map(([words]) => words).join(', ')
  return `Estimated ${expected}; took ${pairs.map(([, words]) => words).join(', ')}.`
}

function priceWords({ calls, cost, by }: Estimate): string {
  const many = calls === null ? '' : callRange(calls)
  if (cost === null) return `${many === '' ? '' : `${many}; `}cost unknown: ${by}`
  return `${many === '' ? '' : `${many}, `}${costRange(cost)} (prices of ${by})`
}

function callRange(calls: Range): string {
  const whole = { least: Math.floor(calls.least), most: Math.ceil(calls.most) }
  return `${rangeWords(whole)} model calls`
}

/** An estimate is no better for its cents once there are many dollars. */
export function costRange({ least, most }: Range): string {
  const round = (value: number, whole: number) => (value < 10 ? dollars(value) : `$${whole}`)
  const [from, to] = [round(least, Math.floor(least)), round(most, Math.ceil(most))]
  return from === to ? from : `${from} to ${to}`
}

function dollars(value: number): string {
  return `$${value.toFixed(2)}`
}

const UNITS = [
  { name: 's', ms: 1_000, below: 100_000 },
  { name: 'min', ms: 60_000, below: 100 * 60_000 },
  { name: 'h', ms: 3_600_000, below: Number.POSITIVE_INFINITY },
] as const

/** In the unit that fits: whole ones, downwards for the least and upwards for the most. */
export function timeRange({ least, most }: Range): string {
  const high = unitOf(most)
  const low = least < high.ms ? unitOf(least) : high
  const from = Math.floor(least / low.ms)
  const to = Math.max(1, Math.ceil(most / high.ms))
  if (from === 0) return `up to ${to} ${high.name}`
  if (low !== high) return `${from} ${low.name} to ${to} ${high.name}`
  return `${rangeWords({ least: from, most: to })} ${high.name}`
}

function unitOf(ms: number): (typeof UNITS)[number] {
  return UNITS.find(({ below }) => ms < below) ?? UNITS[2]
}

function rangeWords({ least, most }: Range): string {
  return least === most ? String(least) : `${least} to ${most}`
}
