/** Time and cost of earlier items of a workflow, for the estimate of the next ones. */
import type { Range } from '../../model/run-start.ts'
import type { PastItem } from './past-items.ts'

export type History = NonNullable<ReturnType<typeof historyOf>>

/** Fewer are not representative. */
const FEWEST = 3

/** All numbers are for one item, except how many items they are from; the cost is null if one is not known. */
export function historyOf(items: readonly PastItem[]) {
  if (items.length < FEWEST) return null
  const durations = items.map(({ durationMs }) => durationMs)
  const costs = items.flatMap(({ cost }) => cost ?? [])
  return {
    items: items.length,
    durationMs: { ...usual(durations), middle: quantile(durations, 0.5) },
    calls: usual(items.map(({ calls }) => calls)),
    cost: costs.length < items.length ? null : usual(costs),
    steps: quantile(
      items.map(({ steps }) => steps),
      0.5,
    ),
  }
}

/**
 * The range without the lowest and the highest fifth. Outliers are not part of it, but they count in the sum of
 * many: the mean is always inside.
 */
function usual(values: readonly number[]): Range {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    least: Math.min(quantile(values, 0.2), mean),
    most: Math.max(quantile(values, 0.8), mean),
  }
}

/** Interpolated between two values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}
