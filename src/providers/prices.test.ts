import { expect, test } from 'vitest'
import { costOf } from './prices.ts'

test('the longest fitting name has the price; cached tokens cost less; unknown is unknown', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 0 }
  expect(costOf('gpt-5-mini-2025-08-07', usage, {})).toBeCloseTo(0.25 + 0.2)
  expect(costOf('gpt-5', { ...usage, cachedTokens: 1_000_000 }, {})).toBeCloseTo(0.125 + 1)
  expect(costOf('house-model', usage, {})).toBeUndefined()
  expect(costOf('gpt-5-pro', usage, {})).toBeUndefined()
  expect(costOf('claude-opus-4-5-20251101', usage, {})).toBeCloseTo(5 + 2.5)
  expect(costOf('claude-opus-4-9', usage, {})).toBeUndefined()
  expect(costOf('house-model', usage, { house: { input: 1, output: 10 } })).toBeCloseTo(2)
})
