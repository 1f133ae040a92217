/**
 * One limit of a scope and model, with what is known about it: told by config, told by responses, or
 * guessed by counting up to a refusal. Keeps apart what was charged and what has surely arrived at
 * the provider, to make sense of what the provider says is left.
 */
import type { Dimension } from '../model/lease.ts'
import type { Per } from './charges.ts'
import { FixedWindow, type Window } from './window.ts'

/** Calls may overtake each other on their way; what was charged this much later came later. */
const ARRIVES_WITHIN_MS = 100
const UNLIMITED = Number.POSITIVE_INFINITY
const LEAST_GUESS = 4
const FIRST_PATIENCE = 3

/** What a lease has taken from a budget. */
export interface Charge {
  readonly budget: Budget
  readonly amount: number
  readonly at: number
  /** All that had ever been charged, with this. */
  readonly chargedWith: number
  /** And when the call had surely arrived; undefined until then. */
  chargedByArrival: number | undefined
  /** What its window held before, where windows are counted. */
  readonly usedBefore: number
}

export class Budget {
  readonly dimension: Dimension
  readonly per: Per
  readonly window: Window
  /** What config says; a response may lower it, never raise it. */
  readonly #most: number
  /** When it was counted up to a refusal; undefined if somebody told it. */
  #guessedAt: number | undefined
  /** In windows; and up to what the next guess confirms this one. */
  #patience = FIRST_PATIENCE
  #lastGuess = 0
  /** All that was ever charged, and what of it belongs to calls that are not back. */
  #charged = 0
  #open = 0
  /** Charges of calls that may not have arrived, in order. */
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

  /** What an earlier run knew; config counts more than that. */
  restore(level: { limit: number; left: number; isGuess: boolean; at: number }, now: number): void {
    if (this.#most === UNLIMITED) this.setLimit(level.limit, now)
    if (level.isGuess) this.#guessedAt = level.at
    const scale = this.window.limit / level.limit
    this.window.restore({ left: level.left * scale, at: level.at }, now)
  }

  charge(amount: number, now: number): Charge {
    this.#noteArrivals(now)
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

  /** The call is back, whatever came of it. */
  close({ amount }: Charge): void {
    this.#open -= amount
  }

  /** Somebody tells the limit. */
  setLimit(limit: number, now: number): void {
    this.#guessedAt = undefined
    const told = Math.min(limit, this.#most)
    if (told !== this.window.limit) this.window.setLimit(told, now)
  }

  /**
   * The answer to a call says what was left: by now at most that without what surely came later, and
   * at least that without everything that may have come later.
   */
  hearLeft(
    left: number,
    charge: Charge,
    { limit, rounding, now }: { limit: number | undefined; rounding: number; now: number },
  ): void {
    this.#noteArrivals(now)
    const surelyLater = this.#charged - (charge.chargedByArrival ?? this.#charged)
    const maybeLater = this.#charged - charge.chargedWith + this.#open
    // Of a larger limit than config allows, more may be left than we may use.
    const isOurs = limit === undefined || limit <= this.window.limit
    const most = left + rounding - surelyLater
    const least = isOurs ? left - rounding - maybeLater : Number.NEGATIVE_INFINITY
    this.window.correct({ at: charge.at, left: left + rounding, most, least }, now)
  }

  /**
   * What its window held before the refused call is what such a window holds, unless an earlier one
   * has held more. A refusal of one of the first calls says nothing about a window.
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

  /** A guess may have been too low: after some windows more is tried, less often once it was right. */
  raiseGuess(windowMs: number, now: number): void {
    if (this.#guessedAt === undefined || now - this.#guessedAt < this.#patience * windowMs) return
    this.#guessedAt = now
    const { limit } = this.window
    this.window.setLimit(Math.ceil(limit * 1.5), now)
  }

  #noteArrivals(now: number): void {
    for (let next = this.#leaving[0]; next !== undefined; next = this.#leaving[0]) {
      if (now - next.at < ARRIVES_WITHIN_MS) return
      next.chargedByArrival = this.#charged
      this.#leaving.shift()
    }
  }
}
