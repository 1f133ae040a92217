import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type SimulatedCall,
  type SimulatedLimits,
  simulatedKey,
  simulatePool,
} from '../../test/rig/simulate-pool.ts'
import { leaseRequestFor } from '../../test/rig/test-pool.ts'
import type { Credential } from '../model/calls/lease.ts'
import { CredentialPool } from './lease-pool.ts'

const NOW = Date.UTC(2026, 10, 15, 18, 0, 0)
const RUNS = { numRuns: 60 }

const anyCall: fc.Arbitrary<SimulatedCall> = fc.record({
  model: fc.constantFrom('m', 'n'),
  inputTokens: fc.integer({ min: 1, max: 900 }),
  latencyMs: fc.integer({ min: 1, max: 900 }),
})
const anyWorkers = fc.array(fc.array(anyCall, { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 12,
})
const anyScope = fc.record({
  window: fc.constantFrom('bucket' as const, 'fixed' as const),
  windowMs: fc.constantFrom(3_000, 10_000, 60_000),
  requests: fc.integer({ min: 3, max: 20 }),
  tokens: fc.integer({ min: 1_000, max: 5_000 }),
  headers: fc.boolean(),
  keys: fc.integer({ min: 1, max: 3 }),
})
const anyPhase = fc.integer({ min: 0, max: 60_000 })
const seed = fc.integer()

type Scope = Omit<SimulatedLimits, 'requests' | 'tokens'> & {
  readonly requests: number
  readonly tokens: number
  readonly keys: number
}

describe('whatever the calls, the keys and the provider’s windows', () => {
  test('nothing is refused where limits are known, and every call is answered', () => {
    fc.assert(
      fc.property(
        fc.array(anyScope, { minLength: 1, maxLength: 3 }),
        anyWorkers,
        fc.record({ phase: anyPhase, seed }),
        (scopes, workers, { phase, seed }) => {
          const { credentials, limits } = told(scopes)
          const startsAt = NOW + phase
          const result = simulatePool({
            credentials,
            limits,
            workers,
            startsAt,
            seed,
            travelMs: 40,
          })
          expect(result).toMatchObject({ wasted: {}, lost: 0, useful: workers.flat().length })
        },
      ),
      RUNS,
    )
  })

  test('where they are not known, nothing is lost', () => {
    fc.assert(
      fc.property(
        fc.array(anyScope, { minLength: 1, maxLength: 3 }),
        anyWorkers,
        seed,
        (scopes, workers, seed) => {
          const { credentials, limits } = told(scopes)
          const untold = credentials.map(({ limits, ...rest }) => {
            return { ...rest, limits: { windowMs: limits?.windowMs } }
          })
          const result = simulatePool({ credentials: untold, limits, workers, seed, retries: 50 })
          expect(result).toMatchObject({ lost: 0, useful: workers.flat().length })
        },
      ),
      RUNS,
    )
  })

  test('leases given are leases settled, also when everything is said twice', () => {
    fc.assert(
      fc.property(anyScope, anyWorkers, seed, (scope, workers, seed) => {
        const { credentials, limits } = told([scope])
        const once = simulatePool({ credentials, limits, workers, seed })
        const twice = simulatePool({ credentials, limits, workers, seed, repeats: true })
        expect(once.granted).toBe(once.settled)
        expect(twice).toEqual(once)
      }),
      RUNS,
    )
  })

  test('a key that is invalid, or whose day is used up, gets no call any more', () => {
    fc.assert(
      fc.property(anyWorkers, seed, fc.integer({ min: 0, max: 3_000 }), (workers, seed, after) => {
        const grants: { id: string; at: number }[] = []
        const keys = ['good', 'bad', 'spent'].map((id) => simulatedKey(id, { protocol: 'google' }))
        const result = simulatePool({
          credentials: keys,
          limits: { spent: { window: 'fixed', windowMs: 60_000, requestsPerDay: 3 } },
          workers: workers.map((calls) => calls.map((call) => ({ ...call, model: 'm' }))),
          seed,
          startsAt: NOW,
          isInvalid: (id, at) => id === 'bad' && at >= NOW + after,
          onGrant: ({ credential, at }) => grants.push({ id: credential.id, at }),
        })
        expect(result.lost).toBe(0)
        // A first refusal, those on their way with it, and one probe.
        const bad = grants.filter(({ id, at }) => id === 'bad' && at >= NOW + after)
        const refusedAt = bad[0]?.at ?? 0
        expect(bad.filter(({ at }) => at > refusedAt + 100).length).toBeLessThanOrEqual(1)
        const spent = grants.filter(({ id }) => id === 'spent')
        const isOver = (spent[3]?.at ?? Number.POSITIVE_INFINITY) + 100
        expect(spent.filter(({ at }) => at > isOver)).toEqual([])
      }),
      RUNS,
    )
  })

  test('an outage of any length ends every wait, within the retries of each call', () => {
    fc.assert(
      fc.property(
        anyWorkers,
        seed,
        fc.integer({ min: 1, max: 300_000 }),
        (workers, seed, outageMs) => {
          const keys = [simulatedKey('a'), simulatedKey('b')]
          const result = simulatePool({
            credentials: keys,
            limits: {},
            workers,
            seed,
            startsAt: NOW,
            isDown: (at) => at < NOW + outageMs,
          })
          const work = Math.max(...workers.map((calls) => sum(calls.map((c) => c.latencyMs))))
          expect(result.useful + result.lost).toBe(workers.flat().length)
          expect(result.mostTries).toBeLessThanOrEqual(6)
          // The pauses of five retries, if all are as short as can be.
          if (outageMs < 31_000) expect(result.lost).toBe(0)
          expect(result.makespanMs).toBeLessThan(outageMs + work * 12 + 120_000)
        },
      ),
      RUNS,
    )
  })

  test('the first in the queue never starts later because of those behind it', () => {
    fc.assert(
      fc.property(
        fc.array(anyScope, { minLength: 1, maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 20 }),
        fc.integer({ min: 500, max: 1_000 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 10 }),
        (scopes, before, head, behind) => {
          const alone = startOf(scopes, { before, head, behind: [] })
          expect(startOf(scopes, { before, head, behind })).toBeLessThanOrEqual(alone + 1e-3)
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** When the head's call may go, after some that went before it and beside some behind it. */
function startOf(
  scopes: readonly Scope[],
  calls: { readonly before: number[]; readonly head: number; readonly behind: number[] },
): number {
  const { credentials } = told(scopes)
  const cost = { runCost: 1, itemCost: 1 }
  const options = { cost, leaseMs: 1e9, jitter: () => 0, remembered: [], levels: [] }
  const pool = new CredentialPool({ credentials, ...options })
  const ask = (inputTokens: number, order: number) => {
    const request = leaseRequestFor({ inputTokens, outputTokens: 0 })
    return pool.acquire({ item: `${order}`, request, order, now: NOW })
  }
  const before = calls.before.map((size) => ask(size, -1))
  const gone = pool.advance(NOW).decisions.filter(({ type }) => type === 'granted')
  for (const ticket of before) if (!gone.some((one) => one.ticket === ticket)) pool.cancel(ticket)
  const first = ask(calls.head, 0)
  for (const size of calls.behind) ask(size, 1)
  for (let now = NOW; ; now = pool.wakeAt()) {
    const { decisions } = pool.advance(now)
    if (decisions.some(({ ticket, type }) => ticket === first && type === 'granted')) return now
  }
}

function told(scopes: readonly Scope[]): {
  credentials: Credential[]
  limits: Record<string, SimulatedLimits>
} {
  const credentials = scopes.flatMap((scope, index) =>
    Array.from({ length: scope.keys }, (_, key) =>
      simulatedKey(`${index}-${key}`, {
        scope: `${index}`,
        protocol: scope.window === 'fixed' ? 'google' : 'openai',
        limits: {
          requestsPerMinute: scope.requests,
          tokensPerMinute: scope.tokens,
          windowMs: scope.windowMs,
        },
      }),
    ),
  )
  return { credentials, limits: Object.fromEntries(scopes.map((s, index) => [`${index}`, s])) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
