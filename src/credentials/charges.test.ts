import { describe, expect, test } from 'vitest'
import type { Dimension } from '../model/lease.ts'
import type { Protocol } from '../model/provider.ts'
import { chargeOf, configuredDimensions, Experience } from './charges.ts'

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

describe('experience', () => {
  const request = {
    ...{ provider: 'p', model: 'm', cost: null },
    ...{ inputTokens: 1_000, outputTokens: 8_000 },
  }

  test('puts estimates up at once and down slowly', () => {
    const experience = new Experience()
    expect(experience.expect(request).input).toBe(1_000)
    experience.learn(request, { input: 2_000, output: 50 })
    expect(experience.expect(request).input).toBe(2_000)
    experience.learn(request, { input: 1_000, output: 50 })
    expect(experience.expect(request).input).toBe(1_900)
  })

  test('is not made with small calls, to which the provider adds more than they are', () => {
    const experience = new Experience()
    experience.learn({ ...request, inputTokens: 10 }, { input: 40, output: 50 })
    expect(experience.expect(request).input).toBe(1_000)
  })

  test('expects as much output as calls have had, never more than is allowed', () => {
    const experience = new Experience()
    expect(experience.expect({ ...request, outputTokens: 300 }).output).toBe(300)
    experience.learn(request, { input: 100, output: 50 })
    expect(experience.expect(request)).toMatchObject({ output: 50, mostOutput: 8_000 })
  })
})
