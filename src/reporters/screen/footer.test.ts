import { expect, test } from 'vitest'
import type { Event, Fact } from '../../model/event.ts'
import { RunView } from '../view/run-view.ts'
import { footerRows } from './footer.ts'
import { widthOf } from './width.ts'

const START = Date.UTC(2026, 10, 16, 12, 0, 0)
const LOOK = { colour: false, unicode: true }
const WIDE = { now: START + 72_000, columns: 120, rows: 30, look: LOOK }

function viewOf(items: number, ...facts: readonly object[]): RunView {
  return viewAfter(null, items, ...facts)
}

/** With what an item took in earlier runs. */
function viewAfter(itemMs: number | null, items: number, ...facts: readonly object[]): RunView {
  const view = new RunView()
  const start = { limits: { parallel: 3 }, estimate: { itemMs } }
  const queued = Array.from({ length: items }, (_, index) => ({
    type: 'item-queued',
    item: `${index + 1}`,
    label: `LLD-${index + 1}`,
    title: '',
    dependsOn: [],
  }))
  for (const fact of [{ type: 'run-started', ...start }, ...queued, ...facts])
    view.add({ v: 1, seq: 1, at: START, run: 'r-1', ...(fact as Fact) } as Event)
  return view
}

const started = (item: number, at = START) => ({
  type: 'item-started',
  item: `${item}`,
  attempt: 1,
  at,
})
const step = (item: number, name: string, at = START) => ({
  type: 'step-started',
  item: `${item}`,
  step: name,
  at,
})
const ended = (item: number, outcome: string, at: number) => ({
  type: 'item-ended',
  item: `${item}`,
  outcome,
  at,
})

const endedAs = (item: number, outcome: string) => ended(item, outcome, START + 600_000)

test('says who is at work, in which step, for how long and with which key, and how far it is', () => {
  const view = viewOf(
    10,
    started(1),
    started(2),
    step(1, 'draft', START + 12_000),
    step(2, 'review'),
    { type: 'lease-granted', item: '1', call: 1, lease: 1, credential: 'anthropic-1', model: 'm' },
    { type: 'lease-returned', item: '1', lease: 9, outcome: { kind: 'ok' }, cost: 1.84 },
    ended(3, 'failed', START),
    ended(4, 'gated', START),
  )
  expect(footerRows(view, WIDE)).toEqual([
    '────────────────────────────────────────',
    ' ▸ LLD-1  draft    1:00  anthropic-1',
    ' ▸ LLD-2  review   1:12',
    ' [=>        ] 2/10  1 failed  1 at a gate  2 running  6 queued  $1.84  1:12',
  ])
})

test.each([
  ['rate-limited', 600_000, /^ ⏸ LLD-1 {2}waits {3}1:12 {2}rate-limited until 13:10:00 CET$/],
  [
    'outage',
    80_000,
    /^ ⏸ LLD-1 {2}waits {3}1:12 {2}provider p failing \(HTTP 529\), next try in 8 s$/,
  ],
  ['busy', null, /^ ⏸ LLD-1 {2}waits {3}1:12 {2}busy: every credential is in use$/],
])('says why an item waits: %s', (why, until, row) => {
  const at = until === null ? null : START + until
  const view = viewOf(2, started(1), step(1, 'draft'), {
    type: 'lease-queued',
    ...{ item: '1', call: 1, provider: 'p', why, until: at },
    outage: { code: 'HTTP 529', address: null, since: START },
  })
  const [, first, progress] = footerRows(view, WIDE)
  expect(first).toMatch(row)
  expect(progress).toContain('0 running  1 waiting  1 queued')
})

test('an answer that is being written is counted until it has ended', () => {
  const progress = (ask: number, outputTokens: number) => ({
    ...{ type: 'call-progress', item: '1', ask, task: 'lld.draft', outputTokens },
  })
  const facts = [
    started(1),
    step(1, 'draft'),
    progress(1, 300),
    progress(2, 40),
    progress(1, 1_200),
  ]
  const row = (...more: readonly object[]) => footerRows(viewOf(1, ...facts, ...more), WIDE)[1]
  expect(row()).toMatch(/ LLD-1 {2}draft {3}1:12 {2}1240 tokens$/)
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 }
  expect(row({ type: 'call-ended', item: '1', ask: 1, usage })).toMatch(/ {2}40 tokens$/)
  const again = { type: 'call-retried', item: '1', ask: 2, message: 'busy' }
  expect(row({ type: 'call-failed', item: '1', ask: 1 }, again)).toMatch(/ 1:12$/)
})

