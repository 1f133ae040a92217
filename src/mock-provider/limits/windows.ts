/**
 * The ways in which providers count: a bucket that refills all the time, and a window that starts
 * over, at full steps of the clock or at a place's midnight. All times come in as arguments.
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
  readonly #periodOf: (now: number) => number | string
  #used = 0
  #period: number | string | undefined

  /** Without a time zone for days, a period is a window of the clock. */
  constructor(limit: number, windowMs: number, dayIn?: string) {
    this.limit = limit
    this.#windowMs = windowMs
    const dates = dayIn && new Intl.DateTimeFormat('en-CA', { timeZone: dayIn })
    this.#periodOf = (now) => (dates ? dates.format(now) : Math.floor(now / windowMs))
  }

  /** To the end of the minute, also if the period is a day: that is what providers say. */
  waitMs(amount: number, now: number): number {
    const fits = this.used(now) + Math.min(amount, this.limit) <= this.limit
    return fits ? 0 : this.#windowMs - (now % this.#windowMs)
  }

  take(amount: number, now: number): void {
    this.#used = Math.min(this.limit, this.used(now) + amount)
    this.#period = this.#periodOf(now)
  }

  used(now: number): number {
    return this.#periodOf(now) === this.#period ? this.#used : 0
  }

  resetMs(now: number): number {
    return this.used(now) === 0 ? 0 : this.#windowMs - (now % this.#windowMs)
  }
}

function wholeMs(ms: number): number {
  return Math.max(0, Math.ceil(ms - ROUNDING_MS))
}
