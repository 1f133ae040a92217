/**
 * The limits of one scope for one model, and its cooldown after a refusal. Shared by the scope's credentials.
 *
 *   open ──► cooling down (until) ──► slow start ──► open
 *
 * With configured or reported limits, calls are charged before they are made and none is refused. With guessed
 * or unknown limits, the number of concurrent calls grows with every answer and shrinks with a refusal.
 */
import { type Expected, tightest } from '../model/calls/charge.ts'
import type { CallOutcome, LimitReading } from '../model/calls/lease.ts'
import type { Protocol } from '../model/calls/provider.ts'
import type { Charge } from './budget.ts'
import { Budgets } from './budgets.ts'
import { type Cooldown, cooldownAfter } from './cooldown.ts'
import type { PooledCredential } from './pooled-credential.ts'

/** Concurrent calls before anything is known. */
const FIRST_CONCURRENCY = 4
/** Between two calls with unknown limits, so that a refusal arrives before the next call. */
const SPACING_MS = 10

export type CooldownOutcome = Extract<
  CallOutcome,
  { kind: 'rate' | 'ramp' | 'day-quota' | 'billing' }
>

export class Quota {
  readonly scope: string
  readonly model: string
  readonly credentials: readonly PooledCredential[]
  readonly budgets: Budgets
  #inFlight = 0
  #cooldown: Cooldown | undefined
  #strikes = 0
  /** Leases up to this one belong to a refusal already handled. */
  #reactedTo = 0
  #concurrency = FIRST_CONCURRENCY
  /** Up to here concurrency grows with every answer; beyond, slowly, or without bound if limits are certain. */
  #slowStartUpTo = FIRST_CONCURRENCY
  #hasLost = false
  #isDenied = false
  #spacedUntil = 0

  /** All credentials are of one scope. */
  constructor(options: {
    readonly scope: string
    readonly model: string
    readonly protocol: Protocol
    readonly credentials: readonly PooledCredential[]
    readonly now: number
  }) {
    this.scope = options.scope
    this.model = options.model
    this.credentials = options.credentials
    const limits = tightest(options.credentials.map(({ entry }) => entry))
    this.budgets = new Budgets({ ...options, limits })
  }

  get cooldown(): Cooldown | undefined {
    return this.#cooldown
  }

  /** How many more concurrent calls are possible. */
  free(now: number): number {
    const isCautious = !this.budgets.isCertain || this.#concurrency < this.#slowStartUpTo
    const concurrency = isCautious ? this.#concurrency - this.#inFlight : Number.POSITIVE_INFINITY
    let free = 0
    for (const credential of this.credentials) free += credential.free(now)
    return Math.min(free, Math.floor(concurrency))
  }

  /** The free credential with the fewest leases; there must be one. */
  leastUsed(now: number): PooledCredential {
    return this.credentials
      .filter((credential) => credential.free(now) > 0)
      .reduce((best, credential) => (credential.open < best.open ? credential : best))
  }

  /** The earliest time for a call of this size, given a free credential, if `another` is made now. */
  readyAt(expected: Expected, now: number, another?: Expected): number {
    const spacedUntil = this.budgets.isKnown ? 0 : this.#spacedUntil
    const at = this.budgets.readyAt(expected, now, another)
    return Math.max(at, this.#cooldown?.until ?? 0, spacedUntil)
  }

  /** The next call uses the quota with the most of it. */
  headroom(expected: Expected, now: number): number {
    return this.budgets.headroom(expected, now) - this.#inFlight / 1e3
  }

  charge(expected: Expected, now: number): Charge[] {
    this.#inFlight += 1
    this.#spacedUntil = now + SPACING_MS
    return this.budgets.charge(expected, now)
  }

  close(charges: readonly Charge[]): void {
    this.#inFlight -= 1
    for (const charge of charges) charge.budget.close(charge)
  }

  /** After an answer: a little more concurrency. An answer to a call from before a refusal does not count. */
  grow(lease: number, now: number): void {
    if (lease <= this.#reactedTo) return
    this.#strikes = 0
    const isBounded = this.budgets.isKnown || this.#concurrency < this.#slowStartUpTo
    this.#concurrency += !this.#hasLost || isBounded ? 1 : 1 / this.#concurrency
    this.budgets.raiseGuesses(now)
  }

  /**
   * After a refusal: one reaction for each loss. Calls in flight are refused with it, and can only extend the
   * cooldown. Returns whether it is news.
   */
  refuse(
    outcome: CooldownOutcome,
    options: {
      readonly lease: number
      readonly newestLease: number
      readonly charges: readonly Charge[]
      readonly readings: readonly LimitReading[]
      readonly now: number
      readonly jitter: () => number
    },
  ): boolean {
    const { now, jitter, charges, readings } = options
    const cooldown = cooldownAfter(outcome, {
      strikes: this.#strikes,
      lastCooldown: this.#cooldown,
      now,
      jitter,
    })
    const isLonger = cooldown.until > (this.#cooldown?.until ?? 0)
    const isSameLoss = options.lease <= this.#reactedTo && cooldown.why === this.#cooldown?.why
    if (cooldown.why === 'rate' && !readings.some(({ limit }) => limit !== undefined))
      this.budgets.guess(charges, now)
    if (isLonger && (!isSameLoss || cooldown.isHinted)) this.#cooldown = cooldown
    if (isSameLoss || !isLonger) return false
    this.#reactedTo = options.newestLease
    this.#strikes += 1
    this.#hasLost = true
    // Certain limits bound the calls of a minute, so all calls in flight may be made again at once.
    const share = this.budgets.isCertain ? 1 : 1 / 2
    this.#slowStartUpTo = Math.max(2, Math.floor(this.#inFlight * share))
    this.#concurrency = outcome.kind === 'ramp' ? this.#slowStartUpTo : 1
    return true
  }

  /** The scope may not use the model. */
  deny(): void {
    this.#isDenied = true
  }

  get isUsable(): boolean {
    return !this.#isDenied && this.credentials.some(({ status }) => status !== 'invalid')
  }

  /** Credentials that could make a call if they were free. */
  usableCredentials(now: number): number {
    if (this.#isDenied || (this.#cooldown?.until ?? 0) > now) return 0
    return this.credentials.filter(({ status }) => status === 'ok' || status === 'untried').length
  }

  get isDenied(): boolean {
    return this.#isDenied
  }

  /** A day's count that is used up is rate-limited until midnight, as after a refusal. */
  checkDay(now: number): Cooldown | undefined {
    const until = this.budgets.dayIsOverAt(now)
    if (until === undefined) return undefined
    const cooldown: Cooldown = { until, why: 'day-quota', isHinted: true }
    this.coolDownUntil(cooldown)
    return cooldown
  }

  /** A limit known from elsewhere to be used up until then. */
  coolDownUntil(cooldown: Cooldown): void {
    if (cooldown.until > (this.#cooldown?.until ?? 0)) this.#cooldown = cooldown
  }
}
