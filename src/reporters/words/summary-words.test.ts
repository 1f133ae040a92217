import { expect, test } from 'vitest'
import { factsOf, RUN_ENDED, viewOfRun } from '../../../test/rig/view-of-run.ts'
import type { Fact } from '../../model/event.ts'
import type { Estimate } from '../../model/run-start.ts'
import { summaryOf } from '../view/summary.ts'
import { summaryLines, summaryMarkdown } from './summary-words.ts'

const a = factsOf('a')
const b = factsOf('b')
const ESTIMATE: Estimate = {
  ...{ calls: { least: 1, most: 3 }, cost: { least: 1, most: 2.5 }, by: null },
  ...{ durationMs: { least: 60_000, most: 150_000 }, itemMs: 60_000, earlierItems: 9 },
}
const TWO_ITEMS: readonly (readonly [number, Fact])[] = [
  [0, a.queued],
  [0, b.queued],
  [0, a.started],
  [0, a.begins('draft')],
  [10_000, a.saves('draft')],
  [10_000, a.paid(1.5)],
  [10_000, a.asked(1.5)],
  [20_000, a.ended()],
  [20_000, b.started],
  [20_000, b.begins('draft')],
  [25_000, b.saves('draft')],
  [25_000, b.begins('review')],
  [25_000, b.begins('review/inner')],
  [94_000, b.saves('review/inner')],
  [95_000, b.saves('review')],
  [95_000, b.paid(0.25)],
  [95_000, b.asked(0.25)],
  [100_000, b.ended()],
]

test('what was expected stands beside what it was, with the slowest item and its longest step', () => {
  const view = viewOfRun({ parallel: 1, estimate: ESTIMATE, mock: true }, [
    ...TWO_ITEMS,
    [100_000, RUN_ENDED],
  ])
  const summary = summaryOf(view)
  expect(summary).toMatchObject({ estimate: ESTIMATE, mock: true, models: {} })
  const told = [
    'Workers busy 100%, waiting for credentials 0%, idle 0%.',
    'Slowest: b 1m20s (review 1m10s).',
    '2 model calls, 20 tokens in, 10 out, $1.75.',
    'Estimated 1 to 3 min, $1.00 to $2.50; took 1m40s, $1.75.',
  ]
  expect(summaryLines(summary).slice(1)).toEqual(told.map((line) => `  ${line}`))
  expect(summaryMarkdown(summary)).toContain(`\n\n- ${told.join('\n- ')}\n\n| Item |`)
})

test('where results are is said of what is done only', () => {
  const where = (item: string) =>
    ({ type: 'item-produced', item, what: 'file', where: `docs/${item}.md` }) as unknown as Fact
  const [queued, other, ...rest] = TWO_ITEMS
  const failed = [100_000, { ...b.ended(), outcome: 'failed' } as Fact] as const
  const facts = [queued, other, [0, where('a')], [0, where('b')], ...rest.slice(0, -1), failed]
  const view = viewOfRun({ parallel: 1 }, [...(facts as typeof TWO_ITEMS), [100_000, RUN_ENDED]])
  const summary = summaryOf(view)
  expect(summaryLines(summary).join('\n')).toContain('  file           a  docs/a.md\n')
  expect(summaryLines(summary).join('\n')).not.toContain('docs/b.md')
  expect(summaryMarkdown(summary)).toContain('| done |  | file: docs/a.md |')
})

test('a step that never ended counts as long as it lasted', () => {
  const view = viewOfRun({ parallel: 1 }, [
    [0, a.queued],
    [0, b.queued],
    [0, a.started],
    [0, a.begins('draft')],
    [1_000, a.saves('draft')],
    [1_000, a.begins('hang')],
    [9_000, a.ended('failed')],
    [9_000, b.started],
    [9_500, b.ended()],
    [9_500, RUN_ENDED],
  ])
  expect(summaryLines(summaryOf(view))).toContain('  Slowest: a 9s (hang 8s).')
})

test('a run that was stopped is no test of what was expected', () => {
  const view = viewOfRun({ parallel: 1, estimate: ESTIMATE }, [
    [0, a.queued],
    [0, a.started],
    [1_000, a.ended('interrupted')],
    [1_000, RUN_ENDED],
  ])
  const summary = summaryOf(view)
  expect(summary.estimate).toEqual(ESTIMATE)
  expect(summaryLines(summary).join('\n')).not.toMatch(/Estimated|Slowest/)
})
