/**
 * Guards one model of one provider while that fails.
 *
 *   closed ──► open ──► probing ──► closed
 *                ▲         │
 *                └─────────┘
 *
 * Open: nobody calls. Then exactly one call goes as a probe; if it is answered all go on, else the
 * circuit stays open a little longer. Each probe is a try of its call, which is then held back for its
 * own pause: so no call spends its retries at once, and none waits for ever. A good answer takes a model
 * a minute, a refusal none: beside a probe that lives much longer than those before it, calls without a
 * pause may go. That is a guess: the circuit stays open until one of them is answered. Where connections
 * fail it is not made, since a connection that takes long is no better than one that is refused.
 */
import type { Outage } from '../model/lease.ts'

const REMEMBERED = 10
const LEAST_FAILURES = 4
const FAILING_SHARE = 0.6
/** So short at first that everything resumes within a second; a long outage is asked less often. */
const SHORTEST_OPEN_MS = 75
const SHORT_OPEN_MS = 700
const SHORT_FOR_MS = 60_000
const LONGEST_OPEN_MS = 15_000
/** What is much longer than a refusal. */
const TIMES_A_REFUSAL = 4
const LEAST_LIFE_MS = 50
const LAST_REFUSALS = 5

/** How the provider failed. */
export type Fault = Pick<Outage, 'code' | 'address'>

export class Circuit {
  #recent: { readonly failed: boolean; readonly credential: string }[] = []
  #isOpen = false
  #openedAt = 0
  #until = 0
  #probe: { readonly lease: number; readonly at: number } | undefined
  /** How long the last probes of this outage took to be refused. */
  #refusals: number[] = []
  /** Of the failures since the last answer, the first's time and the last's fault. */
  #outage: Outage | undefined

  /** Since when and how it fails; also while it is closed. */
  get outage(): Outage | undefined {
    return this.#outage
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** When the next probe may go, or the one on its way has lived for long; that may not be known. */
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

  /** The call was answered, with whatever: the provider lives. Says whether that closed it. */
  answered(lease: number, credential: string): boolean {
    if (this.isOpen && !this.#isOfNow(lease)) return false
    this.#outage = undefined
    if (this.isOpen) {
      this.#close()
      return true
    }
    this.#remember({ failed: false, credential })
    return false
  }

  /** The call found the provider failing. Says whether that opened it. */
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
    const keys = new Set(failures.map(({ credential }) => credential)).size
    const last = this.#recent.slice(-LEAST_FAILURES)
    const isInARow = last.length === LEAST_FAILURES && last.every(({ failed }) => failed)
    const isMost =
      failures.length >= LEAST_FAILURES && failures.length >= FAILING_SHARE * this.#recent.length
    const isBroken = isInARow || (isMost && keys >= Math.min(2, options.credentials))
    if (isBroken) this.trip(options.fault, options)
    return isBroken
  }

  /** How long it has been open. */
  outageMs(now: number): number {
    return this.#isOpen ? now - this.#openedAt : 0
  }

  trip(
    fault: Fault,
    { now, jitter }: { readonly now: number; readonly jitter: () => number },
  ): void {
    this.#note(fault, now)
    if (!this.#isOpen) {
      this.#openedAt = now
      this.#refusals = []
    }
    this.#open(now, jitter)
  }

  /** The probe came back without a word about the provider. */
  dropProbe(lease: number): void {
    if (lease === this.#probe?.lease) this.#probe = undefined
  }

  /** The probe, or a call that went beside it; those from before say nothing about now. */
  #isOfNow(lease: number): boolean {
    return this.#probe !== undefined && lease >= this.#probe.lease
  }

  #note({ code, address }: Fault, now: number): void {
    this.#outage = { code, address, since: this.#outage?.since ?? now }
  }

  #close(): void {
    this.#isOpen = false
    this.#probe = undefined
    this.#recent = []
  }

  #open(now: number, jitter: () => number): void {
    const outage = now - this.#openedAt
    const short = Math.max(SHORTEST_OPEN_MS, Math.min(SHORT_OPEN_MS, outage / 40))
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
