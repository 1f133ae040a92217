import type { Outcome } from '../../model/outcome.ts'
import { isNotStarted } from '../words/words.ts'
import type { ItemSummary, RunState } from './summary.ts'

/** The state of an item: not every item has an outcome yet, or ever. */
export type ItemState =
  | Outcome
  | 'queued'
  | 'running'
  /** For a credential. */
  | 'waiting'
  /** Its run was killed while it was running. */
  | 'cut-off'
  /** Its run is over, and its turn had not come. */
  | 'not-started'

/** Without the distinction between running and waiting items. */
export function stateOf(
  item: Pick<ItemSummary, 'outcome' | 'skip' | 'startedAt'>,
  run: RunState,
): ItemState {
  if (isNotStarted(item.skip)) return 'not-started'
  if (item.outcome !== 'pending') return item.outcome
  if (item.startedAt === undefined) return run === 'running' ? 'queued' : 'not-started'
  return run === 'running' ? 'running' : 'cut-off'
}

const ORDER: readonly ItemState[] = [
  ...(['failed', 'conflict', 'needs-revision', 'running', 'waiting', 'gated'] as const),
  ...(['interrupted', 'cut-off', 'skipped', 'queued', 'not-started'] as const),
]

/** `3/10 done, 1 failed, 3 running`. */
export function countWords(states: readonly ItemState[]): string {
  if (states.length === 0) return 'nothing to do'
  const { done = 0 } = countsOf(states)
  return [
    `${done}/${states.length} done`,
    ...otherCounts(states).map(([words, count]) => `${count} ${words}`),
  ].join(', ')
}

/** Of those that are not done. */
export function otherCounts(states: readonly ItemState[]): [words: string, count: number][] {
  const counts = countsOf(states)
  return ORDER.flatMap((state) => {
    const count = counts[state]
    return count === undefined ? [] : [[stateWords(state), count]]
  })
}

export function countsOf(states: readonly ItemState[]): Partial<Record<ItemState, number>> {
  const counts: Partial<Record<ItemState, number>> = {}
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

export function stateWords(state: ItemState): string {
  return state === 'cut-off' || state === 'not-started' ? state.replace('-', ' ') : state
}
