/**
 * The pool in virtual time: workers that make calls one after the other, and a provider that counts
 * as real ones do. No process, no socket, no clock: a day takes as long as its decisions.
 */
import { CredentialPool, type PoolOptions } from '../../src/credentials/lease-pool.ts'
import type {
  CallOutcome,
  Credential,
  LimitReading,
  Settlement,
} from '../../src/model/calls/lease.ts'
import { Heap } from '../../src/model/heap.ts'
import { Secret } from '../../src/model/secrets/secret.ts'

export interface SimulatedCall {
  readonly model?: string
  readonly inputTokens: number
  readonly latencyMs: number
}

/** What the provider allows a scope, whether or not the pool knows it. */
export interface SimulatedLimits {
  readonly window: 'bucket' | 'fixed'
  readonly windowMs: number
  readonly requests?: number
  readonly tokens?: number
  readonly requestsPerDay?: number
  readonly concurrency?: number
  /** Refused calls count too. */
  readonly countsRefused?: boolean
  /** Says what is left with every answer. */
  readonly headers?: boolean
}

interface Simulation {
  readonly credentials: readonly Credential[]
  readonly limits: Readonly<Record<string, SimulatedLimits>>
  /** The calls of each worker, one after the other. */
  readonly workers: readonly (readonly SimulatedCall[])[]
  readonly startsAt?: number
  readonly seed?: number
  /** How long a call may be on its way to the provider. */
  readonly travelMs?: number
  readonly isDown?: (at: number) => boolean
  readonly isInvalid?: (credential: string, at: number) => boolean
  readonly retries?: number
  /** Every settlement is said twice. */
  readonly repeats?: boolean
  readonly pool?: Partial<PoolOptions>
  readonly onGrant?: (grant: { credential: Credential; at: number; worker: number }) => void
}

interface SimulationResult {
  readonly makespanMs: number
  readonly sent: number
  /** The most requests that one call has made. */
  readonly mostTries: number
  readonly useful: number
  readonly lost: number
  readonly wasted: Readonly<Partial<Record<CallOutcome['kind'], number>>>
  readonly longestWaitMs: number
  readonly decisions: number
  readonly granted: number
  readonly settled: number
}

const START = Date.UTC(2026, 10, 15, 18, 0, 0)

export function simulatePool(simulation: Simulation): SimulationResult {
  const { workers, retries = 5, travelMs = 5 } = simulation
  const chance = randomFrom(simulation.seed ?? 1)
  const startsAt = simulation.startsAt ?? START
  const pool = new CredentialPool({
    credentials: simulation.credentials,
    cost: { runCost: 1e9, itemCost: 1e9 },
    leaseMs: 600_000,
    jitter: chance,
    remembered: [],
    levels: [],
    ...simulation.pool,
  })
  const provider = new SimulatedProvider(simulation)
  const agenda = new Heap<{ at: number; seq: number; run: () => void }>(
    (a, b) => a.at < b.at || (a.at === b.at && a.seq < b.seq),
  )
  let now = startsAt
  let seq = 0
  let wokenFor = Number.POSITIVE_INFINITY
  const later = (at: number, run: () => void) => agenda.push({ at, seq: ++seq, run })
  const result = {
    sent: 0,
    mostTries: 0,
    useful: 0,
    lost: 0,
    longestWaitMs: 0,
    decisions: 0,
    granted: 0,
  }
  const wasted: Record<string, number> = {}
  const tickets = new Map<number, (lease: number, credential: Credential) => void>()
  const refusals = new Map<number, () => void>()
  let settled = 0
  let lastSettledAt = startsAt

  /** `tries` counts requests, `failed` those that cost a retry. */
  function work(
    { worker, index }: { readonly worker: number; readonly index: number },
    since: number,
    { tries = 0, failed = 0, pauseMs = 0 } = {},
  ): void {
    const call = workers[worker]?.[index]
    if (call === undefined) return
    const request = {
      provider: 'p',
      model: call.model ?? 'm',
      inputTokens: call.inputTokens,
      outputTokens: 0,
      cost: null,
      outputCost: null,
      pauseMs,
    }
    const ticket = pool.acquire({ item: `${worker}`, request, order: since, now })
    refusals.set(ticket, () => {
      result.lost += (workers[worker] ?? []).length - index
    })
    const next = () => later(now + 1, () => work({ worker, index: index + 1 }, now))
    tickets.set(ticket, (lease, credential) => {
      result.sent += 1
      result.mostTries = Math.max(result.mostTries, tries + 1)
      result.longestWaitMs = Math.max(result.longestWaitMs, now - since)
      simulation.onGrant?.({ credential, at: now, worker })
      later(now + chance() * travelMs, () => {
        const { settlement, latencyMs } = provider.answer(credential, call, now)
        later(now + latencyMs, () => {
          provider.leave(credential)
          pool.settle(lease, settlement, now)
          if (simulation.repeats)
            pool.settle(lease, { outcome: { kind: 'invalid' }, readings: [] }, now)
          settled += 1
          lastSettledAt = now
          const { kind } = settlement.outcome
          if (kind === 'ok') {
            result.useful += 1
            return next()
          }
          wasted[kind] = (wasted[kind] ?? 0) + 1
          const isFree = kind === 'invalid' || kind === 'day-quota' || kind === 'billing'
          if (!isFree && failed >= retries) {
            result.lost += 1
            return next()
          }
          const spent = { tries: tries + 1, failed: failed + (isFree ? 0 : 1) }
          const pauseMs = kind === 'down' ? 1_000 * 2 ** spent.failed * (0.5 + chance() / 2) : 0
          later(now + 1, () => work({ worker, index }, since, { ...spent, pauseMs }))
        })
      })
    })
  }

  function advance(): void {
    result.decisions += 1
    for (const decision of pool.advance(now).decisions) {
      if (decision.type === 'queued') continue
      const go = tickets.get(decision.ticket)
      tickets.delete(decision.ticket)
      if (decision.type === 'refused') refusals.get(decision.ticket)?.()
      else {
        result.granted += 1
        go?.(decision.lease, decision.credential)
      }
      refusals.delete(decision.ticket)
    }
    const wakeAt = pool.wakeAt()
    if (wakeAt < wokenFor && tickets.size > 0) {
      wokenFor = wakeAt
      later(Math.max(now, wakeAt), () => {
        wokenFor = Number.POSITIVE_INFINITY
      })
    }
  }

  for (const worker of workers.keys()) work({ worker, index: 0 }, now)
  advance()
  for (let next = agenda.pop(); next !== undefined; next = agenda.pop()) {
    now = next.at
    next.run()
    while (agenda.peek()?.at === now) agenda.pop()?.run()
    advance()
  }
  return { ...result, settled, wasted, makespanMs: lastSettledAt - startsAt }
}

