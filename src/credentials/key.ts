/**
 * One credential of the pool.
 *
 *   untried ──► ok ◄──► suspect ──► invalid
 *      └─────────────────▲
 *
 * A key that is refused gets one probe: a single call, a little later. Only when that is refused too
 * is it invalid, for the rest of the run.
 */
import type { Credential } from '../model/lease.ts'

const PROBE_AFTER_MS = 1_000

export class Key {
  readonly credential: Credential
  #status: 'untried' | 'ok' | 'suspect' | 'invalid' = 'untried'
  #open = 0
  #probeAt = 0
  /** Leases up to this one were given before the refusal. */
  #suspectSince = 0
  #isProbing = false

  constructor(credential: Credential) {
    this.credential = credential
  }

  get status(): 'untried' | 'ok' | 'suspect' | 'invalid' {
    return this.#status
  }

  get open(): number {
    return this.#open
  }

  /** How many more leases it can have now. */
  free(now: number): number {
    if (this.#status === 'invalid') return 0
    if (this.#status === 'suspect') return this.#isProbing || now < this.#probeAt ? 0 : 1
    return (this.credential.concurrency ?? Number.POSITIVE_INFINITY) - this.#open
  }

  /** When it may be free again without any lease coming back. */
  freeAt(now: number): number {
    if (this.free(now) > 0) return now
    const isWaiting = this.#status === 'suspect' && !this.#isProbing
    return isWaiting ? this.#probeAt : Number.POSITIVE_INFINITY
  }

  /** Says whether the lease is a probe. */
  take(): boolean {
    this.#open += 1
    this.#isProbing ||= this.#status === 'suspect'
    return this.#isProbing
  }

  /** A probe without a word about the key is followed by another, a little later. */
  giveBack(isProbe: boolean, now: number): void {
    this.#open -= 1
    if (!isProbe) return
    this.#isProbing = false
    this.#probeAt = now + PROBE_AFTER_MS
  }

  /** The provider knows the key. A call from before it was refused says nothing about it now. */
  accept(lease: number): void {
    if (this.#status !== 'invalid' && lease > this.#suspectSince) this.#status = 'ok'
  }

  /** The provider refuses the key; says what it is taken for now. */
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

  /** It was not the key after all. */
  trust(): void {
    if (this.#status === 'suspect') this.#status = 'ok'
  }
}
