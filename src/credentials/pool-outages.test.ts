/** Outages and refusals with a misleading appearance. */
import { describe, expect, test } from 'vitest'
import { simulatedKey, simulatePool } from '../../test/rig/simulate-pool.ts'
import {
  CUT,
  DOWN,
  MOMENT_MS,
  NOW,
  OK,
  refused,
  TestPool,
  UNREACHABLE,
} from '../../test/rig/test-pool.ts'
import type { CallOutcome } from '../model/calls/lease.ts'
import { LOST } from './lease-pool.ts'

const calls = (count: number) => Array(count).fill({ inputTokens: 10, latencyMs: 50 })
const seeds = Array.from({ length: 30 }, (_, seed) => seed)

describe('an outage of ten seconds', () => {
  const isDown = (at: number) => at >= NOW + 300 && at < NOW + 10_300

  test.each([
    ['one worker with two keys', ['a', 'b'], 1, 16_000],
    ['four workers, one of two keys invalid', ['a', 'bad'], 4, 8_000],
    ['nine workers with one key', ['a'], 9, 4_000],
  ])(
    'loses nothing, and who tries most often finds its end soonest: %s',
    (_, ids, workers, resumedMs) => {
      for (const seed of seeds) {
        const result = simulatePool({
          credentials: ids.map((id) => simulatedKey(id)),
          limits: {},
          workers: Array.from({ length: workers }, () => calls(20)),
          startsAt: NOW,
          seed,
          isDown,
          isInvalid: (id) => id === 'bad',
        })
        expect(result).toMatchObject({ lost: 0, useful: workers * 20 })
        expect(result.makespanMs).toBeLessThan(10_300 + resumedMs + 25 * 60)
      }
    },
  )
})

test('after an outage nobody waits for the minute that the first answer takes', () => {
  for (const seed of seeds) {
    const result = simulatePool({
      credentials: ['a', 'b'].map((id) => simulatedKey(id)),
      limits: {},
      workers: Array.from({ length: 8 }, () => [{ inputTokens: 10, latencyMs: 60_000 }]),
      startsAt: NOW,
      seed,
      isDown: (at) => at < NOW + 10_000,
    })
    expect(result).toMatchObject({ lost: 0, useful: 8 })
    // Each waits for its own pause: by then up to 16 s.
    expect(result.makespanMs).toBeLessThan(10_000 + 60_000 + 16_000)
  }
})

test('an outage without end costs each call its retries, and no request more', () => {
  for (const seed of seeds) {
    const grants: number[] = []
    const result = simulatePool({
      credentials: [simulatedKey('a')],
      limits: {},
      workers: [calls(1), calls(1), calls(1)],
      startsAt: NOW,
      seed,
      isDown: () => true,
      onGrant: ({ at }) => grants.push(at - NOW),
    })
    expect(result).toMatchObject({ lost: 3, sent: 18, mostTries: 6 })
    // Not all at once: the fifth retries come after half of 2 + 4 + 8 + 16 + 32 s, or later.
    expect(Math.min(...grants.slice(-3))).toBeGreaterThan(31_000)
  }
})

test('a call that an outage has failed is held back, and says why; an answer ends that', () => {
  const pool = new TestPool([simulatedKey('a')])
  const failed = Array.from({ length: 4 }, () => pool.call())
  for (const call of failed) pool.settle(call, UNREACHABLE)
  const since = pool.now
  const held = pool.call({ pauseMs: 30_000 })
  const outage = { code: 'ECONNREFUSED', address: 'api.example:443', since }
  expect(held).toMatchObject({ type: 'queued', why: 'outage', until: pool.now + 30_000, outage })
  pool.now += 1_000
  const probe = pool.call()
  expect(pool.heard(held)).toMatchObject({ type: 'queued' })
  pool.now += MOMENT_MS
  pool.settle(probe, OK)
  expect(pool.allFacts.map(({ type }) => type)).toEqual(['circuit-opened', 'circuit-closed'])
  expect(pool.heard(held)).toMatchObject({ type: 'granted' })
})

test('while a probe lives long, calls without a pause may go; only an answer ends pauses and is told', () => {
  const pool = new TestPool([simulatedKey('a')])
  for (const call of [1, 2, 3, 4].map(() => pool.call())) pool.settle(call, DOWN)
  const held = pool.call({ pauseMs: 30_000 })
  pool.now += 1_000
  const refusedSoon = pool.call()
  pool.now += 10
  pool.settle(refusedSoon, DOWN)
  pool.now += 1_000
  const probe = pool.call()
  const free = pool.call()
  expect(free).toMatchObject({ type: 'queued', why: 'outage' })
  pool.now += 1_000
  expect(pool.heard(free)).toMatchObject({ type: 'granted' })
  expect(pool.heard(held)).toMatchObject({ type: 'queued' })
  expect(pool.allFacts.map(({ type }) => type)).toEqual(['circuit-opened'])
  pool.now += MOMENT_MS
  pool.settle(probe, OK)
  expect(pool.allFacts.map(({ type }) => type)).toEqual(['circuit-opened', 'circuit-closed'])
  expect(pool.heard(held)).toMatchObject({ type: 'granted' })
})

test('after failed connections a long wait for one says nothing: one probe at a time', () => {
  const pool = new TestPool([simulatedKey('a')])
  for (const call of [1, 2, 3, 4].map(() => pool.call())) pool.settle(call, UNREACHABLE)
  pool.now += 1_000
  const refusedSoon = pool.call()
  pool.settle(refusedSoon, UNREACHABLE)
  pool.now += 1_000
  expect(pool.call()).toMatchObject({ type: 'granted' })
  const free = pool.call()
  pool.now += 60_000
  expect(pool.heard(free)).toMatchObject({ type: 'queued' })
})

