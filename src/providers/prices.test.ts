import { expect, test } from 'vitest'
import { contextWindowOf, costOf } from './prices.ts'

test('the longest fitting name has the price; cached tokens cost less; unknown is unknown', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 0 }
  expect(costOf('gpt-5-mini-2025-08-07', usage, {})).toBeCloseTo(0.25 + 0.2)
  expect(costOf('gpt-5', { ...usage, cachedTokens: 1_000_000 }, {})).toBeCloseTo(0.125 + 1)
  expect(costOf('house-model', usage, {})).toBeUndefined()
  expect(costOf('gpt-5-pro', usage, {})).toBeCloseTo(15 + 12)
  expect(costOf('gpt-5-huge', usage, {})).toBeUndefined()
  expect(costOf('claude-opus-4-5-20251101', usage, {})).toBeCloseTo(5 + 2.5)
  expect(costOf('claude-opus-4-9', usage, {})).toBeUndefined()
  expect(costOf('house-model', usage, { house: { input: 1, output: 10 } })).toBeCloseTo(2)
})

test('a long prompt has the price of long prompts, where the list has one', () => {
  const short = { inputTokens: 100_000, outputTokens: 0, cachedTokens: 0 }
  const long = { inputTokens: 400_000, outputTokens: 0, cachedTokens: 0 }
  expect(costOf('gemini-2.5-pro', short, {})).toBeCloseTo(0.125)
  expect(costOf('gemini-2.5-pro', long, {})).toBeCloseTo(1)
})

test('models with a name of their own are not taken for versions of a shorter name', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 0 }
  expect(costOf('gpt-4o-2024-05-13', usage, {})).toBeCloseTo(5)
  expect(costOf('gpt-4o-2024-11-20', usage, {})).toBeCloseTo(2.5)
})

test('what is written to a cache has a price of its own, if the list has one', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 0 }
  const written = { ...usage, cacheWriteTokens: 1_000_000 }
  expect(costOf('claude-haiku-4-5', written, {})).toBeCloseTo(1.25)
  expect(costOf('gpt-5', written, {})).toBe(costOf('gpt-5', usage, {}))
})

test('a model that is not listed is taken to read what most can', () => {
  expect(contextWindowOf('claude-haiku-4-5')).toBe(200_000)
  expect(contextWindowOf('house-model')).toBe(128_000)
})
