import type { LockHolder, ProcessIdentity } from '../model/failure.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { RememberedRest } from '../model/lease.ts'
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

/** Quotas that were used up when they were last seen, and until when: shared by all runs. */
export interface Rests {
  /** Those that are not over yet. */
  since(now: number): RememberedRest[]
  record(rest: RememberedRest): void
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
