import { expect, test } from 'vitest'
import { factsOf, RUN_ENDED, viewOfRun } from '../../../test/rig/view-of-run.ts'
import type { Fact } from '../../model/event.ts'
import { RunView } from './run-view.ts'
import { standingOf, summaryJson, summaryOf } from './summary.ts'

test.each([[], ['a'], ['a', 'b', 'c']])('in parts it is the same JSON: items %j', (...ids) => {
  const facts = ids.flatMap((id): (readonly [number, Fact])[] => [
    [0, factsOf(id).queued],
    [0, factsOf(id).started],
    [9, factsOf(id).ended()],
  ])
  const summary = summaryOf(viewOfRun({ parallel: 1 }, [...facts, [10, RUN_ENDED]]))
  const odd = {
    ...summary,
    command: 'run "x"\n  "items": []',
    items: summary.items.map((item) => ({ ...item, title: 'one\u2028two\nthree "items": []' })),
  }
  const parts = [...summaryJson(odd)]
  expect(parts.join('')).toBe(`${JSON.stringify(odd, null, 2)}\n`)
  expect(parts).toHaveLength(ids.length + 2)
})

test('a run that is written while it is read lasts until its last event at least', () => {
  const view = Object.assign(new RunView(), { lastAt: 1_000 })
  const until = (now: number) => standingOf(view, { isAlive: true, now }).until
  expect(until(900)).toBe(1_000)
  expect(until(1_100)).toBe(1_100)
})
