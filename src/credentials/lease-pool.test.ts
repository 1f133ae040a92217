import { describe, expect, test } from 'vitest'
import { simulatedKey } from '../../test/rig/simulate-pool.ts'
import {
  DOWN,
  idOf,
  MOMENT_MS,
  NOW,
  OK,
  refused,
  TestPool,
  UNREACHABLE,
} from '../../test/rig/test-pool.ts'

describe('which key', () => {
  test('calls are spread over the keys of the provider', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    expect([pool.call(), pool.call(), pool.call()].map(idOf)).toEqual(['a', 'b', 'a'])
  })

  test('keys of one scope share its limit', () => {
    const limits = { requestsPerMinute: 3 }
    const own = new TestPool([simulatedKey('a', { limits }), simulatedKey('b', { limits })])
    const shared = new TestPool([
      simulatedKey('a', { limits, scope: 'project' }),
      simulatedKey('b', { limits, scope: 'project' }),
    ])
    expect(own.callMany(8)).toBe(4)
    expect(shared.callMany(8)).toBe(2)
  })

  test('no more at once than a key allows; the rest are told that all are busy', () => {
    const pool = new TestPool([simulatedKey('a', { concurrency: 1 })])
    const first = pool.call()
    const second = pool.call()
    expect(second).toMatchObject({ type: 'queued', why: 'busy', until: null })
    const third = pool.call()
    expect(pool.facts().filter((type) => type === 'pool-exhausted')).toHaveLength(1)
    pool.settle(first, OK)
    expect(pool.heard(second)).toMatchObject({ type: 'granted' })
    pool.now += MOMENT_MS
    pool.settle(pool.heard(second), OK)
    expect(pool.heard(third)).toMatchObject({ type: 'granted' })
    expect(pool.facts()).toContain('pool-resumed')
  })

  test('the last place is kept for the call that is first in the queue', () => {
    const limits = { tokensPerMinute: 1_000 }
    const [two, three] = [2, 3].map((concurrency) => {
      const pool = new TestPool([simulatedKey('a', { protocol: 'google', limits, concurrency })])
      const first = [pool.call({ inputTokens: 900 }), pool.call({ inputTokens: 900 })]
      expect(first.map(({ type }) => type)).toEqual(['granted', 'queued'])
      return pool.call().type
    })
    expect([two, three]).toEqual(['queued', 'granted'])
  })

  test('without any key for the provider the call is refused', () => {
    expect(new TestPool([]).call()).toMatchObject({ type: 'refused', why: 'no-credential' })
  })
})

describe('a refusal', () => {
  test('rests the key for as long as the provider said; the others continue', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    pool.settle(pool.call(), refused({ kind: 'rate', waitMs: 5_000 }))
    expect([pool.call(), pool.call()].map(idOf)).toEqual(['b', 'b'])
    pool.now += 5_000
    expect(idOf(pool.call())).toBe('a')
  })

  test('of all keys makes everybody wait for the first to come back, and says until when', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    const both = [pool.call(), pool.call()]
    pool.settle(both[0], refused({ kind: 'rate', waitMs: 9_000 }))
    pool.settle(both[1], refused({ kind: 'rate', waitMs: 4_000 }))
    const until = pool.now + 4_000
    const waiting = pool.call()
    expect(waiting).toMatchObject({ type: 'queued', why: 'rate-limited', until })
    expect(pool.facts()).toContain('pool-rested')
    pool.now += 4_000
    expect(pool.heard(waiting)).toMatchObject({ type: 'granted' })
    expect(pool.facts()).toContain('pool-resumed')
  })

  test('is reacted to once, however many calls were on their way; a longer hint counts', () => {
    const pool = new TestPool([simulatedKey('a')])
    const calls = [pool.call(), pool.call(), pool.call(), pool.call()]
    for (const [index, call] of calls.entries())
      pool.settle(call, refused({ kind: 'rate', waitMs: 1_000 * (index + 1) }))
    expect(pool.facts().filter((type) => type === 'credential-rested')).toHaveLength(1)
    const until = pool.now + 4_000
    expect(pool.call()).toMatchObject({ type: 'queued', until })
  })

  test('without a hint rests longer each time, by full jitter', () => {
    const pool = new TestPool([simulatedKey('a')], { jitter: () => 1 })
    const rests = [1, 2, 3].map(() => {
      pool.settle(pool.call(), refused({ kind: 'rate' }))
      const restedAt = pool.now
      const waiting = pool.call()
      const until = waiting.type === 'queued' ? (waiting.until ?? 0) : 0
      const restMs = until - restedAt
      pool.now = until
      pool.settle(pool.heard(waiting), refused({ kind: 'caller' }))
      return restMs
    })
    expect(rests).toEqual([1_000, 2_000, 4_000])
  })

  test('for the day rests that model until midnight in California, other models go on', () => {
    const pool = new TestPool([simulatedKey('a', { protocol: 'google' })])
    pool.settle(pool.call(), refused({ kind: 'day-quota', waitMs: 30, resets: 'midnight-pacific' }))
    const midnight = Date.UTC(2026, 10, 16, 8)
    expect(pool.call()).toMatchObject({ type: 'queued', why: 'rate-limited', until: midnight })
    expect(pool.call({ model: 'other' })).toMatchObject({ type: 'granted' })
  })

  test('over a bill rests the whole scope, and the next run knows', () => {
    const until = NOW + 3_600_000
    const pool = new TestPool([simulatedKey('a')])
    pool.settle(pool.call(), refused({ kind: 'billing', until }))
    expect(pool.call({ model: 'other' })).toMatchObject({ type: 'queued', until })
    const rest = { provider: 'p', scope: 'a', model: null, why: 'billing', until } as const
    const next = new TestPool([simulatedKey('a')], { remembered: [rest] })
    expect(next.call()).toMatchObject({ type: 'queued', why: 'rate-limited', until })
    expect(next.allFacts).toContainEqual({
      type: 'pool-rested',
      provider: 'p',
      model: 'm',
      why: 'billing',
      until,
    })
  })

  test('of all keys is told with the reason of the one that comes back first', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    const both = [pool.call(), pool.call()]
    pool.settle(both[0], refused({ kind: 'rate', waitMs: 9_000 }))
    pool.settle(both[1], refused({ kind: 'day-quota', waitMs: 4_000 }))
    pool.call()
    expect(pool.allFacts).toContainEqual(
      expect.objectContaining({ type: 'pool-rested', why: 'day-quota' }),
    )
  })
})

