/**
 * One limit of a scope and model: configured, reported by responses, or guessed from the count before a
 * refusal. Charged amounts and amounts that have certainly arrived at the provider are counted separately,
 * to interpret the remaining amount reported by the provider.
 */
import type { Dimension } from '../model/calls/lease.ts'
import type { Per } from './charges.ts'
import { FixedWindow, type Window } from './window.ts'

/** Calls may overtake each other; a charge this much later also arrived later. */
const ARRIVES_WITHIN_MS = 100
const UNLIMITED = Number.POSITIVE_INFINITY
const LEAST_GUESS = 4
const FIRST_PATIENCE = 3

/** The share of one lease in one budget. */
export interface Charge {
  readonly budget: Budget
  readonly amount: number
  readonly at: number
  /** Sum of all charges, this one included. */
  readonly chargedWith: number
  /** The same sum when the call had certainly arrived; undefined until then. */
  chargedByArrival: number | undefined
  /** Usage of the window before this charge; fixed windows only. */
  readonly usedBefore: number
}

export class Budget {
  readonly dimension: Dimension
  readonly per: Per
  readonly window: Window
  /** The configured limit; a response may lower it, never raise it. */
  readonly #most: number
  /** Time of the guess; undefined for a configured or reported limit. */
  #guessedAt: number | undefined
  /** In windows; a next guess up to `#lastGuess` confirms this one. */
  #patience = FIRST_PATIENCE
  #lastGuess = 0
  /** Sum of all charges; the part of calls in flight. */
  #charged = 0
  #open = 0
  /** Charges of calls that may not have arrived yet, in order. */
  readonly #leaving: Charge[] = []

  constructor(options: {
    readonly dimension: Dimension
    readonly per: Per
    readonly window: Window
    readonly most: number
  }) {
    this.dimension = options.dimension
    this.per = options.per
    this.window = options.window
    this.#most = options.most
  }

  get isKnown(): boolean {
    return this.window.limit !== UNLIMITED
  }

  get isGuess(): boolean {
    return this.#guessedAt !== undefined
  }

  /** Knowledge of an earlier run; config has precedence. */
  restore(level: { limit: number; left: number; isGuess: boolean; at: number }, now: number): void {
    if (this.#most === UNLIMITED) this.setLimit(level.limit, now)
    if (level.isGuess) this.#guessedAt = level.at
    const scale = this.window.limit / level.limit
    this.window.restore({ left: level.left * scale, at: level.at }, now)
  }

  charge(amount: number, now: number): Charge {
    this.#recordArrivals(now)
    const usedBefore = this.window instanceof FixedWindow ? this.window.used(now) : 0
    this.window.charge(amount, now)
    this.#charged += amount
    this.#open += amount
    const chargedWith = this.#charged
    const charge: Charge = {
      budget: this,
      amount,
      at: now,
      chargedWith,
      usedBefore,
      chargedByArrival: undefined,
    }
    this.#leaving.push(charge)
    return charge
  }

  /** The call has ended, with any outcome. */
  close({ amount }: Charge): void {
    this.#open -= amount
  }

  /** A limit reported by the provider. */
  setLimit(limit: number, now: number): void {
    this.#guessedAt = undefined
    const lowered = Math.min(limit, this.#most)
    if (lowered !== this.window.limit) this.window.setLimit(lowered, now)
  }

  /**
   * The remaining amount reported with the answer to a call. The present amount is between two bounds: the
   * report minus everything charged possibly later, and the report minus everything charged certainly later.
   */
  recordLeft(
    left: number,
    charge: Charge,
    { limit, rounding, now }: { limit: number | undefined; rounding: number; now: number },
  ): void {
    this.#recordArrivals(now)
    const surelyLater = this.#charged - (charge.chargedByArrival ?? this.#charged)
    const maybeLater = this.#charged - charge.chargedWith + this.#open
    // With a provider limit above the configured one, more may remain than this run may use.
    const isOurs = limit === undefined || limit <= this.window.limit
    const most = left + rounding - surelyLater
    const least = isOurs ? left - rounding - maybeLater : Number.NEGATIVE_INFINITY
    this.window.correct({ at: charge.at, left: left + rounding, most, least }, now)
  }

  /**
   * The limit is the usage of the window before the refused call, or that of a fuller earlier window. A
   * refusal of one of the first calls says nothing about a window.
   */
  guess({ usedBefore }: Charge, now: number): void {
    if (!(this.window instanceof FixedWindow) || this.per === 'day') return
    if (this.#most !== UNLIMITED || usedBefore < LEAST_GUESS || usedBefore >= this.window.limit)
      return
    const limit = Math.max(usedBefore, this.#guessedAt === undefined ? this.window.fullest : 0)
    this.#patience = limit <= this.#lastGuess ? Math.min(64, this.#patience * 2) : FIRST_PATIENCE
    this.#lastGuess = limit * 1.1
    this.#guessedAt = now
    this.window.setLimit(limit, now)
  }

  /** A guess may be too low: raised after some windows, less often once it was confirmed. */
  raiseGuess(windowMs: number, now: number): void {
    if (this.#guessedAt === undefined || now - this.#guessedAt < this.#patience * windowMs) return
    this.#guessedAt = now
    const { limit } = this.window
    this.window.setLimit(Math.ceil(limit * 1.5), now)
  }

  #recordArrivals(now: number): void {
    for (let next = this.#leaving[0]; next !== undefined; next = this.#leaving[0]) {
      if (now - next.at < ARRIVES_WITHIN_MS) return
      next.chargedByArrival = this.#charged
      this.#leaving.shift()
    }
  }
}
