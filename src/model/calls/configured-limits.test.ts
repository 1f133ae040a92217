import { expect, test } from 'vitest'
import { configuredDimensions, tightest } from './configured-limits.ts'

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
