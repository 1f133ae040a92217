/**
 * One credential of the pool, with its status.
 *
 *   untried ──► ok ◄──► suspect ──► invalid
 *      └─────────────────▲
 *
 * A refused credential gets one probe: a single call, a little later. If the probe is refused too, the
 * credential is invalid until the end of the run.
 */
import type { Credential } from '../model/calls/lease.ts'

const PROBE_AFTER_MS = 1_000

type Status = 'untried' | 'ok' | 'suspect' | 'invalid'

export class PooledCredential {
  readonly entry: Credential
  #status: Status = 'untried'
  #open = 0
  #probeAt = 0
  /** Leases up to this one were granted before the refusal. */
  #suspectSince = 0
  #isProbing = false

  constructor(entry: Credential) {
    this.entry = entry
  }

  get status(): Status {
    return this.#status
  }

  get open(): number {
    return this.#open
  }

  /** How many more leases are possible now. */
  free(now: number): number {
    if (this.#status === 'invalid') return 0
    if (this.#status === 'suspect') return this.#isProbing || now < this.#probeAt ? 0 : 1
    return (this.entry.concurrency ?? Number.POSITIVE_INFINITY) - this.#open
  }

  /** When it may be free again without the return of a lease. */
  freeAt(now: number): number {
    if (this.free(now) > 0) return now
    const isWaiting = this.#status === 'suspect' && !this.#isProbing
    return isWaiting ? this.#probeAt : Number.POSITIVE_INFINITY
  }

  /** Returns whether the lease is a probe. */
  take(): boolean {
    this.#open += 1
    this.#isProbing ||= this.#status === 'suspect'
    return this.#isProbing
  }

  /** A probe without any information about the credential is repeated a little later. */
  giveBack(isProbe: boolean, now: number): void {
    this.#open -= 1
    if (!isProbe) return
    this.#isProbing = false
    this.#probeAt = now + PROBE_AFTER_MS
  }

  /** Accepted by the provider. A call from before the refusal says nothing about the present. */
  accept(lease: number): void {
    if (this.#status !== 'invalid' && lease > this.#suspectSince) this.#status = 'ok'
  }

  /** Refused by the provider; returns the new status. */
  refuse(call: {
    readonly isProbe: boolean
    readonly newestLease: number
    readonly now: number
  }): 'suspect' | 'invalid' {
    if (call.isProbe) this.#status = 'invalid'
    else if (this.#status !== 'suspect' && this.#status !== 'invalid') {
      this.#status = 'suspect'
      this.#suspectSince = call.newestLease
      this.#probeAt = call.now + PROBE_AFTER_MS
    }
    return this.#status === 'invalid' ? 'invalid' : 'suspect'
  }

  /** The refusal had another cause. */
  trust(): void {
    if (this.#status === 'suspect') this.#status = 'ok'
  }
}
