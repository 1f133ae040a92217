import { expect, test } from 'vitest'
import type { Estimate } from '../../model/run-start.ts'
import { comparisonLine, estimateLine } from './estimate-words.ts'

const MINUTE = 60_000
const FIRST: Estimate = {
  calls: { least: 4, most: 16 },
  cost: { least: 0.525, most: 8.108 },
  by: 'a:cheap and b:dear',
  ...{ durationMs: null, itemMs: null, earlierItems: 0 },
}
const LATER: Estimate = {
  calls: { least: 30, most: 44 },
  cost: { least: 6, most: 10.2 },
  by: null,
  durationMs: { least: 25.3 * MINUTE, most: 39.2 * MINUTE },
  ...{ itemMs: MINUTE, earlierItems: 31 },
}
const LATER_BEFORE = { ...LATER, by: FIRST.by, calls: FIRST.calls, cost: FIRST.cost }

test.each<[string, Estimate | null, string]>([
  [
    'the first run',
    FIRST,
    'Estimate: 4 to 16 model calls, $0.53 to $8.11 (prices of a:cheap and b:dear). Time is unknown until the first items are done.',
  ],
  [
    'nothing to pay',
    { ...FIRST, cost: { least: 0, most: 0 } },
    'Estimate: 4 to 16 model calls, $0.00 (prices of a:cheap and b:dear). Time is unknown until the first items are done.',
  ],
  [
    'a price that is not known is said, never taken for nothing',
    { ...FIRST, cost: null, by: 'the price of b:dear is not known; set prices in the config' },
    'Estimate: 4 to 16 model calls; cost unknown: the price of b:dear is not known; set prices in the config. Time is unknown until the first items are done.',
  ],
  [
    'a workflow that asks nobody',
    null,
    'Estimate: time and cost are unknown until the first items are done.',
  ],
  ['later', LATER, 'Estimate: 25 to 40 min, $6.00 to $11 (from 31 earlier items).'],
  [
    'later, and nothing is asked',
    { ...LATER, cost: null },
    'Estimate: 25 to 40 min (from 31 earlier items).',
  ],
  [
    'what earlier ones cost is not known: by prices',
    LATER_BEFORE,
    'Estimate: 25 to 40 min (from 31 earlier items); 4 to 16 model calls, $0.53 to $8.11 (prices of a:cheap and b:dear).',
  ],
  [
    'neither that nor a price is known',
    { ...LATER_BEFORE, cost: null, by: 'x' },
    'Estimate: 25 to 40 min (from 31 earlier items); 4 to 16 model calls; cost unknown: x.',
  ],
])('%s', (_, estimate, line) => {
  expect(estimateLine(estimate)).toBe(line)
})

test.each([
  [300, 800, 'up to 1 s'],
  [0, 0, 'up to 1 s'],
  [1_200, 1_900, '1 to 2 s'],
  [3_000, 3_000, '3 s'],
  [20_000, 250_000, '20 s to 5 min'],
  [25 * MINUTE, 40 * MINUTE, '25 to 40 min'],
  [50 * MINUTE, 101 * MINUTE, '50 min to 2 h'],
  [90_000, 170_000, '1 to 3 min'],
  [200 * MINUTE, 500 * MINUTE, '3 to 9 h'],
])('%d to %d ms', (least, most, words) => {
  expect(estimateLine({ ...LATER, cost: null, durationMs: { least, most } })).toContain(
    `Estimate: ${words} (`,
  )
})

const ACTUAL = { durationMs: 31 * MINUTE + 12_000, calls: 7, cost: 8.311 }

test.each<
  [string, Estimate, typeof ACTUAL | (Omit<typeof ACTUAL, 'cost'> & { cost: null }), string]
>([
  ['time and cost', LATER, ACTUAL, 'Estimated 25 to 40 min, $6.00 to $11; took 31m12s, $8.31.'],
  ['time alone', { ...LATER, cost: null }, ACTUAL, 'Estimated 25 to 40 min; took 31m12s.'],
  [
    'calls on the first run',
    FIRST,
    ACTUAL,
    'Estimated 4 to 16 model calls, $0.53 to $8.11; took 7 model calls, $8.31.',
  ],
  [
    'a cost that is not known',
    LATER,
    { ...ACTUAL, cost: null },
    'Estimated 25 to 40 min, $6.00 to $11; took 31m12s, cost unknown.',
  ],
])('against what it was: %s', (_, estimate, actual, line) => {
  expect(comparisonLine(estimate, actual)).toBe(line)
})
