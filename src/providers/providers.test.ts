import { expect, test } from 'vitest'
import { classifyResponse } from './classify.ts'
import { costOf } from './prices.ts'

const headers = (entries: Record<string, string> = {}) => new Headers(entries)

test.each([
  ['an answer', 200, {}, '{}', { kind: 'ok' }],
  ['a rate limit with seconds', 429, { 'retry-after': '7' }, '', { kind: 'rate', waitMs: 7_000 }],
  [
    'a rate limit with milliseconds',
    429,
    { 'retry-after-ms': '644', 'retry-after': '1' },
    '',
    { kind: 'rate', waitMs: 644 },
  ],
  [
    'Gemini’s delay in the body',
    429,
    {},
    '{"details":[{"retryDelay": "38.5s"}]}',
    { kind: 'rate', waitMs: 38_500 },
  ],
  ['a rate limit without hint', 429, {}, 'Resource has been exhausted', { kind: 'rate' }],
  ['a rejected key', 401, {}, '', { kind: 'invalid' }],
  ['Gemini’s rejected key', 400, {}, '{"reason":"API_KEY_INVALID"}', { kind: 'invalid' }],
  ['an overload', 529, {}, '', { kind: 'down' }],
  ['a bad request', 400, {}, '{"error":"no such field"}', { kind: 'caller' }],
  ['an unknown model', 404, {}, '', { kind: 'caller' }],
] as const)('%s', (_, status, given, body, outcome) => {
  expect(classifyResponse(status, headers(given), body)).toEqual(outcome)
})

test('the longest fitting name has the price; cached tokens cost less; unknown is unknown', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 0 }
  expect(costOf('gpt-5-mini-2025', usage, {})).toBeCloseTo(0.25 + 0.2)
  expect(costOf('gpt-5', { ...usage, cachedTokens: 1_000_000 }, {})).toBeCloseTo(0.125 + 1)
  expect(costOf('house-model', usage, {})).toBeUndefined()
  expect(costOf('gpt-5-pro', usage, {})).toBeUndefined()
  expect(costOf('house-model', usage, { house: { input: 1, output: 10 } })).toBeCloseTo(2)
})
