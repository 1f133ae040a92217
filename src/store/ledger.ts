/** What a repository remembers across runs, as ports: every backend of the store implements them. */

import type { RememberedLevel, RememberedRest } from '../model/calls/lease.ts'
import type { LockHolder } from '../model/failure.ts'
import type { AskedGate, Gate, GateAnswer } from '../model/gate.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { RecordedOutcome } from '../model/outcome.ts'
import type { CheckpointOf } from './store.ts'

/** How items ended. What is recorded is durable when the promise resolves. */
export interface Ledger {
  /** The last outcome that counts: of runs of this kind; with `mock` also real successes. */
  outcome(workflow: WorkflowName, item: ItemId, mock: boolean): Promise<RecordedOutcome | undefined>
  record(workflow: WorkflowName, outcome: RecordedOutcome): Promise<void>
  /** The item has no outcome and no gate any more; with `mock` those of the mock provider only. */
  forget(workflow: WorkflowName, item: ItemId, mock: boolean): Promise<void>
}

/** What runs have found out about the pool's limits, for those that come after them. */
export interface PoolMemory {
  /** Used-up quotas that are not back yet. */
  rests(now: number): Promise<readonly RememberedRest[]>
  recordRest(rest: RememberedRest): Promise<void>
  /** What was left of limits; those of long ago are forgotten. */
  levels(now: number): Promise<readonly RememberedLevel[]>
  recordLevels(levels: readonly RememberedLevel[]): Promise<void>
  /** The scope is taken as new. Returns how many of its rests were forgotten. */
  forget(provider: string, scope: string): Promise<number>
}

/** What people are asked and what they answer; of each item the last gate counts. */
export interface Gates {
  last(item: Pick<AskedGate, 'workflow' | 'item' | 'mock'>): Promise<Gate | undefined>
  /** Puts the question, unless it is the item's last one already and still open. */
  ask(asked: AskedGate, at: number): Promise<Gate>
  /** False if it is too late: the item has been asked something else, or the answer is in use. */
  answer(
    gate: Pick<Gate, 'id'>,
    answer: GateAnswer & { readonly at: number; readonly by: string },
  ): Promise<boolean>
  /** The item continues by the answer, which can no longer be changed. */
  take(gate: Pick<Gate, 'id'>): Promise<void>
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
  }): Promise<number>
}

export type LockAnswer =
  | { readonly taken: true; readonly from?: LockHolder }
  | { readonly taken: false; readonly by: LockHolder }

/** Whether the run that holds a lock is alive. */
export type IsAlive = (holder: LockHolder) => boolean

/** Which run has which item, for one holder. One lock per workflow and item, across all runs of a repository. */
export interface Locks {
  /** Takes the lock, also from a holder that is no longer alive. */
  take(workflow: WorkflowName, item: ItemId): Promise<LockAnswer>
  /** Gives up the lock if this holder has it. */
  release(workflow: WorkflowName, item: ItemId): Promise<void>
  /**
   * The item has ended: its outcome is recorded, if it has one, what it saved is removed if that is done, and its lock
   * is given up. At once, or in this order, so that a crash in between repeats nothing and loses nothing.
   * Without the record nothing else is done.
   */
  settle(of: CheckpointOf, outcome: RecordedOutcome | undefined): Promise<void>
  /** Puts back the locks that this holder has, should somebody have removed them. */
  restore(): Promise<void>
}