test('the title of an item fills the rest of its row, as far as it fits', () => {
  const titled = (item: number, title: string) => ({
    ...{ type: 'item-queued', item: `${item}`, label: `LLD-${item}`, title, dependsOn: [] },
  })
  const view = viewOf(
    0,
    titled(1, 'Due\u001b[2J dates'),
    titled(2, 'Count what is done and what is still open in a long list of things'),
    titled(3, '3'),
    ...[started(1), started(2), started(3), step(1, 'review'), step(2, 'tests')],
    { type: 'lease-granted', item: '1', call: 1, lease: 1, credential: 'anthropic-1', model: 'm' },
  )
  expect(footerRows(view, WIDE).slice(1, 4)).toEqual([
    ' ▸ LLD-1  review   1:12  anthropic-1  Due dates',
    ' ▸ LLD-2  tests    1:12               Count what is done and what is still ope…',
    ' ▸ LLD-3           1:12',
  ])
  expect(footerRows(view, { ...WIDE, columns: 45 })[2]).toBe(' ▸ LLD-2  tests    1:12')
})

test('many at work are counted, not listed', () => {
  const view = viewOf(10, ...Array.from({ length: 9 }, (_, index) => started(index + 1)))
  const rows = footerRows(view, WIDE)
  expect(rows).toHaveLength(7)
  expect(rows.at(-2)).toBe('   + 5 more running')
})

test('no row is as wide as the terminal, whatever names and steps are like', () => {
  const view = viewOf(1, started(1), step(1, '日'.repeat(60)), {
    type: 'lease-granted',
    ...{ item: '1', call: 1, lease: 1, credential: 'x'.repeat(200), model: 'm' },
  })
  for (const columns of [20, 40, 79, 80, 200]) {
    for (const row of footerRows(view, { ...WIDE, columns })) {
      expect(widthOf(row)).toBeLessThanOrEqual(Math.min(columns - 1, 79))
    }
  }
})

test('a low terminal keeps room for lines', () => {
  const view = viewOf(10, ...Array.from({ length: 9 }, (_, index) => started(index + 1)))
  expect(footerRows(view, { ...WIDE, rows: 5 }).length).toBeLessThanOrEqual(4)
})

test('without UTF-8 it is ASCII', () => {
  const view = viewOf(1, started(1), step(1, 'a step with a long name indeed'))
  const rows = footerRows(view, { ...WIDE, look: { colour: false, unicode: false } })
  expect(rows.join('')).toMatch(/^[\x20-\x7e]+$/)
})

test('the time left is told from three ended items on, or by what earlier runs took', () => {
  const minute = 60_000
  const three = [1, 2, 3].flatMap((item) => [
    started(item),
    ended(item, 'done', START + 10 * minute),
  ])
  const row = (view: RunView) => footerRows(view, { ...WIDE, now: START + 10 * minute }).at(-1)
  const few = three.slice(0, 4)
  expect(row(viewOf(9, ...three))).toMatch(/ {2}about 20 min left$/)
  expect(row(viewOf(9, ...few))).not.toMatch(/left/)
  expect(row(viewAfter(30 * minute, 9, ...few))).toMatch(/ {2}about 70 min left$/)
  expect(row(viewAfter(30 * minute, 9, ...three))).toMatch(/ {2}about 20 min left$/)
})

test('in a narrow window the bar and the clock go before what went wrong and how long it takes', () => {
  const ended = [1, 2, 3].flatMap((item) => [
    started(item),
    endedAs(item, item === 1 ? 'failed' : 'done'),
  ])
  const view = viewOf(9, ...ended, started(4), started(5), started(6))
  const row = (columns: number) =>
    footerRows(view, { ...WIDE, now: START + 600_000, columns }).at(-1)
  expect(row(80)).toBe(' [==>       ] 3/9  1 failed  3 running  3 queued  10:00  about 11 min left')
  expect(row(60)).toBe(' 3/9  1 failed  3 running  3 queued  about 11 min left')
  expect(row(44)).toBe(' 3/9  1 failed  3 running  3 queued')
})

test('there is nothing to show before the run has started', () => {
  expect(footerRows(new RunView(), WIDE)).toEqual([])
})

test('the time left knows how long those rest that wait', () => {
  const minute = 60_000
  const three = [1, 2, 3].flatMap((item) => [started(item), ended(item, 'done', START + minute)])
  const queued = (until: number | null) => ({
    ...{ type: 'lease-queued', item: '4', call: 1, why: 'rate-limited', until },
  })
  const row = (until: number | null) =>
    footerRows(viewOf(4, ...three, started(4), queued(until)), { ...WIDE, now: START + minute }).at(
      -1,
    )
  expect(row(START + 180 * minute)).toMatch(/about 3 h left$/)
  expect(row(null)).not.toMatch(/left/)
})
