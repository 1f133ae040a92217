import { Heap } from '../model/queues/heap.ts'
import type { Lease } from './learn.ts'

/** Leases in use, and when each expires if it is not returned. */
export class LeaseBook {
  readonly #open = new Map<number, Lease>()
  readonly #expiries = new Heap<Lease>((a, b) => a.expiresAt < b.expiresAt)

  add(lease: Lease): void {
    this.#open.set(lease.id, lease)
    this.#expiries.push(lease)
  }

  get(id: number): Lease | undefined {
    return this.#open.get(id)
  }

  delete(id: number): void {
    this.#open.delete(id)
  }

  /** When the first one may expire; it may have been returned meanwhile. */
  get expiryAt(): number {
    return this.#expiries.peek()?.expiresAt ?? Number.POSITIVE_INFINITY
  }

  expired(now: number): Lease[] {
    const expired: Lease[] = []
    for (let next = this.#expiries.peek(); next !== undefined; next = this.#expiries.peek()) {
      const isOut = this.#open.has(next.id)
      if (isOut && next.expiresAt > now) break
      this.#expiries.pop()
      if (isOut) expired.push(next)
    }
    return expired
  }
}
