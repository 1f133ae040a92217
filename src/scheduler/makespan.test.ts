import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemId } from '../model/ids.ts'
import { makespan } from './makespan.ts'

const job = (id: string, durationMs: number, ...waitsFor: string[]) => ({
  id: id as ItemId,
  durationMs,
  waitsFor: waitsFor as ItemId[],
})

test.each([
  ['nothing', [], 3, 0],
  ['one after the other', [job('a', 5), job('b', 7)], 1, 12],
  ['side by side', [job('a', 5), job('b', 7)], 2, 7],
  ['a third one takes the place that is free first', [job('a', 5), job('b', 7), job('c', 4)], 2, 9],
  ['more places than items', [job('a', 5)], 1_000_000, 5],
  ['a chain, however many places', [job('a', 5), job('b', 7, 'a'), job('c', 1, 'b')], 9, 13],
  ['one that waits lets others pass', [job('a', 5), job('b', 5, 'a'), job('c', 5)], 2, 10],
  [
    'one that was passed comes before those behind it',
    [job('a', 1), job('b', 1), job('c', 10, 'a'), job('d', 1), job('e', 1)],
    2,
    11,
  ],
  ['whom it waits for is not part of the run', [job('b', 7, 'a')], 1, 7],
  ['items that take no time', [job('a', 0), job('b', 0, 'a')], 1, 0],
])('%s', (_, jobs, parallel, expected) => {
  expect(makespan(jobs, parallel)).toBe(expected)
})

test('never faster than the work shared out evenly, or than the longest chain; never slower than one at a time', () => {
  const jobs = fc.array(fc.tuple(fc.nat(100), fc.option(fc.nat(20), { nil: undefined })), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 8 }), (drawn, parallel) => {
      const ends: number[] = []
      const list = drawn.map(([durationMs, back], index) => {
        const before = back === undefined || back >= index ? undefined : back
        ends.push(durationMs + (before === undefined ? 0 : (ends[before] ?? 0)))
        return job(`i${index}`, durationMs, ...(before === undefined ? [] : [`i${before}`]))
      })
      const total = list.reduce((sum, { durationMs }) => sum + durationMs, 0)
      const took = makespan(list, parallel)
      expect(took).toBeGreaterThanOrEqual(Math.max(total / parallel, 0, ...ends))
      expect(took).toBeLessThanOrEqual(total)
    }),
  )
})
