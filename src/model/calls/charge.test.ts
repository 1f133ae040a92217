import { expect, test } from 'vitest'
import { chargeOf, configuredDimensions, tightest, usedOf } from './charge.ts'
import type { Dimension } from './lease.ts'
import type { Protocol } from './provider.ts'

const EXPECTED = { input: 100, output: 20, mostOutput: 1_000 }
const CASES: [Protocol, Dimension, number][] = [
  ['google', 'requests', 1],
  ['google', 'tokens', 100],
  ['anthropic', 'input-tokens', 100],
  ['anthropic', 'output-tokens', 20],
  ['anthropic', 'tokens', 120],
  ['openai', 'tokens', 1_100],
  ['openai-compatible', 'tokens', 1_100],
]

test.each(CASES)('%s counts for %s: %d', (protocol, dimension, amount) => {
  expect(chargeOf(dimension, protocol, EXPECTED)).toBe(amount)
})

test('what a cache held is not counted as used', () => {
  const used = usedOf({ inputTokens: 100, outputTokens: 20, cachedTokens: 30 })
  expect(used).toEqual({ input: 70, output: 20, mostOutput: 20 })
})

test('of credentials that share their limits the lowest counts, of each limit', () => {
  const credentials = [
    { limits: { requestsPerMinute: 5, tokensPerMinute: 900 } },
    { limits: { requestsPerMinute: 7, tokensPerMinute: 300, windowMs: 1_000 } },
    {},
  ]
  const lowest = { requestsPerMinute: 5, tokensPerMinute: 300, windowMs: 1_000 }
  expect(tightest(credentials)).toEqual(lowest)
})

test('tokens a minute are input tokens for Anthropic, which limits output apart', () => {
  const limits = { requestsPerMinute: 5, tokensPerMinute: 9, requestsPerDay: 7 }
  expect(configuredDimensions('anthropic', limits).map(({ dimension }) => dimension)).toEqual([
    'requests',
    'input-tokens',
    'requests',
  ])
  expect(configuredDimensions('openai', { tokensPerMinute: 9 })).toEqual([
    { dimension: 'tokens', per: 'minute', limit: 9 },
  ])
})
