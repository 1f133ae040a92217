/** All limits of one scope and model. */
import { chargeOf, configuredDimensions, type Expected } from '../model/calls/charge.ts'
import type { ConfiguredLimits, LimitReading, RememberedLevel } from '../model/calls/lease.ts'
import type { Protocol } from '../model/calls/provider.ts'
import { Budget, type Charge } from './budget.ts'
import { createWindow, isCorrectedByUsage } from './charges.ts'
import { FixedWindow } from './window.ts'

const MINUTE_MS = 60_000
const UNLIMITED = Number.POSITIVE_INFINITY

type Level = Omit<RememberedLevel, 'provider' | 'scope' | 'model'>
type Limit = Pick<RememberedLevel, 'dimension' | 'per' | 'limit'>

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
    for (const configured of configuredDimensions(protocol, limits))
      this.#add(configured, configured.limit, now)
    // Counted from the start: the first refusal needs the usage of its window.
    if (protocol === 'google' && !this.#all.has('requests/minute'))
      this.#add({ dimension: 'requests', per: 'minute', limit: UNLIMITED }, UNLIMITED, now)
  }

  /** Some limit per minute is known, maybe guessed: calls are charged against it. */
  get isKnown(): boolean {
    return this.#all.values().some(({ per, isKnown }) => per === 'minute' && isKnown)
  }

  /** Some limit per minute is configured or reported: calls need no caution. */
  get isCertain(): boolean {
    const isCertain = ({ per, isKnown, isGuess }: Budget) => per === 'minute' && isKnown && !isGuess
    return this.#all.values().some(isCertain)
  }

  /** The earliest time of a call, if `another` is made now. */
  readyAt(expected: Expected, now: number, another?: Expected): number {
    let at = now
    for (const { dimension, window } of this.#all.values()) {
      const amount = chargeOf(dimension, this.#protocol, expected)
      const more = another === undefined ? 0 : chargeOf(dimension, this.#protocol, another)
      at = Math.max(at, window.readyAt(amount, now, more))
    }
    return at
  }

  /** The smallest share left after such a call. */
  headroom(expected: Expected, now: number): number {
    let least = 1
    for (const { dimension, window, isKnown } of this.#all.values()) {
      if (!isKnown) continue
      const left = window.left(now) - chargeOf(dimension, this.#protocol, expected)
      least = Math.min(least, left / window.limit)
    }
    return least
  }

  charge(expected: Expected, now: number): Charge[] {
    return Array.from(this.#all.values(), (budget) =>
      budget.charge(chargeOf(budget.dimension, this.#protocol, expected), now),
    )
  }

  /** Replaces expected by real usage. */
  correct(charges: readonly Charge[], used: Expected, now: number): void {
    for (const { budget, amount, at } of charges) {
      if (!isCorrectedByUsage(budget.dimension, this.#protocol)) continue
      const really = chargeOf(budget.dimension, this.#protocol, used)
      budget.window.refund(amount - really, at, now)
    }
  }

  /** The provider has counted nothing, or the request only. */
  refund(charges: readonly Charge[], what: 'all' | 'tokens', now: number): void {
    for (const { budget, amount, at } of charges) {
      if (what === 'all' || budget.dimension !== 'requests') budget.window.refund(amount, at, now)
    }
  }

  /** Whether the limits are large enough for such a call at all. */
  canHold(expected: Expected): boolean {
    return this.#all
      .values()
      .every(
        (budget) => chargeOf(budget.dimension, this.#protocol, expected) <= budget.window.limit,
      )
  }

  /** When the day's count, reset at midnight, has room for one more request; undefined if it has. */
  dayIsOverAt(now: number): number | undefined {
    const window = this.#all.get('requests/day')?.window
    const isOver = window instanceof FixedWindow && window.left(now) < 1
    return isOver ? window.readyAt(1, now) : undefined
  }

  /** Limits and remaining amounts, reported by the provider with an answer or a refusal. */
  read(readings: readonly LimitReading[], charges: readonly Charge[], now: number): void {
    for (const { dimension, per, limit, remaining } of readings) {
      if (limit !== undefined && limit > 0)
        this.#setLimit({ dimension, per, limit }, remaining, now)
      const charge = charges.find(
        ({ budget }) => budget.dimension === dimension && budget.per === per,
      )
      if (remaining === undefined || charge === undefined) continue
      // Remaining amounts are reported in whole numbers, Anthropic's tokens to the nearest thousand.
      const rounding = this.#protocol === 'anthropic' && dimension !== 'requests' ? 500 : 1
      charge.budget.recordLeft(remaining, charge, { limit, rounding, now })
    }
  }

  /** A refusal without a limit in it. */
  guess(charges: readonly Charge[], now: number): void {
    for (const charge of charges) charge.budget.guess(charge, now)
  }

  raiseGuesses(now: number): void {
    const windowMs = this.#windowMs ?? MINUTE_MS
    for (const budget of this.#all.values()) budget.raiseGuess(windowMs, now)
  }

  /** Remaining amounts of the known limits. */
  levels(now: number): Level[] {
    return [...this.#all.values()]
      .filter(({ isKnown }) => isKnown)
      .map(({ dimension, per, window, isGuess }) => {
        const { limit } = window
        return { dimension, per, limit, left: window.left(now), isGuess, at: now }
      })
  }

  /** Remaining amounts of an earlier run, plus the refill since. */
  restore(level: Level, now: number): void {
    const budget = this.#all.get(nameOf(level)) ?? this.#add(level, UNLIMITED, now)
    budget.restore(level, now)
  }

  #setLimit(reported: Limit, remaining: number | undefined, now: number): void {
    const known = this.#all.get(nameOf(reported))
    if (known !== undefined) return known.setLimit(reported.limit, now)
    const { window } = this.#add(reported, UNLIMITED, now)
    if (remaining !== undefined)
      window.correct({ at: now, left: remaining, most: remaining, least: 0 }, now)
  }

  #add(limit: Limit, most: number, now: number): Budget {
    const [protocol, windowMs] = [this.#protocol, this.#windowMs]
    const window = createWindow({ ...limit, protocol, windowMs, now })
    const budget = new Budget({ ...limit, window, most })
    this.#all.set(nameOf(limit), budget)
    return budget
  }
}

function nameOf({ dimension, per }: Pick<Limit, 'dimension' | 'per'>): string {
  return `${dimension}/${per}`
}