describe('a key that is not accepted', () => {
  test('gets one probe, then never a call again; without any left calls are refused', () => {
    const pool = new TestPool([simulatedKey('a')])
    pool.settle(pool.call(), refused({ kind: 'invalid' }))
    const waiting = pool.call()
    expect(waiting).toMatchObject({ type: 'queued', why: 'busy' })
    pool.now += 1_000
    const probe = pool.heard(waiting)
    expect(probe).toMatchObject({ type: 'granted' })
    pool.settle(probe, refused({ kind: 'invalid' }))
    expect(pool.facts()).toContain('credential-rejected')
    expect(pool.call()).toMatchObject({ type: 'refused', why: 'all-invalid' })
  })

  test('is taken back if its probe is answered', () => {
    const pool = new TestPool([simulatedKey('a')])
    pool.settle(pool.call(), refused({ kind: 'invalid' }))
    pool.now += 1_000
    pool.settle(pool.call(), OK)
    expect(pool.call()).toMatchObject({ type: 'granted' })
  })

  test('is none if all keys that worked are refused at once: then it is the provider', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    for (const call of [pool.call(), pool.call()]) pool.settle(call, OK)
    const both = [pool.call(), pool.call()]
    for (const call of both) pool.settle(call, refused({ kind: 'invalid' }))
    expect(pool.facts()).toContain('circuit-opened')
    const probe = pool.call()
    pool.now += 1_000
    pool.settle(pool.heard(probe), OK)
    expect([pool.call(), pool.call()].map(idOf).sort()).toEqual(['a', 'b'])
  })
})

describe('keys that never worked', () => {
  test('are refused one by one: no outage of the provider', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    const both = [pool.call(), pool.call()]
    for (const call of both) pool.settle(call, refused({ kind: 'invalid' }))
    expect(pool.facts()).not.toContain('circuit-opened')
  })
})

