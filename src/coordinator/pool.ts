/**
 * The pool of credentials as a run's lease desk sees it, wherever it decides: in this process
 * (`local-pool.ts`), or for several runs at once. Wishes are put in, then handed over together; answers
 * come to the listener, at once or later.
 */
import type { Decision } from '../credentials/decision.ts'
import type { PoolFact } from '../model/calls/call-facts.ts'
import type { Charged, LeaseRequest, Settlement } from '../model/calls/lease.ts'
import type { ItemId } from '../model/ids.ts'

export interface Pool {
  /** A call wants a lease; it is answered under the ticket. The smallest `order` goes first. */
  acquire(call: {
    readonly item: ItemId
    readonly request: LeaseRequest
    readonly order: number
  }): number
  /** The call is not wanted any more. */
  cancel(ticket: number): void
  /** Takes a lease back with what came of the call. A lease settles once; later words are ignored. */
  settle(lease: number, settlement: Settlement): void
  /** Hands over what was put in since; only then are calls answered. */
  submit(): void
  /** Dollars that the run, or the item, has spent. */
  spent(item?: ItemId): number
  /** Resolves when all that later runs should know is kept. */
  close(): Promise<void>
}

export interface PoolListener {
  /** Calls that wait may go now: `submit` says which. */
  onDue(): void
  onNews(news: PoolNews): void
}

export interface PoolNews {
  readonly returned: readonly Returned[]
  readonly decisions: readonly Decision[]
  readonly facts: readonly PoolFact[]
}

/** A lease that is free again, and what is counted for it. */
export interface Returned {
  readonly lease: number
  readonly settlement: Settlement
  readonly charged: Charged | undefined
}
