/** Progress of a run: for the footer, and for a line each minute where there is none. */

import { costOf } from '../view/item-view.ts'
import type { RunView } from '../view/run-view.ts'
import { formatDuration } from '../words/format-duration.ts'

export function progressOf(view: RunView) {
  const { outcomes, items } = view
  let waiting = 0
  for (const item of items.values()) if (item.wait() !== undefined) waiting += 1
  const { known, isWhole, isEstimate } = costOf(items.values())
  return {
    ended: view.endedCount,
    total: items.size,
    running: view.running - waiting,
    waiting,
    /** Not started yet. */
    queued: items.size - view.endedCount - view.running,
    failed: (outcomes.failed ?? 0) + (outcomes.conflict ?? 0) + (outcomes['needs-revision'] ?? 0),
    gated: outcomes.gated ?? 0,
    /** Formatted; empty if nothing was paid. */
    cost:
      known === 0 && isWhole
        ? ''
        : `${isEstimate ? '~' : ''}$${known.toFixed(2)}${isWhole ? '' : '+'}`,
  }
}

/** One line, for output without a footer. */
export function progressLine(view: RunView, now: number): string {
  const { ended, total, running, waiting, queued, failed, gated, cost } = progressOf(view)
  const parts = [
    `${ended} of ${total} ended`,
    `${running} running`,
    waiting === 0 ? '' : `${waiting} waiting`,
    queued === 0 ? '' : `${queued} queued`,
    `${failed} failed`,
    gated === 0 ? '' : `${gated} at a gate`,
    cost,
    `${formatDuration(now - (view.started?.at ?? now))} so far`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}
