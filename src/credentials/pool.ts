/**
 * The credentials of a run, shared by all workers. In its simplest form: each call gets the
 * credential of its provider that has the fewest open leases, none that was rejected, none that
 * rests. Every answer says what it is: granted, wait until a time, or refused with the reason.
 */
import type { Credential, LeaseRequest, Settlement } from '../model/lease.ts'

export type PoolAnswer =
  | { readonly type: 'granted'; readonly lease: number; readonly credential: Credential }
  | { readonly type: 'queued'; readonly until: number }
  | { readonly type: 'refused'; readonly why: 'no-credential' | 'all-invalid' }

interface Slot {
  readonly credential: Credential
  open: number
  restsUntil: number
  invalid: boolean
}

/** How long a key rests after a refusal that gave no hint. */
const REST_MS = 1_000

export class CredentialPool {
  readonly #slots: readonly Slot[]
  readonly #leases = new Map<number, Slot>()
  #granted = 0

  constructor(credentials: readonly Credential[]) {
    this.#slots = credentials.map((credential) => ({
      credential,
      open: 0,
      restsUntil: 0,
      invalid: false,
    }))
  }

  acquire({ provider }: LeaseRequest, now: number): PoolAnswer {
    const own = this.#slots.filter(({ credential }) => credential.provider === provider)
    if (own.length === 0) return { type: 'refused', why: 'no-credential' }
    const usable = own.filter(({ invalid }) => !invalid)
    if (usable.length === 0) return { type: 'refused', why: 'all-invalid' }
    const rested = usable.filter(({ restsUntil }) => restsUntil <= now)
    if (rested.length === 0) {
      return { type: 'queued', until: Math.min(...usable.map(({ restsUntil }) => restsUntil)) }
    }
    const slot = rested.reduce((best, other) => (other.open < best.open ? other : best))
    slot.open += 1
    this.#leases.set(++this.#granted, slot)
    return { type: 'granted', lease: this.#granted, credential: slot.credential }
  }

  /** Takes a lease back with what came of the call. A lease settles once; later words are ignored. */
  settle(lease: number, { outcome }: Settlement, now: number): void {
    const slot = this.#leases.get(lease)
    if (slot === undefined) return
    this.#leases.delete(lease)
    slot.open -= 1
    if (outcome.kind === 'invalid') slot.invalid = true
    if (outcome.kind === 'rate')
      slot.restsUntil = Math.max(slot.restsUntil, now + (outcome.waitMs ?? REST_MS))
  }

  /** Gives up a lease whose holder is gone; whether the call was made is unknown. */
  release(lease: number): void {
    const slot = this.#leases.get(lease)
    if (slot === undefined) return
    this.#leases.delete(lease)
    slot.open -= 1
  }
}
