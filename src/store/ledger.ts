import type { LockHolder, ProcessIdentity } from '../model/failure.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { RecordedOutcome } from '../model/recorded-outcome.ts'

/** What a repository remembers across runs: how its items ended. */
export interface Ledger {
  outcome(workflow: WorkflowName, item: ItemId): RecordedOutcome | undefined
  outcomes(workflow: WorkflowName): ReadonlyMap<ItemId, RecordedOutcome>
  record(workflow: WorkflowName, outcome: RecordedOutcome): void
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
