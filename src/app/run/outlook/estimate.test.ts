import { expect, test } from 'vitest'
import type { ItemId } from '../../../model/ids.ts'
import type { History } from '../../../reporters/past/history.ts'
import type { Chosen } from '../../../scheduler/select.ts'
import { estimateRun } from './estimate.ts'
import type { Progress } from './preview-progress.ts'

const chosen = (id: string, ...waitsFor: string[]): Chosen => ({
  item: {
    ...{ id: id as ItemId, label: id, title: '', body: '', dependsOn: [], inputHash: '' },
  },
  waitsFor: waitsFor as ItemId[],
  ...{ after: [], inputChanged: false, seenRun: undefined },
})
const CALLS = [{ role: 'drafter', prompts: [], times: [1, 2], answer: 1_000 }] as const
const PRICES = {
  roles: { drafter: { model: 'a:x', maxOutputTokens: 1_000 } },
  prices: { x: { input: 0, output: 1_000 } },
}
const HISTORY: History = {
  items: 31,
  durationMs: { least: 10, middle: 15, most: 20 },
  calls: { least: 3, most: 5 },
  cost: { least: 0.5, most: 1 },
  steps: 4,
}
const run = {
  ...{ workflow: { calls: CALLS, prompts: {} }, chosen: [chosen('a'), chosen('b')], parallel: 1 },
  ...{ saved: new Map<ItemId, Progress>(), history: HISTORY, ...PRICES },
}

test('earlier items tell what the next ones take and cost', () => {
  expect(estimateRun(run)).toEqual({
    calls: { least: 6, most: 10 },
    cost: { least: 1, most: 2 },
    by: null,
    durationMs: { least: 20, most: 40 },
    itemMs: 15,
    earlierItems: 31,
  })
})

test('before there are any, time is not known and the cost is that of prompts and rounds', () => {
  expect(estimateRun({ ...run, history: null })).toEqual({
    calls: { least: 2, most: 4 },
    cost: { least: 2, most: 4 },
    by: 'a:x',
    ...{ durationMs: null, itemMs: null, earlierItems: 0 },
  })
})

test.each([
  ['two at once', { parallel: 2 }, { least: 10, most: 20 }],
  [
    'one waits for the other',
    { parallel: 2, chosen: [chosen('a'), chosen('b', 'a')] },
    { least: 20, most: 40 },
  ],
  [
    'both change a file',
    {
      parallel: 2,
      chosen: [
        chosen('a'),
        { ...chosen('b'), after: [{ id: 'a' as ItemId, files: ['x'], isDone: false }] },
      ],
    },
    { least: 20, most: 40 },
  ],
])('waves and places count: %s', (_, change, durationMs) => {
  expect(estimateRun({ ...run, ...change })?.durationMs).toEqual(durationMs)
})

test.each<[string, Progress, number]>([
  ['half of the usual steps', { steps: ['one', 'two'] }, 15],
  ['more than usual', { steps: ['1', '2', '3', '4', '5'] }, 10],
  ['steps that do not count', { steps: [], startsOver: 'input-changed' }, 20],
])('what is saved need not be done again: %s', (_, progress, least) => {
  const estimate = estimateRun({ ...run, saved: new Map([['a' as ItemId, progress]]) })
  expect(estimate?.durationMs).toEqual({ least, most: 40 })
  expect(estimate?.cost).toEqual({ least: least / 20, most: 2 })
})

test.each([
  ['nothing was asked', { history: { ...HISTORY, calls: { least: 0, most: 0 } } }, null, null],
  [
    'by prompts, where earlier costs are not known',
    { history: { ...HISTORY, cost: null } },
    { least: 2, most: 4 },
    'a:x',
  ],
  [
    'not known at all',
    { history: { ...HISTORY, cost: null }, workflow: { calls: [], prompts: {} } },
    null,
    'earlier items asked a model whose price is not known; set prices in the config',
  ],
])('cost: %s', (_, change, cost, by) => {
  expect(estimateRun({ ...run, ...change })).toMatchObject({ cost, by, itemMs: 15 })
})

test('nothing to do, or nothing to go by: no estimate', () => {
  expect(estimateRun({ ...run, chosen: [] })).toBeNull()
  expect(estimateRun({ ...run, history: null, workflow: { calls: [], prompts: {} } })).toBeNull()
})
