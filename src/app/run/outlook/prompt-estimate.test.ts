import { expect, test } from 'vitest'
import { estimateByPrompts } from './prompt-estimate.ts'

/** 3,500 characters are 1,000 tokens. */
const text = 'x'.repeat(3_500)
const workflow = {
  prompts: { write: text, judge: text },
  calls: [
    { role: 'drafter', prompts: ['write'], times: [1, 3], answer: 1_000 },
    { role: 'reviewer', prompts: ['judge'], times: [1, 5], answer: 0 },
  ],
} as const
const roles = {
  drafter: { model: 'a:cheap', maxOutputTokens: 10_000 },
  reviewer: { model: 'b:dear', maxOutputTokens: 10_000 },
}
const prices = { cheap: { input: 1, output: 10 }, dear: { input: 100, output: 0 } }
const FREE = { cheap: { input: 0, output: 0 }, dear: { input: 0, output: 0 } }
const items = [
  { title: '', body: text.slice(1) },
  { title: '', body: text.slice(1) },
]

test('prompts and inputs times prices times rounds, for all items', () => {
  const estimate = estimateByPrompts({ workflow, items, roles, prices })
  expect(estimate).toMatchObject({ calls: { least: 4, most: 16 }, by: 'a:cheap and b:dear' })
  // An item: (1,000 of the prompt + 1,000 of the body + 2,000 around them) and the answer, in dollars.
  const least = 2 * (4_000 * 1 + 1_000 * 10 + 4_000 * 100)
  const most = 2 * (3 * (22_000 * 1 + 1_000 * 10) + 5 * 22_000 * 100)
  expect(estimate?.cost?.least).toBeCloseTo(least / 1_000_000)
  expect(estimate?.cost?.most).toBeCloseTo(most / 1_000_000)
})

test('thoughts that the drafter may have are paid as output, at most', () => {
  const drafter = { ...roles.drafter, reasoning: 'high' as const }
  const plain = estimateByPrompts({ workflow, items, roles, prices })?.cost
  const thinking = estimateByPrompts({
    workflow,
    items,
    roles: { ...roles, drafter },
    prices,
  })?.cost
  expect(thinking?.least).toBe(plain?.least)
  expect((thinking?.most ?? 0) - (plain?.most ?? 0)).toBeCloseTo((2 * 3 * 6_000 * 10) / 1_000_000)
})

test.each([
  ['nothing to pay', { roles, prices: FREE }, { cost: { least: 0, most: 0 } }],
  [
    'a price that is not known is said, never taken for nothing',
    { roles, prices: { cheap: prices.cheap } },
    { cost: null, by: 'the price of b:dear is not known; set prices in the config' },
  ],
  [
    'no model yet',
    { roles: {}, prices },
    { cost: null, by: 'there is no model for the role drafter' },
  ],
])('%s', (_, given, expected) => {
  const calls = { least: 4, most: 16 }
  expect(estimateByPrompts({ workflow, items, ...given })).toMatchObject({ calls, ...expected })
})

test('a workflow that does not say which calls it makes has no estimate', () => {
  expect(
    estimateByPrompts({ workflow: { prompts: {}, calls: [] }, items, roles, prices }),
  ).toBeNull()
})
