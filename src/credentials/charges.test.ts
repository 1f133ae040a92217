import { describe, expect, test } from 'vitest'
import { leaseRequestFor } from '../../test/rig/test-pool.ts'
import { Experience } from './charges.ts'

describe('experience', () => {
  const request = leaseRequestFor({ inputTokens: 1_000, outputTokens: 8_000 })

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
