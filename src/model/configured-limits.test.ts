import { expect, test } from 'vitest'
import { tightest } from './configured-limits.ts'

test('of credentials that share their limits the lowest counts, of each limit', () => {
  const credentials = [
    { limits: { requestsPerMinute: 5, tokensPerMinute: 900 } },
    { limits: { requestsPerMinute: 7, tokensPerMinute: 300, windowMs: 1_000 } },
    {},
  ]
  const lowest = { requestsPerMinute: 5, tokensPerMinute: 300, windowMs: 1_000 }
  expect(tightest(credentials)).toEqual(lowest)
})
