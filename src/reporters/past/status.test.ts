import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { BEGAN_AT, eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import type { Fact } from '../../model/event.ts'
import { RunView } from '../view/run-view.ts'
import { standingOf, summaryOf } from '../view/summary.ts'
import { statusText } from '../words/status-words.ts'
import { runEntry, runsText } from './run-list.ts'
import { statusOf } from './status.ts'

const LATER = BEGAN_AT + 760_000
const started = (id: string) => of(id, { type: 'item-started', attempt: 1 })
const inStep = (id: string, step: string) => of(id, { type: 'step-started', step, span: step })
const ended = (id: string, facts: object) => of(id, { type: 'item-ended', ...facts })
const NO_LUCK = {
  outcome: 'failed',
  failure: { reason: 'threw', message: 'no luck\n\u001b[2Jat all' },
}
const GATED = {
  outcome: 'gated',
  failure: { reason: 'question', gate: 'draft', question: 'Is it good?' },
}
const OUTAGE = {
  ...{ provider: 'p', outage: { code: 'ECONNREFUSED', address: 'x:1', since: 1 } },
}
const waitsUntil = (id: string, seconds: number) =>
  of(id, { type: 'lease-queued', call: 1, why: 'rate-limited', until: LATER + seconds * 1_000 })
const usage = { inputTokens: 10, outputTokens: 20 }
const FACTS: Fact[] = [
  runStarted(6),
  ...['42', '43', '44', '45', '46', '47'].map((id) => queued(id)),
  ...['42', '43', '44', '45', '46'].map(started),
  ended('43', { outcome: 'done' }),
  of('44', { type: 'lease-returned', lease: 1, outcome: { kind: 'ok' }, cost: 1.84 }),
  of('44', { type: 'call-ended', usage, cost: 1.84 }),
  ended('44', GATED),
  inStep('46', 'review'),
  of('46', { type: 'step-failed', step: 'review', span: 'review', failure: NO_LUCK.failure }),
  ended('46', NO_LUCK),
  inStep('42', 'draft'),
  of('42', { type: 'lease-granted', call: 1, lease: 1, credential: 'anthropic-1' }),
  inStep('45', 'draft'),
  of('45', { type: 'lease-queued', call: 1, why: 'rate-limited', until: LATER + 60_000 }),
]

test('a running run: what it works on, what waits, and for what, what failed and why', () => {
  expect(text(FACTS, { isAlive: true })).toBe(`\
r-7f3a0001  lld  running 12m40s   1/6 done, 1 failed, 1 running, 1 waiting, 1 gated, 1 queued   $1.84

  ITEM    STATE    STEP    FOR     WITH         NOTE
  LLD-42  running  draft   12m21s  anthropic-1
  LLD-45  waiting  draft   12m18s               rate-limited until 09:13:40 CET
  LLD-44  gated    draft   12m25s               agentos gates show LLD-44
  LLD-46  failed   review  12m22s               unexpected error: no luck at all

Details:  agentos logs LLD-46
`)
})

test('a run that was cut off: started items resume by the same command', () => {
  const cutOff = text(FACTS, { isAlive: false })
  expect(cutOff).toContain(
    'cut off after 22s: its process was killed   1/6 done, 1 failed, 1 gated, 2 cut off, 1 not started',
  )
  expect(cutOff).toContain('LLD-42  cut off  draft   resumes after its last finished step')
  expect(cutOff).toMatch(/Finished steps are saved\. Resume with: {2}agentos lld --all\n$/)
})

test('a run that was stopped: how it ended, and what is left', () => {
  const facts: Fact[] = [
    ...[runStarted(2), queued('1'), queued('2'), started('1')],
    { type: 'run-stopping', cause: 'SIGINT', force: false },
    ended('1', { outcome: 'interrupted' }),
    ended('2', { outcome: 'skipped', skip: { reason: 'stopped' } }),
    { type: 'run-ended', exitCode: 130, outcomes: { interrupted: 1, skipped: 1 } },
  ]
  expect(text(facts, { isAlive: false })).toBe(`\
r-7f3a0001  lld  stopped after 7s (SIGINT), exit code 130   0/2 done, 1 interrupted, 1 not started

  ITEM   STATE        STEP  NOTE
  LLD-1  interrupted        resumes after its last finished step

Finished steps are saved. Resume with:  agentos lld --all
`)
})

test.each([
  ['rate-limited', 'rate-limited until'],
  ['outage', 'provider p not reachable (ECONNREFUSED), next try in'],
  ['busy', 'busy: every credential is in use'],
])('an item that waits says for what: %s', (why, words) => {
  const waits = of('1', { type: 'lease-queued', call: 1, why, until: LATER + 60_000, ...OUTAGE })
  const facts = [runStarted(1), queued('1'), started('1'), waits]
  expect(text(facts, { isAlive: true })).toContain(`  ${words}`)
})

test.each<[string, Fact[], string]>([
  [
    'rate limits of all that run',
    [waitsUntil('1', 60), waitsUntil('2', 30)],
    'sleeps until 09:13:10 CET: every',
  ],
  ['one that works', [waitsUntil('1', 60)], 'running 12m40s   '],
  ['a limit that has passed', [waitsUntil('1', 60), waitsUntil('2', -1)], 'running 12m40s   '],
])('a run that sleeps says until when: %s', (_, waits, words) => {
  const facts = [
    runStarted(3),
    ...['1', '2', '3'].map((id) => queued(id)),
    started('1'),
    started('2'),
  ]
  expect(text([...facts, ...waits], { isAlive: true })).toContain(words)
})

test('outcomes are coloured in a terminal', () => {
  const size = { now: LATER, width: 200, look: { colour: true } }
  const painted = statusText(status(FACTS, true), size)
  expect(painted).toContain('\x1b[31m1 failed\x1b[39m')
  expect(painted).toContain('LLD-46  \x1b[31mfailed\x1b[39m')
  expect(painted).toContain('LLD-45  \x1b[33mwaiting\x1b[39m')
  expect(stripVTControlCharacters(painted)).toBe(text(FACTS, { isAlive: true }))
})

test('of many rows the first are shown, none wider than the screen; the document has all', () => {
  const ids = Array.from({ length: 51 }, (_, index) => `i${index}`)
  const long = { outcome: 'failed', failure: { reason: 'threw', message: 'x'.repeat(5_000) } }
  const facts = [
    runStarted(51),
    ...ids.map((id) => queued(id)),
    ...ids.map((id) => ended(id, long)),
  ]
  const lines = text(facts, { isAlive: true, width: 60 }).split('\n')
  expect(lines.filter((line) => line.startsWith('  LLD-'))).toHaveLength(20)
  expect(lines).toContain('  … 31 more, --json lists all')
  expect(lines.every((line) => line.startsWith('r-7f3a') || line.length <= 60)).toBe(true)
  expect(status(facts, true).items).toHaveLength(51)
})

test('the list of runs has the same counts, and says which run is running or was cut off', () => {
  const view = viewOf(FACTS)
  const states = [true, false].map((isAlive) => {
    const summary = summaryOf(view, standingOf(view, { isAlive, now: LATER }))
    return runEntry(summary, '.agentos/logs/x')
  })
  const list = runsText({ schema: 'agentos.runs/1', runs: states, more: 3, unreadable: [] })
  expect(list).toContain('running: 1/6 done, 1 failed, 2 running, 1 gated, 1 queued')
  expect(list).toMatch(
    /22s +cut off: 1\/6 done, 1 failed, 1 gated, 2 cut off, 1 not started +\$1.84/,
  )
  expect(list).toContain('… 3 older, --all lists them')
})

function text(facts: readonly Fact[], options: { isAlive: boolean; width?: number }): string {
  return statusText(status(facts, options.isAlive), { now: LATER, width: options.width ?? 200 })
}

function status(facts: readonly Fact[], isAlive: boolean) {
  const view = viewOf(facts)
  const standing = standingOf(view, { isAlive, now: LATER })
  return statusOf(view, { standing, logs: '.agentos/logs/x', damagedLines: 0 })
}

function viewOf(facts: readonly Fact[]): RunView {
  const view = new RunView()
  for (const event of eventsOf(facts)) view.add(event)
  return view
}