describe('an outage of a provider', () => {
  test('gets one probe at a time until it answers; then all go on', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    const calls = [1, 2, 3, 4].map(() => pool.call())
    for (const call of calls) pool.settle(call, DOWN)
    expect(pool.facts()).toContain('circuit-opened')
    const waiting = [1, 2, 3].map(() => pool.call())
    expect(waiting[0]).toMatchObject({ type: 'queued', why: 'outage' })
    pool.now += 1_000
    const granted = () =>
      waiting.map((call) => pool.heard(call)).filter(({ type }) => type === 'granted')
    const [probe] = granted()
    expect(granted()).toEqual([probe])
    pool.settle(probe, UNREACHABLE)
    pool.now += 1_000
    const second = granted().find((call) => call !== probe)
    pool.settle(second, OK)
    expect(pool.facts()).toContain('circuit-closed')
    expect(pool.call()).toMatchObject({ type: 'granted' })
  })

  test('gets another probe when the first was lost with its worker, or met a bad key', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    const calls = [1, 2, 3, 4].map(() => pool.call())
    for (const call of calls) pool.settle(call, DOWN)
    pool.now += 1_000
    const [lost, bad, last] = [pool.call(), pool.call(), pool.call()]
    expect(lost).toMatchObject({ type: 'granted' })
    pool.release(lost)
    expect(pool.heard(bad)).toMatchObject({ type: 'granted' })
    pool.settle(pool.heard(bad), refused({ kind: 'invalid' }))
    pool.now += 1_000
    expect(pool.heard(last)).toMatchObject({ type: 'granted' })
  })

  test('is not what a rate limit means', () => {
    const pool = new TestPool([simulatedKey('a')])
    for (let n = 0; n < 10; n++) {
      pool.settle(pool.call(), refused({ kind: 'rate', waitMs: 1 }))
      pool.now += 100
    }
    expect(pool.facts()).not.toContain('circuit-opened')
  })
})

describe('leases', () => {
  test('settle once: what is said later changes nothing', () => {
    const pool = new TestPool([simulatedKey('a', { concurrency: 1 })])
    const call = pool.call()
    pool.release(call)
    pool.settle(call, refused({ kind: 'invalid' }))
    expect(pool.call()).toMatchObject({ type: 'granted' })
    expect(pool.call()).toMatchObject({ type: 'queued', why: 'busy' })
  })

  test('that nobody gives back are free again after their time', () => {
    const pool = new TestPool([simulatedKey('a', { concurrency: 1 })], { leaseMs: 60_000 })
    pool.call()
    const waiting = pool.call()
    pool.now += 60_000
    expect(pool.heard(waiting)).toMatchObject({ type: 'granted' })
  })

  test('a cancelled call does not hold up those behind it', () => {
    const pool = new TestPool([simulatedKey('a', { concurrency: 1 })])
    const first = pool.call()
    const second = pool.call()
    const third = pool.call()
    pool.pool.cancel(second.ticket)
    pool.settle(first, OK)
    expect(pool.heard(third)).toMatchObject({ type: 'granted' })
    expect(pool.heard(second)).toMatchObject({ type: 'queued' })
  })
})

describe('money', () => {
  test('a call that an item cannot pay any more is refused, others continue', () => {
    const pool = new TestPool([simulatedKey('a')], { cost: { runCost: 100, itemCost: 1 } })
    pool.settle(pool.call({ cost: 0.6 }), { ...OK, cost: 0.6 })
    expect(pool.call({ cost: 0.6 })).toMatchObject({ type: 'refused', why: 'item-cost' })
    expect(pool.call({ cost: 0.4 })).toMatchObject({ type: 'granted' })
  })

  test('what open calls may still cost makes others wait; what the run cannot pay is refused', () => {
    const pool = new TestPool([simulatedKey('a')], { cost: { runCost: 1, itemCost: 1 } })
    const first = pool.call({ cost: 0.6 })
    const second = pool.call({ cost: 0.6 })
    expect(second).toMatchObject({ type: 'queued' })
    pool.settle(first, { ...OK, cost: 0.1 })
    expect(pool.heard(second)).toMatchObject({ type: 'granted' })
    pool.settle(pool.heard(second), { ...OK, cost: 0.6 })
    expect(pool.call({ cost: 0.6 })).toMatchObject({ type: 'refused', why: 'item-cost' })
  })
})

test('money that comes back lets calls of other providers go', () => {
  const keys = [simulatedKey('a'), { ...simulatedKey('b'), provider: 'q' }]
  const pool = new TestPool(keys, { cost: { runCost: 1, itemCost: 9 } })
  const first = pool.call({ cost: 0.9 })
  const second = pool.call({ provider: 'q', cost: 0.9 })
  expect(second).toMatchObject({ type: 'queued' })
  pool.settle(first, { ...OK, cost: 0.05 })
  expect(pool.heard(second)).toMatchObject({ type: 'granted' })
})

