/**
 * What a repository remembers, whatever it is kept in. Three views of it, by who needs what: a `Store`
 * changes it, a `StoreView` reads it and leaves no trace, an `ItemStore` is a worker's part of it.
 * `open-store.ts` opens all three by a `StoreAddress`; nobody outside this room knows a backend.
 */

import type { RememberedLevel, RememberedRest } from '../model/calls/lease.ts'
import type { LockHolder } from '../model/failure.ts'
import type { StandingGate } from '../model/gate.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { RecordedOutcome } from '../model/outcome.ts'
import type { CheckpointIdentity, OpenedCheckpoint, RecordName, SetAside } from './checkpoint.ts'
import type { Gates, IsAlive, Ledger, Locks, Numbers, PoolMemory } from './ledger.ts'
import type { WrappingKey } from './seal.ts'

/** Whose saved steps: an item's in real runs, or in mock runs. */
export interface CheckpointOf {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly mock: boolean
}

export interface StoreOptions {
  /** A file was removed while in use, and put back with all it held. */
  readonly onPutBack?: (path: string) => void
}

export interface Store {
  readonly ledger: Ledger
  readonly gates: Gates
  readonly numbers: Numbers
  readonly poolMemory: PoolMemory
  readonly checkpoints: Checkpoints
  /** The locks as this holder sees them. A backend that knows by itself which runs are alive does not ask. */
  locksOf(holder: LockHolder, isAlive: IsAlive): Locks
  /** Opens what a run writes to, so that an unusable store is refused before the run starts. */
  check(): Promise<void>
  close(): Promise<void>
}

interface Checkpoints {
  /** Makes sure that the item's worker can keep one. */
  prepare(of: CheckpointOf): Promise<void>
  has(of: CheckpointOf): Promise<boolean>
  remove(of: CheckpointOf): Promise<void>
}

/** Reads what is there now; creates and changes nothing, not even a file of its own. */
export interface StoreView {
  /** Of one workflow, those that count for runs of this kind. */
  outcomes(workflow: WorkflowName, mock: boolean): Promise<ReadonlyMap<ItemId, RecordedOutcome>>
  allOutcomes(): Promise<readonly OutcomeOf[]>
  /** The gates that items stand at, answered or not, in the order in which they were asked. */
  gates(): Promise<readonly StandingGate[]>
  remembered(now: number): Promise<{
    readonly rests: readonly RememberedRest[]
    readonly levels: readonly RememberedLevel[]
  }>
  /** Items that have a holder, alive or not. */
  heldItems(): Promise<readonly HeldItem[]>
  /** What the items have saved, of those that have something. */
  savedWork(
    work: { readonly workflow: WorkflowName; readonly version: number; readonly mock: boolean },
    items: readonly { readonly id: ItemId; readonly inputHash: string }[],
  ): Promise<ReadonlyMap<ItemId, SavedWork>>
  checkpoints(): Promise<readonly StoredCheckpoint[]>
}

export type OutcomeOf = RecordedOutcome & { readonly workflow: WorkflowName }

export interface HeldItem {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly holder: LockHolder
}

export interface SavedWork {
  /** All that is saved and counts, in the order in which it was. */
  readonly records: readonly RecordName[]
  /** When the last of it was. */
  readonly savedAt?: number
  /** Why the worker that opens it would keep it aside and start over. */
  readonly misfit?: SetAside['why']
}

/** A checkpoint that is kept: an item's own, or one that was set aside when the item started over. */
export interface StoredCheckpoint {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly isAside: boolean
  readonly paths: readonly string[]
  /** Whose work it holds; nothing if that cannot be read. */
  readonly identity: Pick<CheckpointIdentity, 'inputHash' | 'mock'> | undefined
}

/** What the worker of one item needs of the store. */
export interface ItemStore {
  /** Opens the item's checkpoint; one that is damaged or belongs to other work is kept aside. */
  openCheckpoint(
    identity: CheckpointIdentity,
    options: CheckpointOptions,
  ): Promise<OpenedCheckpoint>
  readonly gates: Pick<Gates, 'last' | 'ask' | 'take'>
  readonly numbers: Numbers
  /** Runs `fn` while no other item of the repository does so; a holder that dies releases it. */
  alone<T>(signal: AbortSignal, fn: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface CheckpointOptions {
  /** Of the credentials that are configured now. */
  readonly keys: readonly WrappingKey[]
  /** It was removed while in use, and put back with all it held. */
  readonly onPutBack?: (path: string) => void
  /** Another process had written a result of this name; it was removed. */
  readonly onForeign?: (name: RecordName) => void
}
