import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineRange } from '../../model/context.ts'
import { gapsOf, merged, rangesWords, without } from './line-set.ts'

const range = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat(8))
  .map(([from, more]): LineRange => [from, from + more])

function linesOf(ranges: readonly LineRange[]): number[] {
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )
}

test('sets of lines are merged, taken away and completed like sets of numbers', () => {
  fc.assert(
    fc.property(fc.array(range), fc.array(range), (some, others) => {
      const [a, b] = [merged(some), merged(others)]
      expect(linesOf(a)).toEqual([...new Set(linesOf(some))].sort((x, y) => x - y))
      expect(linesOf(without(a, b))).toEqual(
        linesOf(a).filter((line) => !linesOf(b).includes(line)),
      )
      expect(merged([...a, ...gapsOf(a, 60)])).toEqual([[1, 60]])
    }),
  )
})

test('ranges in words', () => {
  expect(
    rangesWords([
      [1, 4],
      [7, 7],
    ]),
  ).toBe('lines 1–4, 7')
  expect(rangesWords([[7, 7]])).toBe('line 7')
})
