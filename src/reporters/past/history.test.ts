import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { historyOf } from './history.ts'
import { type PastItem, pastItemsOf, readPastItems } from './past-items.ts'

const past = (durationMs: number, cost: number | null = 1): PastItem => ({
  ...{ durationMs, calls: 3, cost, steps: 5 },
})

test('two items are no history, three are', () => {
  expect(historyOf([past(1), past(2)])).toBeNull()
  expect(historyOf([past(10), past(20), past(30)])).toMatchObject({
    items: 3,
    durationMs: { least: 14, middle: 20, most: 26 },
    calls: { least: 3, most: 3 },
    cost: { least: 1, most: 1 },
    steps: 5,
  })
})

test('one that took for ever moves the range as far as it moves the sum, and not the middle', () => {
  const items = [...Array.from({ length: 9 }, () => past(10)), past(1_000)]
  expect(historyOf(items)?.durationMs).toEqual({ least: 10, middle: 10, most: 109 })
})

test('a cost that is not known makes that of all unknown', () => {
  expect(historyOf([past(1), past(1, null), past(1)])?.cost).toBeNull()
})

const SOUGHT = { workflow: 'lld', mock: false, models: { drafter: 'a:x' } }
const DONE = {
  ...{ outcome: 'done', attempts: 1, stepsReused: 0 },
  ...{ durationMs: 7, calls: 3, cost: 0.5, stepsSaved: 4 },
}
const summary = (items: unknown, about: object = {}) =>
  JSON.stringify({ ...SOUGHT, ...about, items })

test.each([
  ['done', summary([DONE]), 1],
  ['needs revision', summary([{ ...DONE, outcome: 'needs-revision' }]), 1],
  ['failed', summary([{ ...DONE, outcome: 'failed' }]), 0],
  ['went on from saved steps', summary([{ ...DONE, stepsReused: 2 }]), 0],
  ['went on in a second worker', summary([{ ...DONE, attempts: 2 }]), 0],
  ['another workflow', summary([DONE], { workflow: 'issue' }), 0],
  ['the mock provider', summary([DONE], { mock: true }), 0],
  ['from before that was told', summary([DONE], { mock: undefined }), 0],
  ['another model', summary([DONE], { models: { drafter: 'a:y' } }), 0],
  ['a further role', summary([DONE], { models: { drafter: 'a:x', reviewer: 'a:x' } }), 0],
  ['cut off', summary([DONE]).slice(0, -5), 0],
  ['empty', '', 0],
  ['something else', '[1, null]', 0],
  ['items that are none', summary('all'), 0],
  ['an item that is none', summary([null, DONE]), 1],
  ['an impossible number', summary([{ ...DONE, durationMs: -1 }]), 0],
  ['a number that is a text', summary([{ ...DONE, durationMs: '7' }]), 0],
])('items of a summary: %s', (_, text, count) => {
  const item = { durationMs: 7, calls: 3, cost: 0.5, steps: 4 }
  expect(pastItemsOf(text, SOUGHT)).toEqual(count === 0 ? [] : [item])
})

test('the newest runs are read first, and no more of them than are needed', () => {
  const logs = temporaryFolder()
  const runs = { '2026-01-01': 40, '2026-01-02': 30, '2026-01-03': 0 }
  for (const [name, count] of Object.entries(runs)) {
    const folder = join(logs, `${name}T00-00-00.000Z`)
    mkdirSync(folder)
    const items = Array.from({ length: count }, () => ({ ...DONE, durationMs: count }))
    if (count > 0) writeFileSync(join(folder, 'summary.json'), summary(items))
  }
  const found = readPastItems(logs, SOUGHT).map(({ durationMs }) => durationMs)
  expect(found).toEqual([...Array(30).fill(30), ...Array(20).fill(40)])
  expect(readPastItems(join(logs, 'none'), SOUGHT)).toEqual([])
})
