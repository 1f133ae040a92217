/**
 * Guards one model of one provider during an outage.
 *
 *   closed ──► open ──► probing ──► closed
 *                ▲         │
 *                └─────────┘
 *
 * Open: no calls. Then exactly one call is made as a probe; an answer closes the circuit, a failure keeps it
 * open a little longer. Each probe counts as a try of its call, followed by the call's own pause: no call
 * uses up its retries at once, and none waits for ever. A good answer takes a model a minute, a refusal
 * milliseconds: while a probe lives much longer than earlier ones, calls without a pause are allowed too.
 * That is a guess, so the circuit stays open until one of them is answered. It is not made for connection
 * errors: a slow connection is no better than a refused one.
 */
import type { Outage } from '../model/calls/lease.ts'

const REMEMBERED = 10
const LEAST_FAILURES = 4
const FAILING_SHARE = 0.6
/** Short at first, so that work resumes within a second; a long outage is probed less often. */
const SHORTEST_OPEN_MS = 75
const SHORT_OPEN_MS = 700
const SHORT_FOR_MS = 60_000
const LONGEST_OPEN_MS = 15_000
/** A probe this many times older than a refusal is probably being answered. */
const TIMES_A_REFUSAL = 4
const LEAST_LIFE_MS = 50
const LAST_REFUSALS = 5

/** The kind of failure. */
export type Fault = Pick<Outage, 'code' | 'address'>

export class Circuit {
  #recent: { readonly failed: boolean; readonly credential: string }[] = []
  /** Undefined while closed. */
  #openedAt: number | undefined
  #until = 0
  #probe: { readonly lease: number; readonly at: number } | undefined
  /** Durations of the last refused probes of this outage. */
  #refusals: number[] = []
  /** Since the last answer: time of the first failure, fault of the last one. */
  #outage: Outage | undefined

  /** Start and fault of the present failures; also while closed. */
  get outage(): Outage | undefined {
    return this.#outage
  }

  get isOpen(): boolean {
    return this.#openedAt !== undefined
  }

  /** Time of the next probe, or when the present probe counts as long-lived; may be unknown. */
  get until(): number {
    if (this.#probe === undefined) return this.#until
    const isConnecting = this.#outage !== undefined && this.#outage.address !== null
    if (this.#refusals.length === 0 || isConnecting) return Number.POSITIVE_INFINITY
    return this.#probe.at + Math.max(LEAST_LIFE_MS, TIMES_A_REFUSAL * Math.max(...this.#refusals))
  }

  allows(now: number): 'all' | 'probe' | 'none' {
    if (!this.isOpen) return 'all'
    if (now < this.until) return 'none'
    return this.#probe === undefined ? 'probe' : 'all'
  }

  startProbe(lease: number, now: number): void {
    this.#probe = { lease, at: now }
  }

  /** Any answer counts: the provider is up. Returns whether this closed the circuit. */
  answered(lease: number, credential: string): boolean {
    if (this.isOpen && !this.#isOfNow(lease)) return false
    this.#outage = undefined
    if (!this.isOpen) {
      this.#remember({ failed: false, credential })
      return false
    }
    this.#openedAt = undefined
    this.#probe = undefined
    this.#recent = []
    return true
  }

  /** The provider failed the call. Returns whether this opened the circuit. */
  failed(
    lease: number,
    options: {
      readonly credential: string
      readonly credentials: number
      readonly fault: Fault
      readonly now: number
      readonly jitter: () => number
    },
  ): boolean {
    this.#note(options.fault, options.now)
    if (this.isOpen) {
      const probe = this.#probe
      if (lease === probe?.lease)
        this.#refusals = [...this.#refusals, options.now - probe.at].slice(-LAST_REFUSALS)
      if (this.#isOfNow(lease)) this.#open(options.now, options.jitter)
      return false
    }
    this.#remember({ failed: true, credential: options.credential })
    const failures = this.#recent.filter(({ failed }) => failed)
    const credentials = new Set(failures.map(({ credential }) => credential)).size
    const last = this.#recent.slice(-LEAST_FAILURES)
    const isInARow = last.length === LEAST_FAILURES && last.every(({ failed }) => failed)
    const isMost =
      failures.length >= LEAST_FAILURES && failures.length >= FAILING_SHARE * this.#recent.length
    const isBroken = isInARow || (isMost && credentials >= Math.min(2, options.credentials))
    if (isBroken) this.trip(options.fault, options)
    return isBroken
  }

  /** How long it has been open. */
  outageMs(now: number): number {
    return this.#openedAt === undefined ? 0 : now - this.#openedAt
  }

  trip(
    fault: Fault,
    { now, jitter }: { readonly now: number; readonly jitter: () => number },
  ): void {
    this.#note(fault, now)
    if (!this.isOpen) this.#refusals = []
    this.#open(now, jitter)
  }

  /** The probe ended without any information about the provider. */
  dropProbe(lease: number): void {
    if (lease === this.#probe?.lease) this.#probe = undefined
  }

  /** The probe, or a call made beside it; earlier calls say nothing about the present. */
  #isOfNow(lease: number): boolean {
    return this.#probe !== undefined && lease >= this.#probe.lease
  }

  #note({ code, address }: Fault, now: number): void {
    this.#outage = { code, address, since: this.#outage?.since ?? now }
  }

  #open(now: number, jitter: () => number): void {
    this.#openedAt ??= now
    const outage = now - this.#openedAt
    const short = Math.max(SHORTEST_OPEN_MS, Math.min(SHORT_OPEN_MS, outage / 40))
    const openMs = outage < SHORT_FOR_MS ? short : Math.min(LONGEST_OPEN_MS, outage / 20)
    this.#probe = undefined
    this.#until = now + openMs * (0.75 + jitter() / 2)
  }

  #remember(call: { readonly failed: boolean; readonly credential: string }): void {
    this.#recent = [...this.#recent, call].slice(-REMEMBERED)
  }
}
