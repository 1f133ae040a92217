/** A provider's limit within a time. Charged before a call, corrected after it. */
export interface Window {
  readonly limit: number
  /** The earliest time for charging this amount, if `another` is charged now. */
  readyAt(amount: number, now: number, another?: number): number
  charge(amount: number, now: number): void
  /** Undoes an excessive charge, if it still counts; a negative amount charges more. */
  refund(amount: number, chargedAt: number, now: number): void
  /** The amount that may still be charged now. */
  left(now: number): number
  setLimit(limit: number, now: number): void
  /** The remaining amount seen by an earlier run. */
  restore(seen: { readonly left: number; readonly at: number }, now: number): void
  /** The remaining amount reported by the provider. */
  correct(report: ReportedLeft, now: number): void
}

/** It is unknown whether the provider counted at arrival of the call, at `at`, or at the answer. */
export interface ReportedLeft {
  readonly at: number
  readonly left: number
  /** Remaining at arrival of the call, minus everything certainly later, and everything possibly later. */
  readonly most: number
  readonly least: number
}

/**
 * Refills continuously up to its limit, as Anthropic's and OpenAI's do. A call arrives a little after it was
 * charged here, while the provider's bucket may be full and lose its refill: the topmost part is never used.
 */
export class Bucket implements Window {
  #limit: number
  #level: number
  #at: number
  /** How often in a row the provider reported more than our level. */
  #above = 0
  readonly #windowMs: number

  constructor(options: {
    readonly limit: number
    readonly windowMs: number
    readonly now: number
  }) {
    this.#limit = options.limit
    this.#windowMs = options.windowMs
    this.#level = usable(options.limit)
    this.#at = options.now
  }

  get limit(): number {
    return this.#limit
  }

  readyAt(amount: number, now: number, another = 0): number {
    const missing = Math.min(amount, usable(this.#limit)) - this.left(now) + another
    return missing <= TINY ? now : now + (missing * this.#windowMs) / this.#limit
  }

  charge(amount: number, now: number): void {
    this.#level = this.left(now) - amount
  }

  refund(amount: number, _chargedAt: number, now: number): void {
    this.#level = Math.min(usable(this.#limit), this.left(now) + amount)
  }

  left(now: number): number {
    if (now > this.#at) {
      const gained = ((now - this.#at) * this.#limit) / this.#windowMs
      this.#level = Math.min(usable(this.#limit), this.#level + gained)
      this.#at = now
    }
    return this.#level
  }

  setLimit(limit: number, now: number): void {
    const before = this.left(now)
    const used = usable(this.#limit) - before
    this.#limit = limit
    // A provider never owes more than its limit: what was used of a higher one is not waited for.
    this.#level = Math.max(usable(limit) - used, Math.min(before, 0))
  }

  restore({ left, at }: { left: number; at: number }, now: number): void {
    const gained = ((now - at) * this.#limit) / this.#windowMs
    this.#level = Math.min(usable(this.#limit), left + Math.max(0, gained))
    this.#at = now
  }

  /** Down at once: the scope has other users. Up only after repeated reports. */
  correct(report: ReportedLeft, now: number): void {
    const gained = ((now - report.at) * this.#limit) / this.#windowMs
    const most =
      Math.min(this.#limit, Math.max(report.most + gained, report.left)) - unused(this.#limit)
    const least = Math.min(this.#limit, report.least) - unused(this.#limit)
    const level = this.left(now)
    this.#above = least > level ? this.#above + 1 : 0
    if (most < level) this.#level = most
    else if (this.#above >= BELIEVED_AFTER) this.#level = level + (least - level) / 2
  }
}

/**
 * Counts from edge to edge, as Gemini's minutes and days do. Clocks differ and calls take time: a call just
 * before an edge counts on both sides of it, and after a full window the next one is entered a little late.
 */
export class FixedWindow implements Window {
  #limit: number
  #used = 0
  /** Charged so late that the provider may count it in the next window. */
  #late = 0
  #before = 0
  /** The fullest window so far. */
  #fullest = 0
  #startsAt: number
  #endsAt: number
  readonly #endOf: (now: number) => number
  readonly #guardMs: number

  constructor(options: {
    readonly limit: number
    readonly endOf: (now: number) => number
    readonly guardMs: number
    readonly now: number
  }) {
    this.#limit = options.limit
    this.#endOf = options.endOf
    this.#guardMs = options.guardMs
    this.#startsAt = Number.NEGATIVE_INFINITY
    this.#endsAt = options.endOf(options.now)
  }

  get limit(): number {
    return this.#limit
  }

  /** Charged in this window so far. */
  used(now: number): number {
    this.#roll(now)
    return this.#used
  }

  /** The most ever charged in one finished window. */
  get fullest(): number {
    return this.#fullest
  }

  readyAt(amount: number, now: number, another = 0): number {
    this.#roll(now)
    const wanted = Math.min(amount, this.#limit)
    if (this.#used + another + wanted > this.#limit) {
      const late = this.#late + (this.#isLate(now) ? another : 0)
      const fitsNext = late + wanted <= this.#limit
      return (fitsNext ? this.#endsAt : this.#endOf(this.#endsAt)) + this.#guardMs
    }
    const wasFull = this.#before + wanted > this.#limit
    return wasFull ? Math.max(now, this.#startsAt + this.#guardMs) : now
  }

  charge(amount: number, now: number): void {
    this.#roll(now)
    this.#used += amount
    if (this.#isLate(now)) this.#late += amount
  }

  refund(amount: number, chargedAt: number, now: number): void {
    this.#roll(now)
    if (chargedAt >= this.#startsAt) this.#used = Math.max(0, this.#used - amount)
  }

  left(now: number): number {
    return this.#limit - this.used(now)
  }

  setLimit(limit: number, now: number): void {
    this.#roll(now)
    this.#limit = limit
  }

  restore({ left, at }: { left: number; at: number }, now: number): void {
    this.#roll(now)
    if (this.#endOf(at) === this.#endsAt) this.#used = Math.max(0, this.#limit - left)
  }

  correct(report: ReportedLeft, now: number): void {
    this.#roll(now)
    if (this.#limit === Number.POSITIVE_INFINITY) return
    if (report.at >= this.#startsAt) this.#used = Math.max(this.#used, this.#limit - report.most)
  }

  #isLate(now: number): boolean {
    return now >= this.#endsAt - this.#guardMs
  }

  #roll(now: number): void {
    if (now < this.#endsAt) return
    this.#fullest = Math.max(this.#fullest, this.#used)
    const endsAt = this.#endOf(now)
    const isNext = this.#endOf(this.#endsAt) === endsAt
    this.#before = isNext ? this.#used : 0
    this.#used = isNext ? this.#late : 0
    this.#late = 0
    this.#startsAt = isNext ? this.#endsAt : Number.NEGATIVE_INFINITY
    this.#endsAt = endsAt
  }
}

const BELIEVED_AFTER = 3

/** Rounding must not delay a call by a billionth of a request. */
const TINY = 1e-6

function unused(limit: number): number {
  return limit <= 1 ? 0 : Math.max(1, limit * 0.03)
}

function usable(limit: number): number {
  return limit - unused(limit)
}
