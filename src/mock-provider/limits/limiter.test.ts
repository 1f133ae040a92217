import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AskedCall } from '../answer.ts'
import { parseScenario, type ScenarioInput } from '../scenario/scenario.ts'
import { Limiter } from './limiter.ts'

type LimitInput = NonNullable<ScenarioInput['limits']>[number]

const call: AskedCall = {
  protocol: 'openai-chat',
  model: 'm',
  key: 'k-1',
  instructions: '',
  prompt: 'word',
  question: 'word',
  stream: false,
  usageInStream: true,
}
const google = { protocol: 'gemini' } as const
/** A moment far from any edge: 12:00:00 UTC. */
const NOON = Date.UTC(2026, 5, 1, 12)

describe('a bucket', () => {
  test('gives its whole limit at once, then one by one as it refills', () => {
    const ask = asker({ requests: 20, windowMs: 3_000 })
    expect(times(20, () => ask(0))).toEqual(times(20, () => 'ok'))
    expect(ask(0)).toMatchObject({ kind: 'requests', limit: 20, used: 20, waitMs: 150 })
    expect(ask(149)).toMatchObject({ waitMs: 1 })
    expect(ask(150)).toBe('ok')
    expect(ask(151)).toMatchObject({ kind: 'requests', waitMs: 149 })
    expect(times(20, () => ask(3_150))).toEqual(times(20, () => 'ok'))
    expect(ask(3_150)).toMatchObject({ waitMs: 150 })
  })

  test('waits as long for tokens as the arithmetic of OpenAI’s samples', () => {
    const ask = asker({ tokens: 30_000 })
    expect(ask(0, { maxOutputTokens: 29_936 })).toBe('ok')
    const over = ask(0, { maxOutputTokens: 384 })
    expect(over).toMatchObject({ kind: 'tokens', used: 29_937, requested: 385, waitMs: 644 })
    expect(ask(644, { maxOutputTokens: 384 })).toBe('ok')
  })

  test('never gives more than its limit and what has come back since', () => {
    const gap = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 200 }), (gaps) => {
        const ask = asker({ requests: 10, windowMs: 1_000 })
        let now = 0
        let given = 0
        for (const ms of gaps) {
          now += ms
          if (ask(now) === 'ok') given += 1
          expect(given).toBeLessThanOrEqual(10 + now / 100 + 1e-6)
        }
      }),
    )
  })
})

describe('a fixed window', () => {
  test('starts over at full steps of the clock, not before', () => {
    const ask = asker({ requests: 2, windowMs: 4_000 })
    const at = (ms: number) => ask(NOON + ms, google)
    expect([at(3_000), at(3_000)]).toEqual(['ok', 'ok'])
    expect(at(3_000)).toMatchObject({ kind: 'requests', waitMs: 1_000 })
    expect(at(3_999)).toMatchObject({ waitMs: 1 })
    expect([at(4_000), at(4_000)]).toEqual(['ok', 'ok'])
    expect(at(4_000)).toMatchObject({ waitMs: 4_000 })
  })

  test('is what Gemini has, unless a limit says otherwise', () => {
    const bucket = asker({ requests: 2, windowMs: 4_000, window: 'bucket' })
    times(2, () => bucket(NOON, google))
    expect(bucket(NOON, google)).toMatchObject({ waitMs: 2_000 })
    const fixed = asker({ requests: 2, windowMs: 4_000, window: 'fixed' })
    times(2, () => fixed(NOON + 1_000))
    expect(fixed(NOON + 1_000)).toMatchObject({ waitMs: 3_000 })
  })
})

describe('tokens', () => {
  const prompt = 'x'.repeat(400)
  test.each([
    ['openai-chat', 600],
    ['openai-responses', 600],
    ['gemini', 100],
    ['anthropic', 100],
  ] as const)('%s charges %i for 100 in and at most 500 out', (protocol, charge) => {
    const ask = asker({ tokens: charge + 50 })
    const asked = { protocol, prompt, maxOutputTokens: 500 }
    expect(ask(NOON, asked)).toBe('ok')
    expect(ask(NOON, asked)).toMatchObject({ kind: 'tokens', used: charge, requested: charge })
  })

  test('what can never fit is told by OpenAI only', () => {
    const ask = asker({ tokens: 50 })
    expect(ask(NOON, { prompt })).toMatchObject({ kind: 'too-big', limit: 50, requested: 100 })
    expect(ask(NOON, { prompt, ...google })).toMatchObject({ kind: 'tokens', waitMs: 60_000 })
    expect(ask(NOON, { prompt: 'short' })).toBe('ok')
  })
})

describe('a day', () => {
  test('of Gemini ends at midnight in California, and its hint is short', () => {
    const ask = asker({ requestsPerDay: 2, requests: 9, windowMs: 4_000 })
    const midnight = Date.UTC(2026, 5, 2, 7)
    const at = (ms: number) => ask(midnight + ms, google)
    expect([at(-9_000), at(-5_000)]).toEqual(['ok', 'ok'])
    expect(at(-3_000)).toMatchObject({ kind: 'day', limit: 2, waitMs: 3_000 })
    expect(at(-1)).toMatchObject({ kind: 'day', waitMs: 1 })
    expect(at(0)).toBe('ok')
  })

  test('of OpenAI trickles back', () => {
    const ask = asker({ requestsPerDay: 200 })
    expect(times(200, () => ask(0))).toEqual(times(200, () => 'ok'))
    expect(ask(0)).toMatchObject({ kind: 'day', waitMs: 432_000 })
    expect(ask(432_000)).toBe('ok')
  })
})

