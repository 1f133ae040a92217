import type { LockHolder, ProcessIdentity } from '../model/failure.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { RememberedLevel, RememberedRest } from '../model/lease.ts'
import type { RecordedOutcome } from '../model/recorded-outcome.ts'

/** What a repository remembers across runs: how its items ended. */
export interface Ledger {
  /** The last outcome that counts: with `mock` also those of the offline provider. */
  outcome(workflow: WorkflowName, item: ItemId, mock: boolean): RecordedOutcome | undefined
  outcomes(workflow: WorkflowName, mock: boolean): ReadonlyMap<ItemId, RecordedOutcome>
  record(workflow: WorkflowName, outcome: RecordedOutcome): void
  /** The item has no outcome any more; with `mock` that of the offline provider only. */
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

export type LockAnswer =
  | { readonly taken: true; readonly from?: LockHolder }
  | { readonly taken: false; readonly by: LockHolder }

/** Which run has which item. One lock per workflow and item, across all runs of a repository. */
export interface Locks {
  /** Takes the lock, also from a holder that is no longer alive. */
  take(
    workflow: WorkflowName,
    item: ItemId,
    isAlive: (holder: ProcessIdentity) => boolean,
  ): LockAnswer
  /** Gives up the lock if this holder has it. */
  release(workflow: WorkflowName, item: ItemId): void
  close(): void
}
