/** A pool in a test's hands: its clock, and the last word on each call. */
import { CredentialPool, LOST, type PoolOptions } from '../../src/credentials/lease-pool.ts'
import type { PoolFact } from '../../src/model/calls/call-facts.ts'
import type {
  CallOutcome,
  Credential,
  LeaseRequest,
  Settlement,
} from '../../src/model/calls/lease.ts'

export const NOW = Date.UTC(2026, 10, 15, 18, 0, 0)
/** Where limits are not known, calls are spaced by nearly this. */
export const MOMENT_MS = 11
export const OK: Settlement = { outcome: { kind: 'ok' }, readings: [] }

/** A pool with a clock, and the last word on each call. */
export class TestPool {
  readonly pool: CredentialPool
  now = NOW
  readonly #words = new Map<number, ReturnType<CredentialPool['advance']>['decisions'][number]>()
  /** All facts so far. */
  readonly allFacts: PoolFact[] = []
  #facts: string[] = []

  constructor(credentials: readonly Credential[], options: Partial<PoolOptions> = {}) {
    this.pool = new CredentialPool({
      credentials,
      cost: { runCost: 10, itemCost: 10 },
      leaseMs: 300_000,
      jitter: () => 0,
      remembered: [],
      levels: [],
      ...options,
    })
  }

  /** Asks for a lease, a moment after the last thing that happened. */
  call(about: Partial<LeaseRequest> = {}) {
    this.now += MOMENT_MS
    const request = leaseRequestFor(about)
    const ticket = this.pool.acquire({ item: 'i', request, order: this.now, now: this.now })
    return this.heard({ ticket })
  }

  callMany(count: number): number {
    const calls = Array.from({ length: count }, () => this.call())
    return calls.filter(({ type }) => type === 'granted').length
  }

  heard({ ticket }: { ticket: number }) {
    const { decisions, facts } = this.pool.advance(this.now)
    for (const decision of decisions) this.#words.set(decision.ticket, decision)
    this.allFacts.push(...facts)
    this.#facts.push(...facts.map(({ type }) => type))
    const word = this.#words.get(ticket)
    if (word === undefined) throw new Error('Nothing heard')
    return word
  }

  settle(call: { ticket: number } | undefined, settlement: Settlement) {
    if (call === undefined || !('lease' in call)) throw new Error('No lease')
    const charged = this.pool.settle(call.lease as number, settlement, this.now)
    this.heard(call)
    return charged
  }

  release(call: { ticket: number }): void {
    if (!('lease' in call)) throw new Error('No lease')
    this.pool.settle(call.lease as number, LOST, this.now)
  }

  /** Types of the facts since the last call. */
  facts(): string[] {
    const facts = this.#facts
    this.#facts = []
    return facts
  }
}

/** For a small call to `p:m` without a price, unless given otherwise. */
export function leaseRequestFor(about: Partial<LeaseRequest> = {}): LeaseRequest {
  const { cost = null } = about
  return {
    provider: 'p',
    model: 'm',
    inputTokens: 1,
    outputTokens: 1,
    outputCost: cost,
    pauseMs: 0,
    ...about,
    cost,
  }
}

export const DOWN: Settlement = { outcome: { kind: 'down', status: 529 }, readings: [] }
export const CUT: Settlement = {
  outcome: { kind: 'cut', code: 'ECONNRESET', address: 'api.example:443' },
  readings: [],
}
export const UNREACHABLE: Settlement = {
  outcome: {
    kind: 'unreachable',
    phase: 'connect',
    code: 'ECONNREFUSED',
    address: 'api.example:443',
  },
  readings: [],
}

export function refused(outcome: CallOutcome): Settlement {
  return { outcome, readings: [] }
}

export function idOf(decision: object): string {
  return 'credential' in decision ? (decision.credential as Credential).id : 'none'
}
