import { expect, test } from 'vitest'
import { modelUsage } from './model-usage.ts'

const answer = (model: string, cost: number | null) => ({
  ...{ model, cost, usage: { inputTokens: 10, outputTokens: 2, cachedTokens: 4 } },
})

test('answers are counted by model, and an unknown price is never a sum', () => {
  const saved = [answer('a', 0.5), answer('b', null), answer('a', 0.25), answer('b', 1)]
  expect(modelUsage(saved)).toEqual([
    { model: 'a', calls: 2, inputTokens: 20, outputTokens: 4, cost: 0.75 },
    { model: 'b', calls: 2, inputTokens: 20, outputTokens: 4, cost: null },
  ])
  expect(modelUsage([])).toEqual([])
})
