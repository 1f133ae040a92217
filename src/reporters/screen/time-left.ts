/** Remaining time of a run, by the durations of its ended items or of earlier runs. */
import type { RunView } from '../view/run-view.ts'

/** From so many ended items on, earlier runs are ignored. */
const ENOUGH = 3
/** Remaining share of an item that has already taken longer than the average. */
const LEAST_SHARE = 0.1

export function timeLeftMs(view: RunView, now: number): number | undefined {
  if (view.started === undefined) return undefined
  const usualMs = usual(view) ?? view.started.estimate?.itemMs
  if (usualMs === undefined || usualMs === null) return undefined
  let workMs = 0
  let unended = 0
  for (const item of view.items.values()) {
    const { state, startedAt } = item
    if (state === 'ended') continue
    const wait = item.wait()
    if (wait?.until === null) return undefined
    if (wait !== undefined) workMs += Math.max(0, wait.until - now)
    unended += 1
    workMs +=
      startedAt === undefined
        ? usualMs
        : Math.max(usualMs - (now - startedAt), usualMs * LEAST_SHARE)
  }
  return workMs / Math.max(1, Math.min(unended, view.started.limits.parallel))
}

function usual({ items }: RunView): number | null {
  let count = 0
  let sumMs = 0
  for (const { startedAt, endedAt } of items.values()) {
    if (startedAt === undefined || endedAt === undefined) continue
    count += 1
    sumMs += endedAt - startedAt
  }
  return count < ENOUGH ? null : sumMs / count
}

/** Rounded: it is an estimate. */
export function timeLeftWords(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return 'less than a minute left'
  if (minutes < 90) return `about ${Math.round(minutes)} min left`
  return `about ${Math.round(minutes / 60)} h left`
}
