/** The limits of one scope and model, by what they count: told by config or responses, or guessed. */
import type { ConfiguredLimits, Dimension, LimitReading } from '../model/lease.ts'
import type { Protocol } from '../model/provider.ts'
import {
  chargeOf,
  configuredDimensions,
  createWindow,
  type Expected,
  isPutRight,
  type Per,
} from './charges.ts'
import { FixedWindow, type Window } from './window.ts'

/** A guessed limit is tried a little higher after this many windows without a refusal. */
const RAISE_AFTER_WINDOWS = 5
const UNLIMITED = Number.POSITIVE_INFINITY

interface Budget {
  readonly dimension: Dimension
  readonly per: Per
  readonly window: Window
  /** What config says; a response may lower it, never raise it. */
  readonly most: number
  /** When it was counted up to a refusal; undefined if somebody told it. */
  guessedAt: number | undefined
  /** All that was ever charged, and what of it belongs to calls on their way. */
  charged: number
  open: number
  /** Charges of calls that may not have arrived, in order. */
  readonly leaving: Charge[]
}

/** What a lease has taken from one budget. */
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

export class Budgets {
  readonly #protocol: Protocol
  readonly #windowMs: number | undefined
  readonly #all = new Map<string, Budget>()

  constructor(options: {
    readonly protocol: Protocol
    readonly limits: ConfiguredLimits
    readonly now: number
  }) {
    const { protocol, limits, now } = options
    this.#protocol = protocol
    this.#windowMs = limits.windowMs
    for (const { dimension, per, limit } of configuredDimensions(protocol, limits)) {
      this.#add({ dimension, per, limit, most: limit, now })
    }
    // Counted from the start, to know what the window held when the first refusal comes.
    if (protocol === 'google' && !this.#all.has('requests/minute'))
      this.#add({ dimension: 'requests', per: 'minute', limit: UNLIMITED, most: UNLIMITED, now })
  }

  /** Some limit per minute is known: calls are charged against it and need no caution. */
  get isKnown(): boolean {
    for (const { per, window } of this.#all.values()) {
      if (per === 'minute' && window.limit !== UNLIMITED) return true
    }
    return false
  }

  /** When a call may go, should another go now. */
  readyAt(expected: Expected, now: number, another?: Expected): number {
    let at = now
    for (const { dimension, window } of this.#all.values()) {
      const amount = chargeOf(dimension, this.#protocol, expected)
      const more = another === undefined ? 0 : chargeOf(dimension, this.#protocol, another)
      at = Math.max(at, window.readyAt(amount, now, more))
    }
    return at
  }

  /** The smallest share that would be left after such a call. */
  headroom(expected: Expected, now: number): number {
    let least = 1
    for (const { dimension, window } of this.#all.values()) {
      if (window.limit === UNLIMITED) continue
      const left = window.left(now) - chargeOf(dimension, this.#protocol, expected)
      least = Math.min(least, left / window.limit)
    }
    return least
  }

  charge(expected: Expected, now: number): Charge[] {
    return Array.from(this.#all.values(), (budget) => {
      const amount = chargeOf(budget.dimension, this.#protocol, expected)
      const usedBefore = budget.window instanceof FixedWindow ? budget.window.used(now) : 0
      noteArrivals(budget, now)
      budget.window.charge(amount, now)
      budget.charged += amount
      budget.open += amount
      const charge: Charge = {
        budget,
        amount,
        at: now,
        chargedWith: budget.charged,
        chargedByArrival: undefined,
        usedBefore,
      }
      budget.leaving.push(charge)
      return charge
    })
  }

  /** The call is back, whatever came of it. */
  close(charges: readonly Charge[]): void {
    for (const { budget, amount } of charges) budget.open -= amount
  }

  /** What was really used takes the place of what was expected. */
  putRight(charges: readonly Charge[], used: Expected, now: number): void {
    for (const { budget, amount, at } of charges) {
      if (!isPutRight(budget.dimension, this.#protocol)) continue
      const really = chargeOf(budget.dimension, this.#protocol, used)
      budget.window.refund(amount - really, at, now)
    }
  }

  /** Nothing was counted at the provider. */
  takeBack(charges: readonly Charge[], now: number): void {
    for (const { budget, amount, at } of charges) budget.window.refund(amount, at, now)
  }

  /** Limits and what is left of them, as the provider tells with an answer or a refusal. */
  read(readings: readonly LimitReading[], charges: readonly Charge[], now: number): void {
    for (const { dimension, per, limit, remaining } of readings) {
      const isNew = !this.#all.has(`${dimension}/${per}`)
      if (limit !== undefined && limit > 0) this.#setLimit(dimension, per, limit, now)
      const budget = this.#all.get(`${dimension}/${per}`)
      if (isNew && remaining !== undefined)
        budget?.window.correct({ most: remaining, least: 0, at: now }, now)
      const charge = charges.find(
        ({ budget }) => budget.dimension === dimension && budget.per === per,
      )
      if (remaining === undefined || charge === undefined) continue
      correct(charge, { remaining, rounding: rounding(this.#protocol, dimension), now })
    }
  }

  /** What its window held before the refused call is what such a window holds. */
  guess(charges: readonly Charge[], now: number): void {
    for (const { budget, usedBefore } of charges) {
      if (budget.most !== UNLIMITED || !(budget.window instanceof FixedWindow)) continue
      if (budget.per === 'day' || usedBefore >= budget.window.limit) continue
      budget.guessedAt = now
      budget.window.setLimit(Math.max(1, usedBefore), now)
    }
  }

  /** A guess may have been too low, or the limit grown: now and then a little more is tried. */
  raiseGuesses(now: number): void {
    const patienceMs = RAISE_AFTER_WINDOWS * (this.#windowMs ?? 60_000)
    for (const budget of this.#all.values()) {
      if (budget.guessedAt === undefined || now - budget.guessedAt < patienceMs) continue
      budget.guessedAt = now
      const { limit } = budget.window
      budget.window.setLimit(limit + Math.max(1, Math.floor(limit * 0.05)), now)
    }
  }

  /** What is known of them, for those who look. */
  list(now: number): { dimension: Dimension; per: Per; limit: number; left: number }[] {
    return [...this.#all.values()]
      .filter(({ window }) => window.limit !== UNLIMITED)
      .map(({ dimension, per, window }) => ({
        dimension,
        per,
        limit: window.limit,
        left: Math.max(0, Math.floor(window.left(now))),
      }))
  }

  #setLimit(dimension: Dimension, per: Per, limit: number, now: number): void {
    const budget = this.#all.get(`${dimension}/${per}`)
    if (budget === undefined) return this.#add({ dimension, per, limit, most: UNLIMITED, now })
    budget.guessedAt = undefined
    const told = Math.min(limit, budget.most)
    if (told !== budget.window.limit) budget.window.setLimit(told, now)
  }

  #add(options: {
    readonly dimension: Dimension
    readonly per: Per
    readonly limit: number
    readonly most: number
    readonly now: number
  }): void {
    const { dimension, per, most } = options
    const window = createWindow({
      ...options,
      protocol: this.#protocol,
      windowMs: this.#windowMs,
    })
    const budget = {
      dimension,
      per,
      window,
      most,
      guessedAt: undefined,
      charged: 0,
      open: 0,
      leaving: [],
    }
    this.#all.set(`${dimension}/${per}`, budget)
  }
}

/** What is left now: at most, if all that may have arrived had; at least, if nothing on its way had. */
function correct(
  { budget, at, chargedWith, chargedByArrival }: Charge,
  told: { readonly remaining: number; readonly rounding: number; readonly now: number },
): void {
  noteArrivals(budget, told.now)
  const surelyLater = budget.charged - (chargedByArrival ?? budget.charged)
  const maybeLater = budget.charged - chargedWith + budget.open
  const most = told.remaining + told.rounding - surelyLater
  const least = told.remaining - told.rounding - maybeLater
  budget.window.correct({ most, least, at }, told.now)
}

/** Calls may overtake each other on their way; what was charged this much later came later. */
const ARRIVES_WITHIN_MS = 100

function noteArrivals({ leaving, charged }: Budget, now: number): void {
  for (let next = leaving[0]; next !== undefined; next = leaving[0]) {
    if (now - next.at < ARRIVES_WITHIN_MS) return
    next.chargedByArrival = charged
    leaving.shift()
  }
}

/** What is left is told in whole numbers, by Anthropic for tokens to the nearest thousand. */
function rounding(protocol: Protocol, dimension: Dimension): number {
  return protocol === 'anthropic' && dimension !== 'requests' ? 500 : 1
}
