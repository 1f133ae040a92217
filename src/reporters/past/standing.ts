import type { RunView } from '../view/run-view.ts'

/** A run without its last event goes on as long as its process does; after that it was cut off. */
export type RunState = 'running' | 'cut-off' | 'over'

export interface Standing {
  readonly state: RunState
  /** Until when it went; now, if it goes on. */
  readonly until: number
}

export function standingOf(
  { ended, lastAt }: RunView,
  { isAlive, now }: { readonly isAlive: boolean; readonly now: number },
): Standing {
  if (ended !== undefined) return { state: 'over', until: ended.at }
  if (!isAlive) return { state: 'cut-off', until: lastAt }
  // It goes on while it is read: an event may be younger than the look at the clock.
  return { state: 'running', until: Math.max(now, lastAt) }
}
