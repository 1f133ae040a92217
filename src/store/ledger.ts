import type { LockHolder } from '../model/failure.ts'
import type { AskedGate, Gate, GateAnswer } from '../model/gate.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { RememberedLevel, RememberedRest } from '../model/lease.ts'
import type { RecordedOutcome } from '../model/recorded-outcome.ts'

/** What a repository remembers across runs: how its items ended. */
export interface Ledger {
  /** The last outcome that counts: of runs of this kind; with `mock` also real successes. */
  outcome(workflow: WorkflowName, item: ItemId, mock: boolean): RecordedOutcome | undefined
  outcomes(workflow: WorkflowName, mock: boolean): ReadonlyMap<ItemId, RecordedOutcome>
  record(workflow: WorkflowName, outcome: RecordedOutcome): void
  /** The item has no outcome and no gate any more; with `mock` those of the offline provider only. */
  forget(workflow: WorkflowName, item: ItemId, mock: boolean): void
  close(): void
}

/** What runs have found out about the pool's limits, for those that come after them. */
export interface PoolMemory {
  /** Used-up quotas that are not back yet. */
  rests(now: number): RememberedRest[]
  recordRest(rest: RememberedRest): void
  /** What was left of limits; those of long ago are forgotten. */
  levels(now: number): RememberedLevel[]
  recordLevels(levels: readonly RememberedLevel[]): void
  close(): void
}

/** What people are asked and what they answer; of each item the last gate counts. */
export interface Gates {
  last(item: Pick<AskedGate, 'workflow' | 'item' | 'mock'>): Gate | undefined
  /** Puts the question, unless it is the item's last one already and still open. */
  ask(asked: AskedGate, at: number): Gate
  /** False if it is too late: the item has been asked something else, or the answer is in use. */
  answer(gate: Gate, answer: GateAnswer & { readonly at: number; readonly by: string }): boolean
  /** The item goes on by the answer, which can no longer be changed. */
  take(gate: Gate): void
  close(): void
}

/** Numbers that items have for good, such as those of issues. */
export interface Numbers {
  /**
   * The number that the item has in the series, or the next one above all that were given and all
   * that are taken elsewhere. One that somebody else has taken meanwhile is replaced.
   */
  reserve(request: {
    readonly series: string
    readonly workflow: WorkflowName
    readonly item: ItemId
    readonly taken: readonly number[]
  }): number
  close(): void
}

export type LockAnswer =
  | { readonly taken: true; readonly from?: LockHolder }
  | { readonly taken: false; readonly by: LockHolder }

/** Which run has which item. One lock per workflow and item, across all runs of a repository. */
export interface Locks {
  /** Takes the lock, also from a holder that is no longer alive. */
  take(workflow: WorkflowName, item: ItemId, isAlive: (holder: LockHolder) => boolean): LockAnswer
  /** Gives up the lock if this holder has it. */
  release(workflow: WorkflowName, item: ItemId): void
  /** Puts back the locks that this holder has, should somebody have removed them. */
  restore(): void
  close(): void
}
