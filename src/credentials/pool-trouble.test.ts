/** Trouble of keys and providers that looks like something else. */
import { describe, expect, test } from 'vitest'
import { simulatedKey, simulatePool } from '../../test/rig/simulate-pool.ts'
import { NOW, OK, refused, TestPool } from '../../test/rig/test-pool.ts'

const calls = (count: number) => Array(count).fill({ inputTokens: 10, latencyMs: 50 })
const seeds = Array.from({ length: 30 }, (_, seed) => seed)

describe('an outage of ten seconds', () => {
  const isDown = (at: number) => at >= NOW + 300 && at < NOW + 10_300

  test.each([
    ['one worker with two keys', ['a', 'b'], 1],
    ['four workers, one of two keys invalid', ['a', 'bad'], 4],
    ['nine workers with one key', ['a'], 9],
  ])('loses nothing: %s', (_, ids, workers) => {
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
      expect(result.makespanMs).toBeLessThan(10_300 + 1_000 + 25 * 60)
    }
  })
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
    expect(result.makespanMs).toBeLessThan(10_000 + 60_000 + 2_000)
  }
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

test('keys that stay refused are condemned in the end, and those who wait are told', () => {
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
    pool.settle(call, refused({ kind: 'down' }))
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

describe('money of which nobody tells', () => {
  const cost = { runCost: 1, itemCost: 1 }

  test.each([
    ['an answer without its usage', OK],
    ['a broken line', refused({ kind: 'network' })],
  ])('counts as what was expected: %s', (_, settlement) => {
    const pool = new TestPool([simulatedKey('a')], { cost })
    for (let call = 0; call < 2; call++) pool.settle(pool.call({ cost: 0.5 }), settlement)
    expect(pool.call({ cost: 0.5 })).toMatchObject({ type: 'refused', why: 'item-cost' })
  })

  test('also if its holder is gone; a refusal costs nothing', () => {
    const pool = new TestPool([simulatedKey('a')], { cost })
    pool.settle(pool.call({ cost: 0.9 }), refused({ kind: 'rate', waitMs: 1 }))
    pool.now += 100
    pool.release(pool.call({ cost: 0.9 }))
    expect(pool.call({ cost: 0.9 })).toMatchObject({ type: 'refused', why: 'item-cost' })
  })

  test('that open calls may need is told as the reason to wait', () => {
    const pool = new TestPool([simulatedKey('a')], { cost: { runCost: 1, itemCost: 9 } })
    pool.call({ cost: 0.9 })
    expect(pool.call({ cost: 0.9 })).toMatchObject({ type: 'queued', why: 'cost' })
  })
})
