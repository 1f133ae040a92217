/**
 * The calls that wait for a lane, in the order of service. A call failed by an outage is held back first,
 * until its pause is over or the provider answers any call.
 */

import type { LeaseRequest } from '../model/calls/lease.ts'
import { Heap } from '../model/heap.ts'

const NEVER = Number.POSITIVE_INFINITY

export interface Waiter {
  readonly ticket: number
  readonly item: string
  readonly request: LeaseRequest
  /** The smallest is served first. */
  readonly order: number
  /** Held back until then, unless the provider answers again. */
  readonly pausedUntil: number
}

export class CallQueue {
  readonly #waiting = new Map<number, Waiter>()
  readonly #queue = new Heap<Waiter>(
    (a, b) => a.order < b.order || (a.order === b.order && a.ticket < b.ticket),
  )
  readonly #paused = new Heap<Waiter>((a, b) => a.pausedUntil < b.pausedUntil)

  get all(): Iterable<Waiter> {
    return this.#waiting.values()
  }

  get size(): number {
    return this.#waiting.size
  }

  get(ticket: number): Waiter | undefined {
    return this.#waiting.get(ticket)
  }

  join(waiter: Waiter, now: number): void {
    this.#waiting.set(waiter.ticket, waiter)
    if (waiter.pausedUntil > now) this.#paused.push(waiter)
    else this.#queue.push(waiter)
  }

  leave(ticket: number): void {
    this.#waiting.delete(ticket) // its heap entry is skipped later
  }

  /** The next call to serve; served again if it is put back instead of leaving. */
  take(): Waiter | undefined {
    this.#passOver()
    return this.#queue.pop()
  }

  putBack(waiters: readonly Waiter[]): void {
    for (const waiter of waiters) this.#queue.push(waiter)
  }

  /** The order of the next call to serve. */
  get headOrder(): number {
    this.#passOver()
    return this.#queue.peek()?.order ?? NEVER
  }

  /** The end of the first pause. */
  get resumesAt(): number {
    return this.#paused.peek()?.pausedUntil ?? NEVER
  }

  /** Calls whose pause ends by then join the queue. */
  resume(until: number): void {
    for (let next = this.#paused.peek(); next !== undefined; next = this.#paused.peek()) {
      if (next.pausedUntil > until) return
      this.#paused.pop()
      this.#queue.push(next)
    }
  }

  #passOver(): void {
    for (let head = this.#queue.peek(); head !== undefined; head = this.#queue.peek()) {
      if (this.#waiting.has(head.ticket)) return
      this.#queue.pop()
    }
  }
}
