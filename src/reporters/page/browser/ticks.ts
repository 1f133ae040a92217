/** The marks of the axis: round times, far enough apart to be readable. */
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 6, 12, 24, 48, 168].map((count) => count * HOUR),
]

export function ticksIn(from: number, until: number, most: number): number[] {
  const least = (until - from) / Math.max(1, most)
  const step = STEPS.find((length) => length >= least) ?? until - from
  const ticks: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= until; at += step) ticks.push(at)
  return ticks
}
