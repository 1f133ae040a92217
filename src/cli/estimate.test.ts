import { expect, test } from 'vitest'
import { estimateLine, estimateRun } from './estimate.ts'

/** 3,500 characters are 1,000 tokens. */
const text = 'x'.repeat(3_500)
const workflow = {
  prompts: { write: text, judge: text },
  calls: [
    { role: 'drafter', prompts: ['write'], times: [1, 3], answer: 1_000 },
    { role: 'reviewer', prompts: ['judge'], times: [1, 5], answer: 0 },
  ],
} as const
const roles = { drafter: 'a:cheap', reviewer: 'b:dear' }
const prices = { cheap: { input: 1, output: 10 }, dear: { input: 100, output: 0 } }
const items = [
  { title: '', body: text.slice(1) },
  { title: '', body: text.slice(1) },
]

test('prompts and inputs times prices times rounds, for all items', () => {
  const estimate = estimateRun({ workflow, items, roles, prices })
  expect(estimate?.calls).toEqual({ least: 4, most: 16 })
  // An item: (1,000 of the prompt + 1,000 of the body + 500 around them) and the answer, in dollars.
  const least = 2 * (2_500 * 1 + 1_000 * 10 + 2_500 * 100)
  const most = 2 * (3 * (8_000 * 1 + 1_000 * 10) + 5 * 8_000 * 100)
  expect(estimate?.cost?.least).toBeCloseTo(least / 1_000_000)
  expect(estimate?.cost?.most).toBeCloseTo(most / 1_000_000)
})

test.each([
  [
    'a range',
    { roles, prices },
    'Estimate: 4 to 16 model calls, $0.53 to $8.11 (prices of a:cheap and b:dear).',
  ],
  [
    'nothing to pay',
    { roles, prices: { cheap: { input: 0, output: 0 }, dear: { input: 0, output: 0 } } },
    'Estimate: 4 to 16 model calls, $0.00 (prices of a:cheap and b:dear).',
  ],
  [
    'a price that is not known is said, never taken for nothing',
    { roles, prices: { cheap: prices.cheap } },
    'Estimate: 4 to 16 model calls; cost unknown: the price of b:dear is not known; set prices in the config.',
  ],
  [
    'no model yet',
    { roles: {}, prices },
    'Estimate: 4 to 16 model calls; cost unknown: there is no model for the role drafter.',
  ],
])('%s', (_, given, line) => {
  const estimate = estimateRun({ workflow, items, ...given })
  expect(estimate === null ? '' : estimateLine(estimate)).toBe(line)
})

test('a workflow that does not say which calls it makes has no estimate', () => {
  expect(estimateRun({ workflow: { prompts: {}, calls: [] }, items, roles, prices })).toBeNull()
})
