/** What a provider grants within a time. Charged before a call, put right after it. */
export interface Window {
  readonly limit: number
  /** The earliest time at which this amount may be charged, should another be charged now. */
  readyAt(amount: number, now: number, another?: number): number
  charge(amount: number, now: number): void
  /** Gives back what was charged too much, if that still counts; a negative amount charges more. */
  refund(amount: number, chargedAt: number, now: number): void
  /** What may still be charged now. */
  left(now: number): number
  setLimit(limit: number, now: number): void
  /** So much was left when an earlier run looked. */
  restore(seen: { readonly left: number; readonly at: number }, now: number): void
  /** The provider said what was left. */
  correct(told: Told, now: number): void
}

/** Nobody says whether it was counted when the call came, at that time, or when it was answered. */
export interface Told {
  readonly at: number
  readonly left: number
  /** What was left when the call came, without all that surely came later, and all that may have. */
  readonly most: number
  readonly least: number
}

/**
 * Refills continuously up to its limit, as Anthropic's and OpenAI's do. A call reaches the provider
 * a little after it was charged here, while the provider's own bucket may be full and lose what
 * flows in: the uppermost part is never used.
 */
export class Bucket implements Window {
  #limit: number
  #level: number
  #at: number
  /** How often in a row the provider had more left than we thought. */
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
    const used = usable(this.#limit) - this.left(now)
    this.#limit = limit
    this.#level = usable(limit) - used
  }

  restore({ left, at }: { left: number; at: number }, now: number): void {
    const gained = ((now - at) * this.#limit) / this.#windowMs
    this.#level = Math.min(usable(this.#limit), left + Math.max(0, gained))
    this.#at = now
  }

  /** Down at once: somebody else uses the scope. Up only when it is said again and again. */
  correct(told: Told, now: number): void {
    const gained = ((now - told.at) * this.#limit) / this.#windowMs
    const most =
      Math.min(this.#limit, Math.max(told.most + gained, told.left)) - unused(this.#limit)
    const least = Math.min(this.#limit, told.least) - unused(this.#limit)
    const level = this.left(now)
    this.#above = least > level ? this.#above + 1 : 0
    if (most < level) this.#level = most
    else if (this.#above >= BELIEVED_AFTER) this.#level = level + (least - level) / 2
  }
}

/**
 * Counts from edge to edge, as Gemini's minutes and days do. Clocks differ and calls travel: what is
 * sent just before an edge counts on both sides of it, and after a full window the next one is
 * entered a little late.
 */
export class FixedWindow implements Window {
  #limit: number
  #used = 0
  /** Charged so late that the provider may count it in the next window. */
  #late = 0
  #before = 0
  /** The most that a window has held. */
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

  /** The most that was ever charged in one window that is over. */
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

  correct(told: Told, now: number): void {
    this.#roll(now)
    if (this.#limit === Number.POSITIVE_INFINITY) return
    if (told.at >= this.#startsAt) this.#used = Math.max(this.#used, this.#limit - told.most)
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

/** Rounding must not make a call wait for a billionth of a request. */
const TINY = 1e-6

function unused(limit: number): number {
  return limit <= 1 ? 0 : Math.max(1, limit * 0.03)
}

function usable(limit: number): number {
  return limit - unused(limit)
}
