/**
 * The calls that wait for a lane, in the order in which they are served. One that an outage has failed
 * is held back before it joins them, until its pause is over or the provider answers somebody again.
 */
import { Heap } from '../model/heap.ts'
import type { LeaseRequest } from '../model/lease.ts'

const NEVER = Number.POSITIVE_INFINITY

export interface Waiter {
  readonly ticket: number
  readonly item: string
  readonly request: LeaseRequest
  /** The smallest goes first. */
  readonly order: number
  /** Not before this, unless the provider answers again. */
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
    this.#waiting.delete(ticket) // its place is passed over
  }

  /** The next to be served; it waits until it leaves, and comes again if it is put back. */
  take(): Waiter | undefined {
    this.#passOver()
    return this.#queue.pop()
  }

  putBack(waiters: readonly Waiter[]): void {
    for (const waiter of waiters) this.#queue.push(waiter)
  }

  /** The order of the next to be served. */
  get headOrder(): number {
    this.#passOver()
    return this.#queue.peek()?.order ?? NEVER
  }

  /** When the first pause is over. */
  get resumesAt(): number {
    return this.#paused.peek()?.pausedUntil ?? NEVER
  }

  /** Those whose pause is over by then join the others. */
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