test('a provider that refuses every key for a while condemns none', () => {
  for (const seed of seeds) {
    const result = simulatePool({
      credentials: ['a', 'b', 'c', 'd'].map((id) => simulatedKey(id)),
      limits: {},
      workers: Array.from({ length: 6 }, () => calls(40)),
      startsAt: NOW,
      seed,
      isInvalid: (_, at) => at >= NOW + 1_000 && at < NOW + 6_000,
    })
    expect(result).toMatchObject({ lost: 0, useful: 240 })
  }
})

test('keys that stay refused are condemned in the end, and waiting calls are refused', () => {
  const result = simulatePool({
    credentials: ['a', 'b'].map((id) => simulatedKey(id)),
    limits: {},
    workers: [calls(100), calls(100)],
    startsAt: NOW,
    isInvalid: (_, at) => at >= NOW + 1_000,
  })
  expect(result.lost + result.useful).toBe(200)
  expect(result.lost).toBeGreaterThan(100)
  expect(result.makespanMs).toBeLessThan(120_000)
})

test('a suspect key is not probed again and again while the provider is down', () => {
  const pool = new TestPool([simulatedKey('a')])
  pool.settle(pool.call(), refused({ kind: 'invalid' }))
  let probes = 0
  const until = pool.now + 3_000
  while (pool.now < until) {
    const call = pool.call()
    if (call.type !== 'granted') continue
    probes += 1
    pool.settle(call, DOWN)
  }
  expect(probes).toBeLessThanOrEqual(3)
})

test.each(['billing', 'day-quota', 'rate'] as const)(
  'a refusal (%s) of many calls on their way is told once',
  (kind) => {
    const pool = new TestPool([simulatedKey('a', { limits: { requestsPerMinute: 100 } })])
    const open = Array.from({ length: 8 }, () => pool.call())
    for (const call of open) {
      pool.now += 3
      pool.settle(call, refused({ kind }))
    }
    expect(pool.facts().filter((type) => type === 'credential-rested')).toHaveLength(1)
  },
)

describe('cost is what was answered', () => {
  const cost = { runCost: 1, itemCost: 1 }
  const asked = { cost: 0.5, outputCost: 0.4, inputTokens: 100, outputTokens: 4_000 }
  const FREE = { cost: 0, isEstimate: false }

  test.each([
    ['a refused connection', UNREACHABLE],
    [
      'no answer in time',
      refused({ ...UNREACHABLE.outcome, phase: 'response', code: 'TIMEOUT' } as CallOutcome),
    ],
    ['an error of the provider', DOWN],
    ['a call that the run’s stop has ended', refused({ kind: 'cancelled' })],
  ])('%s costs nothing, however often', (_, settlement) => {
    const pool = new TestPool([simulatedKey('a', { limits: { tokensPerMinute: 5_000 } })], { cost })
    for (let call = 0; call < 9; call++) {
      pool.now += 60_000
      expect(pool.settle(pool.call(asked), settlement)).toEqual(FREE)
    }
  })

  test.each([
    ['an answer without its usage', OK],
    ['an answer that stops in the middle', CUT],
    ['an answer that cannot be understood', refused({ kind: 'unreadable' })],
    ['a call whose worker is gone', LOST],
  ])('%s is estimated by what such calls have used, and marked', (_, settlement) => {
    const pool = new TestPool([simulatedKey('a')], { cost: { runCost: 9, itemCost: 9 } })
    expect(pool.settle(pool.call(asked), settlement)).toEqual({
      cost: expect.closeTo(0.2),
      isEstimate: true,
    })
    const usage = { inputTokens: 100, outputTokens: 40, cachedTokens: 0 }
    expect(pool.settle(pool.call(asked), { ...OK, usage, cost: 0.01 })).toEqual({
      cost: 0.01,
      isEstimate: false,
    })
    const later = pool.settle(pool.call(asked), settlement)
    expect(later).toEqual({ cost: expect.closeTo(0.104), isEstimate: true })
    expect(pool.pool.spent('i')).toBeCloseTo(0.2 + 0.01 + 0.104)
  })

  test('without a price nothing is known, an estimate neither', () => {
    const pool = new TestPool([simulatedKey('a')])
    expect(pool.settle(pool.call(), CUT)).toEqual({ cost: null, isEstimate: false })
  })

  test('a request that was never sent leaves its limits as they were', () => {
    const limits = { requestsPerMinute: 1, tokensPerMinute: 10 }
    const pool = new TestPool([simulatedKey('a', { limits })])
    const call = { inputTokens: 5, outputTokens: 5 }
    for (let tries = 0; tries < 3; tries++) pool.settle(pool.call(call), UNREACHABLE)
    const sent = pool.call(call)
    expect(sent).toMatchObject({ type: 'granted' })
    pool.settle(sent, OK)
    expect(pool.call(call)).toMatchObject({ type: 'queued', why: 'paced' })
  })

  test('money that open calls may need is told as the reason to wait', () => {
    const pool = new TestPool([simulatedKey('a')], { cost: { runCost: 1, itemCost: 9 } })
    pool.call({ cost: 0.9 })
    expect(pool.call({ cost: 0.9 })).toMatchObject({ type: 'queued', why: 'cost' })
  })
})
