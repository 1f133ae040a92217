/**
 * What one scope may do with one model: its limits, and its rest after a refusal. Credentials of one
 * scope share it.
 *
 *   open ──► resting(until) ──► slow start ──► open
 *
 * Where limits are told, calls are charged before they are made and none is refused. Where they are
 * guessed or unknown, the number of calls at once grows with every answer and falls back with a refusal.
 */
import type { Expected } from '../model/charge.ts'
import { tightest } from '../model/configured-limits.ts'
import type { CallOutcome, LimitReading } from '../model/lease.ts'
import type { Protocol } from '../model/provider.ts'
import type { Charge } from './budget.ts'
import { Budgets } from './budgets.ts'
import type { Key } from './key.ts'
import { type Rest, restAfter } from './rest.ts'

/** Calls at once when nothing is known yet. */
const FIRST_AT_ONCE = 4
/** Between two calls while limits are not known, so that one refusal is heard before the next call. */
const SPACING_MS = 10

export type Refusal = Extract<CallOutcome, { kind: 'rate' | 'ramp' | 'day-quota' | 'billing' }>

export class Quota {
  readonly scope: string
  readonly model: string
  readonly keys: readonly Key[]
  readonly budgets: Budgets
  #inFlight = 0
  #rest: Rest | undefined
  #strikes = 0
  /** Leases up to this one belong to a refusal that was reacted to. */
  #reactedTo = 0
  #atOnce = FIRST_AT_ONCE
  /** Up to here calls at once grow with every answer; beyond, slowly, and freely if limits are told. */
  #slowStartUpTo = FIRST_AT_ONCE
  #hasLost = false
  #isDenied = false
  #spacedUntil = 0

  /** All keys are of one scope. */
  constructor(options: {
    readonly scope: string
    readonly model: string
    readonly protocol: Protocol
    readonly keys: readonly Key[]
    readonly now: number
  }) {
    this.scope = options.scope
    this.model = options.model
    this.keys = options.keys
    const limits = tightest(options.keys.map(({ credential }) => credential))
    this.budgets = new Budgets({ ...options, limits })
  }

  get rest(): Rest | undefined {
    return this.#rest
  }

  /** How many more calls may go at once. */
  free(now: number): number {
    const isCautious = !this.budgets.isTold || this.#atOnce < this.#slowStartUpTo
    const atOnce = isCautious ? this.#atOnce - this.#inFlight : Number.POSITIVE_INFINITY
    let keys = 0
    for (const key of this.keys) keys += key.free(now)
    return Math.min(keys, Math.floor(atOnce))
  }

  /** When a call of this size may go if there is a key free, should another go now. */
  readyAt(expected: Expected, now: number, another?: Expected): number {
    const spacedUntil = this.budgets.isKnown ? 0 : this.#spacedUntil
    const at = this.budgets.readyAt(expected, now, another)
    return Math.max(at, this.#rest?.until ?? 0, spacedUntil)
  }

  /** Where there is most of it, the next call goes. */
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

  /** An answer: a little more may go at once. One from before a refusal says nothing about after it. */
  grow(lease: number, now: number): void {
    if (lease <= this.#reactedTo) return
    this.#strikes = 0
    const isBounded = this.budgets.isKnown || this.#atOnce < this.#slowStartUpTo
    this.#atOnce += !this.#hasLost || isBounded ? 1 : 1 / this.#atOnce
    this.budgets.raiseGuesses(now)
  }

  /**
   * The provider refuses. One reaction for each loss: calls that were on their way already are
   * refused with it, and can only make the rest longer. Says whether it is news.
   */
  refuse(
    outcome: Refusal,
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
    const rest = restAfter(outcome, { strikes: this.#strikes, lastRest: this.#rest, now, jitter })
    const isLonger = rest.until > (this.#rest?.until ?? 0)
    const isSameLoss = options.lease <= this.#reactedTo && rest.why === this.#rest?.why
    if (rest.why === 'rate' && !readings.some(({ limit }) => limit !== undefined))
      this.budgets.guess(charges, now)
    if (isLonger && (!isSameLoss || rest.isHinted)) this.#rest = rest
    if (isSameLoss || !isLonger) return false
    this.#reactedTo = options.newestLease
    this.#strikes += 1
    this.#hasLost = true
    // What was told bounds the calls of a minute, so all that went at once may do so again.
    const share = this.budgets.isTold ? 1 : 1 / 2
    this.#slowStartUpTo = Math.max(2, Math.floor(this.#inFlight * share))
    this.#atOnce = outcome.kind === 'ramp' ? this.#slowStartUpTo : 1
    return true
  }

  /** The provider does not let this scope use the model. */
  deny(): void {
    this.#isDenied = true
  }

  get isUsable(): boolean {
    return !this.#isDenied && this.keys.some(({ status }) => status !== 'invalid')
  }

  /** Keys that could make a call if they were free. */
  usableKeys(now: number): number {
    if (this.#isDenied || (this.#rest?.until ?? 0) > now) return 0
    return this.keys.filter(({ status }) => status === 'ok' || status === 'untried').length
  }

  get isDenied(): boolean {
    return this.#isDenied
  }

  /** It is known from elsewhere that there is nothing to be had until then. */
  restUntil(rest: Rest): void {
    if (rest.until > (this.#rest?.until ?? 0)) this.#rest = rest
  }
}
