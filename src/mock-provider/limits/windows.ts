/**
 * The three ways in which providers count: a bucket that refills all the time, a window that starts
 * over at full steps of the clock, and the day of a place. All times come in as arguments.
 */
export interface Window {
  readonly limit: number
  /** How long until so much fits; 0 if it does now. More than the limit waits for all of it. */
  waitMs(amount: number, now: number): number
  take(amount: number, now: number): void
  used(now: number): number
  /** How long until nothing is used any more. */
  resetMs(now: number): number
}

/** Refilling in fractions must not cost a millisecond by rounding. */
const ROUNDING_MS = 1e-5

export class Bucket implements Window {
  readonly limit: number
  readonly #perMs: number
  #used = 0
  #at = 0

  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.#perMs = limit / windowMs
  }

  waitMs(amount: number, now: number): number {
    const over = this.used(now) + Math.min(amount, this.limit) - this.limit
    return wholeMs(over / this.#perMs)
  }

  /** Never below empty: refused requests that count take what has come back, not what will. */
  take(amount: number, now: number): void {
    this.#used = Math.min(this.limit, this.used(now) + amount)
    this.#at = now
  }

  used(now: number): number {
    return Math.max(0, this.#used - (now - this.#at) * this.#perMs)
  }

  resetMs(now: number): number {
    return wholeMs(this.used(now) / this.#perMs)
  }
}

export class FixedWindow implements Window {
  readonly limit: number
  readonly #windowMs: number
  #used = 0
  #index = 0

  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.#windowMs = windowMs
  }

  waitMs(amount: number, now: number): number {
    const fits = this.used(now) + Math.min(amount, this.limit) <= this.limit
    return fits ? 0 : untilWindowEnds(this.#windowMs, now)
  }

  take(amount: number, now: number): void {
    this.#used = Math.min(this.limit, this.used(now) + amount)
    this.#index = Math.floor(now / this.#windowMs)
  }

  used(now: number): number {
    return Math.floor(now / this.#windowMs) === this.#index ? this.#used : 0
  }

  resetMs(now: number): number {
    return this.used(now) === 0 ? 0 : untilWindowEnds(this.#windowMs, now)
  }
}

/** A day that ends at a place's midnight. Whoever is refused is told to wait for the minute only. */
export class CalendarDay implements Window {
  readonly limit: number
  readonly #windowMs: number
  readonly #dates: Intl.DateTimeFormat
  #used = 0
  #date = ''

  constructor(limit: number, options: { readonly timeZone: string; readonly windowMs: number }) {
    this.limit = limit
    this.#windowMs = options.windowMs
    this.#dates = new Intl.DateTimeFormat('en-CA', { timeZone: options.timeZone })
  }

  waitMs(amount: number, now: number): number {
    return this.used(now) + amount <= this.limit ? 0 : untilWindowEnds(this.#windowMs, now)
  }

  take(amount: number, now: number): void {
    this.#used = Math.min(this.limit, this.used(now) + amount)
    this.#date = this.#dates.format(now)
  }

  used(now: number): number {
    return this.#dates.format(now) === this.#date ? this.#used : 0
  }

  resetMs(now: number): number {
    return untilWindowEnds(this.#windowMs, now)
  }
}

function wholeMs(ms: number): number {
  return Math.max(0, Math.ceil(ms - ROUNDING_MS))
}

function untilWindowEnds(windowMs: number, now: number): number {
  return windowMs - (now % windowMs)
}
