import { expect, test } from 'vitest'
import { factsOf, RUN_ENDED, viewOfRun } from '../../../test/rig/view-of-run.ts'
import { RunView } from './run-view.ts'
import { sharesLine, sharesOf } from './shares.ts'

const a = factsOf('a')
const b = factsOf('b')

test('one place, busy all the time', () => {
  const view = viewOfRun({ parallel: 1 }, [
    [0, a.queued],
    [0, a.started],
    [100, a.ended()],
    [100, RUN_ENDED],
  ])
  expect(sharesOf(view)).toEqual({ busy: 1, waiting: 0, idle: 0, waitedMs: 0 })
})

test('two places: one waits for a key for half of its time, the other is left empty', () => {
  const view = viewOfRun({ parallel: 2 }, [
    [0, a.queued],
    [0, b.queued],
    [0, a.started],
    [20, a.waits(1)],
    [70, a.isServed(1)],
    [100, a.ended()],
    [100, RUN_ENDED],
  ])
  expect(sharesOf(view)).toEqual({ busy: 0.25, waiting: 0.25, idle: 0.5, waitedMs: 50 })
})

test('who waits with one call and works with another is busy', () => {
  const view = viewOfRun({ parallel: 1 }, [
    [0, a.queued],
    [0, a.started],
    [0, a.isServed(1)],
    [10, a.waits(2)],
    [90, a.isServed(2)],
    [100, a.ended()],
  ])
  expect(sharesOf(view)).toMatchObject({ busy: 1, waiting: 0 })
})

test.each([
  [
    'served with one call until another is left waiting',
    10,
    [
      [0, a.isServed(1)],
      [0, a.waits(2)],
      [100, a.isAnswered(1)],
      [110, a.isServed(2)],
    ],
  ],
  [
    'two calls wait, and one is served first',
    100,
    [
      [0, a.waits(1)],
      [50, a.waits(2)],
      [100, a.isServed(1)],
      [120, a.isServed(2)],
    ],
  ],
  [
    'its worker dies while it waits',
    100,
    [
      [0, a.waits(1)],
      [100, a.dies],
    ],
  ],
] as const)('waited is what it did nothing else in: %s', (_, waitedMs, facts) => {
  const start = [
    [0, a.queued],
    [0, a.started],
  ] as const
  const view = viewOfRun({ parallel: 1 }, [...start, ...facts, [200, a.ended()]])
  expect([...view.items.values()][0]).toMatchObject({ waitedMs })
})

test('a running run: present waits count up to now', () => {
  const view = viewOfRun({ parallel: 1 }, [
    [0, a.queued],
    [0, a.started],
    [40, a.waits(1)],
    [100, b.queued],
  ])
  expect(sharesOf(view)).toMatchObject({ busy: 0.4, waiting: 0.6, waitedMs: 60 })
})

test('places that no item could have used are nobody’s', () => {
  const view = viewOfRun({ parallel: 9 }, [
    [0, a.queued],
    [0, a.started],
    [100, a.ended()],
  ])
  expect(sharesOf(view)).toMatchObject({ busy: 1, idle: 0 })
})

test.each([
  ['before the run has started', new RunView()],
  ['nothing was worked on', viewOfRun({ parallel: 1 }, [[5, RUN_ENDED]])],
  [
    'no time has passed',
    viewOfRun({ parallel: 1 }, [
      [0, a.queued],
      [0, a.started],
    ]),
  ],
])('none: %s', (_, view) => {
  expect(sharesOf(view)).toBeNull()
})

test('whole percents, and how long was waited if that was noticeable', () => {
  const shares = { busy: 0.784, waiting: 0.139, idle: 0.077, waitedMs: 260_000 }
  expect(sharesLine(shares)).toBe(
    'Workers busy 78%, waiting for credentials 14% (4m20s in all), idle 8%.',
  )
  expect(sharesLine({ ...shares, waitedMs: 400 })).toContain('credentials 14%, idle')
})
