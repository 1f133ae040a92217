import { expect, test } from 'vitest'
import { chargeOf, usedOf } from './charge.ts'
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
