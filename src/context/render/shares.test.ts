import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

test.each([
  [[10, 20, 30], 100, [10, 20, 30]],
  [[10, 500, 500], 100, [10, 45, 45]],
  [[500], 100, [100]],
  [[], 100, []],
  [[5, 5], 0, [0, 0]],
])('needs of %j share %i as %j', (tokens, budget, shares) => {
  expect(
    sharesOf(
      tokens.map((need) => ({ tokens: need, weight: 1 })),
      budget,
    ),
  ).toEqual(shares)
})

test('a small file is never left out for a large one', () => {
  const [large = 0, small] = sharesOf(
    [
      { tokens: 100_000, weight: 1 },
      { tokens: 300, weight: 1 },
    ],
    1_000,
  )
  expect(small).toBe(300)
  expect(large).toBe(700)
})

test('shares keep the budget, and nobody gets more than is needed', () => {
  const need = fc.record({
    tokens: fc.nat(10_000),
    weight: fc.double({ min: 0.01, max: 10, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(need, { maxLength: 20 }), fc.nat(20_000), (needs, budget) => {
      const shares = sharesOf(needs, budget)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(budget)
      for (const [index, share] of shares.entries())
        expect(share).toBeLessThanOrEqual(needs[index]?.tokens ?? 0)
    }),
  )
})