describe('what a call really used', () => {
  const limits = { tokensPerMinute: 1_000 }
  const used = (inputTokens: number) => ({
    ...OK,
    usage: { inputTokens, outputTokens: 1, cachedTokens: 0 },
  })

  test('takes the place of what was expected', () => {
    const pool = new TestPool([simulatedKey('a', { protocol: 'anthropic', limits })])
    const call = pool.call({ inputTokens: 900 })
    expect(pool.call({ inputTokens: 900 })).toMatchObject({ type: 'queued', why: 'paced' })
    pool.settle(call, used(50))
    expect(pool.callMany(1)).toBe(1)
  })

  test('teaches what the next one will use', () => {
    const pool = new TestPool([simulatedKey('a', { protocol: 'anthropic', limits })])
    pool.settle(pool.call({ inputTokens: 200 }), used(450))
    expect(pool.call({ inputTokens: 200 })).toMatchObject({ type: 'granted' })
    expect(pool.call({ inputTokens: 200 })).toMatchObject({ type: 'queued', why: 'paced' })
  })

  test('is nothing if the key was refused', () => {
    const keys = ['a', 'b'].map((id) =>
      simulatedKey(id, { protocol: 'anthropic', limits, scope: 'one' }),
    )
    const pool = new TestPool(keys)
    pool.settle(pool.call({ inputTokens: 900 }), refused({ kind: 'invalid' }))
    expect(pool.call({ inputTokens: 900 })).toMatchObject({ type: 'granted' })
  })
})

describe('what an earlier run had left', () => {
  const limits = { requestsPerMinute: 11 }

  test('is all that the next one has, grown by the time since', () => {
    for (const [laterMs, granted] of [
      [0, 3],
      [30_000, 8],
      [600_000, 10],
    ] as const) {
      const first = new TestPool([simulatedKey('a', { limits })])
      for (let call = 0; call < 7; call++) first.settle(first.call(), OK)
      const levels = first.pool.levels(first.now)
      const next = new TestPool([simulatedKey('a', { limits })], { levels })
      next.now = first.now + laterMs
      expect(next.callMany(20)).toBe(granted)
    }
  })

  test('of a day counts until that day is over', () => {
    const key = simulatedKey('a', { protocol: 'google', limits: { requestsPerDay: 10 } })
    const first = new TestPool([key])
    for (let call = 0; call < 7; call++) first.settle(first.call(), OK)
    const next = new TestPool([key], { levels: first.pool.levels(first.now) })
    for (let call = 0; call < 3; call++) next.settle(next.call(), OK)
    const midnight = Date.UTC(2026, 10, 16, 8, 0, 2)
    expect(next.call()).toMatchObject({ type: 'queued', why: 'rate-limited', until: midnight })
    expect(next.facts()).toEqual(expect.arrayContaining(['credential-rested', 'pool-rested']))
    const tomorrow = new TestPool([key], { levels: first.pool.levels(first.now) })
    tomorrow.now += 86_400_000
    for (let call = 0; call < 9; call++) tomorrow.settle(tomorrow.call(), OK)
    expect(tomorrow.call()).toMatchObject({ type: 'granted' })
  })

  test('includes limits that nobody had told', () => {
    const first = new TestPool([simulatedKey('a')])
    const reading = { dimension: 'requests', per: 'minute', limit: 4, remaining: 0 } as const
    first.settle(first.call(), { ...OK, readings: [reading] })
    const next = new TestPool([simulatedKey('a')], { levels: first.pool.levels(first.now) })
    expect(next.call()).toMatchObject({ type: 'queued', why: 'paced' })
  })
})

describe('limits', () => {
  test('told by an answer are kept from then on', () => {
    const pool = new TestPool([simulatedKey('a')])
    const reading = { dimension: 'requests', per: 'minute', limit: 4, remaining: 3 } as const
    pool.settle(pool.call(), { ...OK, readings: [reading] })
    expect(pool.callMany(10)).toBe(2)
  })

  test('that others use up too are kept by what the provider says is left', () => {
    const pool = new TestPool([simulatedKey('a', { limits: { requestsPerMinute: 100 } })])
    const reading = { dimension: 'requests', per: 'minute', limit: 100, remaining: 5 } as const
    pool.settle(pool.call(), { ...OK, readings: [reading] })
    expect(pool.callMany(50)).toBeLessThanOrEqual(5)
  })

  test('told by nobody are found by counting up to the first refusal', () => {
    const pool = new TestPool([simulatedKey('a', { protocol: 'google' })])
    for (let n = 0; n < 7; n++) pool.settle(pool.call(), OK)
    pool.settle(pool.call(), refused({ kind: 'rate', waitMs: 60_000 - (pool.now % 60_000) }))
    pool.now += 62_000
    let granted = 0
    for (let call = pool.call(); call.type === 'granted'; call = pool.call()) {
      granted += 1
      pool.settle(call, OK)
    }
    expect(granted).toBe(7)
  })
})
