/**
 * How much of their time workers were busy, waiting or idle. It shows what would make the run faster:
 * more workers if busy, more credentials if waiting, more items at once if idle.
 */

import { formatDuration } from '../words/format-duration.ts'
import type { RunView } from './run-view.ts'

type Shares = NonNullable<ReturnType<typeof sharesOf>>

/** Null if nothing was worked on. */
export function sharesOf({ items, started, lastAt, sleptMs }: RunView) {
  if (started === undefined) return null
  let workedMs = 0
  let waitedMs = 0
  for (const item of items.values()) {
    if (item.startedAt === undefined) continue
    workedMs += (item.endedAt ?? lastAt) - item.startedAt
    waitedMs += item.waitedMs + (lastAt - (item.wait()?.since ?? lastAt))
  }
  const placesMs = Math.min(started.limits.parallel, items.size) * (lastAt - started.at - sleptMs)
  if (workedMs === 0 || placesMs === 0) return null
  const busy = Math.min(1, (workedMs - waitedMs) / placesMs)
  const waiting = Math.min(1 - busy, waitedMs / placesMs)
  return { busy, waiting, idle: 1 - busy - waiting, waitedMs }
}

export function sharesLine({ busy, waiting, idle, waitedMs }: Shares): string {
  const waited = waitedMs < 1_000 ? '' : ` (${formatDuration(waitedMs)} in all)`
  return `Workers busy ${percent(busy)}, waiting for credentials ${percent(waiting)}${waited}, idle ${percent(idle)}.`
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