describe('concurrency', () => {
  test('counts calls until they are released, once, whatever the model', () => {
    const limiter = limiterOf({ concurrency: 2 })
    const take = (model: string) => limiter.admit({ ...call, model }, 0)
    const first = take('a')
    expect(take('b')).toHaveProperty('release')
    expect(take('a')).toMatchObject({ kind: 'concurrency', limit: 2, used: 2 })
    if ('kind' in first) throw new Error('It was refused.')
    first.release()
    first.release()
    expect(take('c')).toHaveProperty('release')
    expect(take('c')).toMatchObject({ kind: 'concurrency' })
  })
})

describe('scopes', () => {
  test('keys of one entry share; each, listed, all', () => {
    const asked = ['k-1', 'k-2', 'k-3'] as const
    const results = (limit: LimitInput) => {
      const ask = asker(limit)
      return asked.map((key) => (ask(0, { key }) === 'ok' ? 'ok' : 'over'))
    }
    expect(results({ requests: 1 })).toEqual(['ok', 'ok', 'ok'])
    expect(results({ keys: [1, 2], requests: 1 })).toEqual(['ok', 'over', 'ok'])
    expect(results({ keys: '*', requests: 1 })).toEqual(['ok', 'over', 'over'])
  })

  test('models have limits of their own unless they are listed together', () => {
    const models = ['a', 'b', 'c']
    const own = asker({ requests: 1 })
    expect(models.map((model) => own(0, { model }))).toEqual(['ok', 'ok', 'ok'])
    const family = asker({ requests: 1, models: ['a', 'b'] })
    expect(models.map((model) => family(0, { model }))).toMatchObject(['ok', { used: 1 }, 'ok'])
  })

  test('providers never share', () => {
    const ask = asker({ keys: '*', requests: 1 })
    expect([ask(0), ask(0, google), ask(0, { protocol: 'anthropic' })]).toEqual(['ok', 'ok', 'ok'])
    const only = asker({ provider: 'google', requests: 1 })
    expect([only(0), only(0), only(0, google)]).toEqual(['ok', 'ok', 'ok'])
    expect(only(0, google)).toMatchObject({ kind: 'requests' })
  })

  test('a call must fit all limits that mean it, and is charged to none if it does not', () => {
    const limiter = limiterOf({ requests: 3 }, { keys: [1], tokens: 1 })
    expect(limiter.admit(call, 0)).toHaveProperty('release')
    expect(limiter.admit(call, 0)).toMatchObject({ kind: 'tokens' })
    expect(limiter.gauges(call, 0)).toMatchObject({ requests: { remaining: 2 } })
    expect(limiter.scopes(call)).toEqual(['openai:1'])
    const shared = limiterOf({ keys: [2, 3], requests: 1 }, { keys: '*', concurrency: 1 })
    expect(shared.scopes({ ...call, key: 'k-3' })).toEqual(['openai:2+3', 'openai:*'])
  })
})

test('refused calls count if the limit says so, but do not take what is yet to come', () => {
  const counts = asker({ requests: 2, windowMs: 1_000, countsRefused: true })
  times(2, () => counts(0))
  expect(counts(400)).toMatchObject({ waitMs: 100 })
  expect(counts(500)).toMatchObject({ waitMs: 400 })
  expect(counts(1_000)).toBe('ok')
  const free = asker({ requests: 2, windowMs: 1_000 })
  times(2, () => free(0))
  expect(free(400)).toMatchObject({ waitMs: 100 })
  expect(free(500)).toBe('ok')
})

test('headers tell the limit with the least left, or nothing at all', () => {
  const limiter = limiterOf(
    { requests: 20, tokens: 8_000, windowMs: 3_000 },
    { keys: '*', requests: 9 },
  )
  limiter.admit({ ...call, maxOutputTokens: 799 }, 0)
  expect(limiter.gauges(call, 0)).toEqual({
    requests: { limit: 9, remaining: 8, resetMs: 6_667 },
    tokens: { limit: 8_000, remaining: 7_200, resetMs: 300 },
  })
  expect(limiterOf({ requests: 1, headers: false }).gauges(call, 0)).toBe('none')
  expect(limiterOf().gauges(call, 0)).toEqual({})
})

function limiterOf(...limits: LimitInput[]): Limiter {
  return new Limiter(parseScenario({ limits }, 'test').limits)
}

function asker(...limits: LimitInput[]) {
  const limiter = limiterOf(...limits)
  return (now: number, asked: Partial<AskedCall> = {}) => {
    const admission = limiter.admit({ ...call, ...asked }, now)
    return 'kind' in admission ? admission : 'ok'
  }
}

function times<T>(count: number, act: () => T): T[] {
  return Array.from({ length: count }, act)
}