/** A provider that keeps its limits as documented, by the time at which calls arrive. */
class SimulatedProvider {
  readonly #simulation: Simulation
  readonly #scopes = new Map<string, Counter>()
  readonly #open = new Map<string, number>()

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  answer(
    credential: Credential,
    call: SimulatedCall,
    at: number,
  ): { settlement: Settlement; latencyMs: number } {
    const { isDown, isInvalid, limits } = this.#simulation
    const open = (this.#open.get(credential.id) ?? 0) + 1
    this.#open.set(credential.id, open)
    if (isDown?.(at)) return refusal({ kind: 'down', status: 503 })
    if (isInvalid?.(credential.id, at)) return refusal({ kind: 'invalid' })
    const limit = limits[credential.scope]
    if (limit === undefined) return this.#useful(call, [])
    if (limit.concurrency !== undefined && open > limit.concurrency)
      return refusal({ kind: 'rate' })
    const name = `${credential.scope} ${call.model}`
    const counter = this.#scopes.get(name) ?? new Counter(limit, at)
    this.#scopes.set(name, counter)
    const refused = counter.take(call.inputTokens, at)
    if (refused !== undefined) return refusal(refused)
    return this.#useful(call, limit.headers === true ? counter.readings(at) : [])
  }

  leave(credential: Credential): void {
    this.#open.set(credential.id, (this.#open.get(credential.id) ?? 1) - 1)
  }

  #useful(call: SimulatedCall, readings: readonly LimitReading[]) {
    const usage = { inputTokens: call.inputTokens, outputTokens: 0, cachedTokens: 0 }
    return {
      settlement: { outcome: { kind: 'ok' as const }, readings, usage },
      latencyMs: call.latencyMs,
    }
  }
}

class Counter {
  readonly #limit: SimulatedLimits
  #requests: number
  #tokens: number
  #day = 0
  #at: number

  constructor(limit: SimulatedLimits, at: number) {
    this.#limit = limit
    this.#requests = limit.requests ?? Number.POSITIVE_INFINITY
    this.#tokens = limit.tokens ?? Number.POSITIVE_INFINITY
    this.#at = at
  }

  take(tokens: number, at: number): CallOutcome | undefined {
    const { window, windowMs, requestsPerDay, countsRefused } = this.#limit
    this.#refill(at)
    if (requestsPerDay !== undefined && this.#day >= requestsPerDay)
      return { kind: 'day-quota', resets: 'midnight-pacific' }
    const fits = this.#requests >= 1 - 1e-9 && this.#tokens >= tokens - 1e-9
    if (!fits) {
      if (countsRefused) this.#requests -= 1
      const toEdge = windowMs - (at % windowMs)
      const missing = Math.max(
        (1 - this.#requests) / (this.#limit.requests ?? Number.POSITIVE_INFINITY),
        (tokens - this.#tokens) / (this.#limit.tokens ?? Number.POSITIVE_INFINITY),
      )
      return { kind: 'rate', waitMs: window === 'fixed' ? toEdge : Math.ceil(missing * windowMs) }
    }
    this.#requests -= 1
    this.#tokens -= tokens
    this.#day += 1
    return undefined
  }

  readings(at: number): LimitReading[] {
    this.#refill(at)
    const { requests, tokens } = this.#limit
    const all: LimitReading[] = []
    if (requests !== undefined)
      all.push({
        dimension: 'requests',
        per: 'minute',
        limit: requests,
        remaining: Math.floor(this.#requests),
      })
    if (tokens !== undefined)
      all.push({
        dimension: 'tokens',
        per: 'minute',
        limit: tokens,
        remaining: Math.floor(this.#tokens),
      })
    return all
  }

  #refill(at: number): void {
    const { window, windowMs, requests, tokens } = this.#limit
    const isNext = Math.floor(at / windowMs) > Math.floor(this.#at / windowMs)
    const gained = window === 'fixed' ? (isNext ? 1 : 0) : (at - this.#at) / windowMs
    if (requests !== undefined)
      this.#requests = Math.min(requests, this.#requests + gained * requests)
    if (tokens !== undefined) this.#tokens = Math.min(tokens, this.#tokens + gained * tokens)
    this.#at = at
  }
}

function refusal(outcome: CallOutcome): { settlement: Settlement; latencyMs: number } {
  return { settlement: { outcome, readings: [] }, latencyMs: 5 }
}

export function simulatedKey(
  id: string,
  options: Partial<Omit<Credential, 'id' | 'secret' | 'provider'>> = {},
): Credential {
  const secret = new Secret(id, `value-of-${id}`)
  return { id, provider: 'p', protocol: 'openai', scope: id, secret, ...options }
}

/** Small, seeded, good enough for jitter. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
