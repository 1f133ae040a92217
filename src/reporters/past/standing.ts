import type { RunView } from '../view/run-view.ts'

/** A run without its last event is running while its process lives; after that it was cut off. */
export type RunState = 'running' | 'cut-off' | 'over'

export interface Standing {
  readonly state: RunState
  /** Its end; now, if it is running. */
  readonly until: number
}

export function standingOf(
  { ended, lastAt }: RunView,
  { isAlive, now }: { readonly isAlive: boolean; readonly now: number },
): Standing {
  if (ended !== undefined) return { state: 'over', until: ended.at }
  if (!isAlive) return { state: 'cut-off', until: lastAt }
  // It is written while it is read: an event may be later than `now`.
  return { state: 'running', until: Math.max(now, lastAt) }
}
