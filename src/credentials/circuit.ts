/**
 * Guards one model of one provider while that is in trouble.
 *
 *   closed ──► open ──► probing ──► closed
 *                ▲         │
 *                └─────────┘
 *
 * Open: nobody calls. Then exactly one call goes as a probe; if it is answered all go on, else the
 * circuit stays open a little longer.
 */
const REMEMBERED = 10
const LEAST_FAILURES = 4
const FAILING_SHARE = 0.6
/** So short at first that everything resumes within a second; a long outage is asked less often. */
const SHORTEST_OPEN_MS = 120
const SHORT_OPEN_MS = 700
const SHORT_FOR_MS = 60_000
const LONGEST_OPEN_MS = 15_000

export class Circuit {
  #recent: { readonly failed: boolean; readonly credential: string }[] = []
  #isOpen = false
  #openedAt = 0
  #until = 0
  #probe: number | undefined

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** When the next probe may go; not known while one is on its way. */
  get until(): number {
    return this.#probe === undefined ? this.#until : Number.POSITIVE_INFINITY
  }

  allows(now: number): 'all' | 'probe' | 'none' {
    if (!this.isOpen) return 'all'
    return now < this.until ? 'none' : 'probe'
  }

  startProbe(lease: number): void {
    this.#probe = lease
  }

  /** The call was answered, with whatever: the provider lives. Says whether that closed it. */
  answered(lease: number, credential: string): boolean {
    if (this.isOpen) {
      if (lease !== this.#probe) return false
      this.#isOpen = false
      this.#probe = undefined
      this.#recent = []
      return true
    }
    this.#remember({ failed: false, credential })
    return false
  }

  /** The call found the provider in trouble. Says whether that opened it. */
  failed(
    lease: number,
    options: {
      readonly credential: string
      readonly credentials: number
      readonly now: number
      readonly jitter: () => number
    },
  ): boolean {
    if (this.isOpen) {
      if (lease === this.#probe) this.#open(options.now, options.jitter)
      return false
    }
    this.#remember({ failed: true, credential: options.credential })
    const failures = this.#recent.filter(({ failed }) => failed)
    const keys = new Set(failures.map(({ credential }) => credential)).size
    const last = this.#recent.slice(-LEAST_FAILURES)
    const isInARow = last.length === LEAST_FAILURES && last.every(({ failed }) => failed)
    const isMost =
      failures.length >= LEAST_FAILURES && failures.length >= FAILING_SHARE * this.#recent.length
    const isBroken = isInARow || (isMost && keys >= Math.min(2, options.credentials))
    if (isBroken) this.trip(options.now, options.jitter)
    return isBroken
  }

  /** How long it has been open. */
  outageMs(now: number): number {
    return this.#isOpen ? now - this.#openedAt : 0
  }

  trip(now: number, jitter: () => number): void {
    if (!this.#isOpen) this.#openedAt = now
    this.#open(now, jitter)
  }

  /** The probe came back without a word about the provider. */
  dropProbe(lease: number): void {
    if (lease === this.#probe) this.#probe = undefined
  }

  #open(now: number, jitter: () => number): void {
    const outage = now - this.#openedAt
    const short = Math.max(SHORTEST_OPEN_MS, Math.min(SHORT_OPEN_MS, outage / 25))
    const openMs = outage < SHORT_FOR_MS ? short : Math.min(LONGEST_OPEN_MS, outage / 20)
    this.#isOpen = true
    this.#probe = undefined
    this.#until = now + openMs * (0.75 + jitter() / 2)
  }

  #remember(call: { readonly failed: boolean; readonly credential: string }): void {
    this.#recent.push(call)
    if (this.#recent.length > REMEMBERED) this.#recent.shift()
  }
}
