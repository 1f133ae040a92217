/** Several models, many scopes, calls of very different size. */
import { describe, expect, test } from 'vitest'
import { simulatedKey } from '../../test/rig/simulate-pool.ts'
import { idOf, MOMENT_MS, NOW, OK, refused, TestPool } from '../../test/rig/test-pool.ts'

describe('keys that serve several models', () => {
  test('never have more calls at once than they may, whatever the model', () => {
    const pool = new TestPool([simulatedKey('a', { concurrency: 1 })])
    const [one, two] = [pool.call({ model: 'one' }), pool.call({ model: 'two' })]
    expect([one.type, two.type]).toEqual(['granted', 'queued'])
    const three = pool.call({ model: 'one' })
    pool.settle(one, OK)
    expect([pool.heard(two).type, pool.heard(three).type]).toEqual(['granted', 'queued'])
  })

  test('go to whoever has waited longest, whatever the model', () => {
    const pool = new TestPool([simulatedKey('a', { concurrency: 1 })])
    const served: string[] = []
    let running = { ...pool.call({ model: 'one' }), model: 'one' }
    const waiting = ['one', 'two', 'one', 'two', 'one'].map((model) => {
      return { ...pool.call({ model }), model }
    })
    while (waiting.length > 0) {
      pool.now += MOMENT_MS
      pool.settle(pool.heard(running), OK)
      const next = waiting.findIndex((call) => pool.heard(call).type === 'granted')
      running = waiting.splice(next, 1)[0] as typeof running
      served.push(running.model)
    }
    expect(served).toEqual(['one', 'two', 'one', 'two', 'one'])
  })
})

describe('the first in the queue', () => {
  test('is served among many scopes, though small calls go on all the time', () => {
    const limits = { tokensPerMinute: 1_000 }
    const keys = Array.from({ length: 40 }, (_, at) =>
      simulatedKey(`k${at}`, { protocol: 'anthropic', limits }),
    )
    const pool = new TestPool(keys)
    for (let call = 0; call < 40; call++) pool.settle(pool.call({ inputTokens: 900 }), OK)
    const head = pool.call({ inputTokens: 900 })
    const until = pool.now + 60_000
    while (pool.heard(head).type === 'queued' && pool.now < until) {
      const small = pool.call({ inputTokens: 30 })
      if (small.type === 'granted') pool.settle(small, OK)
    }
    expect(pool.heard(head).type).toBe('granted')
  })

  test('is served in the next window, though small calls come just before its edge', () => {
    const limits = { tokensPerMinute: 1_000 }
    const pool = new TestPool([simulatedKey('a', { protocol: 'google', limits })])
    pool.settle(pool.call({ inputTokens: 500 }), OK)
    const head = pool.call({ inputTokens: 1_000 })
    while (pool.heard(head).type === 'queued' && pool.now < NOW + 70_000) {
      pool.now += 200
      const small = pool.call({ inputTokens: 2 })
      if (small.type === 'granted') pool.settle(small, OK)
    }
    expect(pool.now).toBeLessThan(NOW + 62_500)
  })

  test('holds nobody up once it is not wanted any more', () => {
    const limits = { tokensPerMinute: 1_000 }
    const pool = new TestPool([simulatedKey('a', { protocol: 'anthropic', limits })])
    pool.settle(pool.call({ inputTokens: 900 }), OK)
    const head = pool.call({ inputTokens: 900 })
    const small = pool.call({ inputTokens: 5 })
    expect(small.type).toBe('queued')
    pool.pool.cancel(head.ticket)
    expect(pool.heard(small).type).toBe('granted')
  })
})

describe('a call that is larger than a scope’s limit', () => {
  const small = simulatedKey('small', { limits: { tokensPerMinute: 10_000 } })
  const large = simulatedKey('large', { limits: { tokensPerMinute: 100_000 } })

  test('waits for a scope that is large enough', () => {
    const pool = new TestPool([small, large])
    expect(idOf(pool.call({ inputTokens: 60_000 }))).toBe('large')
    const second = pool.call({ inputTokens: 60_000 })
    expect(second).toMatchObject({ type: 'queued', why: 'paced' })
    pool.now += 60_000
    expect(idOf(pool.heard(second))).toBe('large')
  })

  test('goes where it cannot fit only if it fits nowhere, and takes nothing if it is refused', () => {
    const pool = new TestPool([small])
    const call = pool.call({ inputTokens: 100_000 })
    expect(call.type).toBe('granted')
    pool.settle(call, refused({ kind: 'too-big' }))
    expect(pool.call({ inputTokens: 10 }).type).toBe('granted')
  })
})

describe('a scope that may not use the model', () => {
  test('is left alone for that model; other scopes go on', () => {
    const pool = new TestPool([simulatedKey('a'), simulatedKey('b')])
    pool.settle(pool.call(), refused({ kind: 'not-here' }))
    expect([pool.call(), pool.call()].map(idOf)).toEqual(['b', 'b'])
    expect(idOf(pool.call({ model: 'other' }))).toBe('a')
  })

  test('if it is the last one, calls are refused with that reason', () => {
    const pool = new TestPool([simulatedKey('a')])
    pool.settle(pool.call(), refused({ kind: 'not-here' }))
    expect(pool.call()).toMatchObject({ type: 'refused', why: 'no-access' })
  })
})
