import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BEGAN_AT, eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { writtenRun } from '../../../test/rig/written-run.ts'
import type { Event } from '../../model/event.ts'
import { RunView } from '../view/run-view.ts'
import { summaryOf } from '../view/summary.ts'
import { findRun, findRunningFirst, readRun, runsOf, summaryIn } from './past-run.ts'

const FACTS = [
  runStarted(2),
  queued('1'),
  queued('2'),
  of('1', { type: 'item-started', attempt: 1, worker: 7 }),
]
const NOBODY = { alive: new Set<string>(), now: BEGAN_AT + 60_000 }

test('runs are listed from the newest to the oldest; what is no run is passed over', () => {
  const logs = temporaryFolder()
  writtenRun(logs, '08-00', eventsOf(FACTS, 'r-aa11'))
  writtenRun(logs, '09-00', eventsOf(FACTS, 'r-bb22'))
  mkdirSync(join(logs, '2026-11-16T10-00-00.000Z'))
  mkdirSync(join(logs, 'notes'))
  expect([...runsOf(logs)].map(({ id }) => id)).toEqual(['r-bb22', 'r-aa11'])
  expect([...runsOf(join(logs, 'nowhere'))]).toEqual([])
})

test.each([
  [undefined, 'r-ab22'],
  ['r-aa11', 'r-aa11'],
  ['r-aa', 'r-aa11'],
  ['aa', 'r-aa11'],
  ['2026-11-16T08-00-00.000Z', 'r-aa11'],
  ['.agentos/logs/2026-11-16T08-00-00.000Z/', 'r-aa11'],
])('%s finds a run', (name, id) => {
  expect(findRun(twoRuns(), name).id).toBe(id)
})

test('a run that is running comes before newer ones that have ended', () => {
  const found = (...ids: string[]) => findRunningFirst(twoRuns(), { alive: new Set(ids) }).id
  expect(found('r-aa11')).toBe('r-aa11')
  expect(found('r-aa11', 'r-ab22')).toBe('r-ab22')
  expect(found()).toBe('r-ab22')
})

test.each([
  ['r-a', '"r-a" stands for r-ab22, r-aa11.'],
  ['', 'stands for r-ab22, r-aa11.'],
  ['r-aa12', 'There is no run "r-aa12" here.'],
  ['r-\u001b[2J', 'There is no run "r-\\u001b[2J" here.'],
])('%j finds none, and it is said why', (name, message) => {
  expect(() => findRun(twoRuns(), name)).toThrow(message)
})

test('without any run it is said that there is none', () => {
  expect(() => findRun(temporaryFolder(), undefined)).toThrow('No run has been started')
  expect(() => findRun(temporaryFolder(), 'r-1')).toThrow('No run has been started')
})

test('half a last line is no event yet; damaged lines are counted, the others are read', () => {
  const logs = temporaryFolder()
  const folder = writtenRun(logs, '08-00', eventsOf(FACTS))
  appendFileSync(join(folder, 'events.jsonl'), '{"v":1,"se\nnull\n5\n{"v":1,"seq":9,"at":1,"ty')
  const { view, damagedLines } = readRun(findRun(logs, undefined), NOBODY)
  expect(damagedLines).toBe(3)
  expect([...view.items.values()].map(({ state }) => state)).toEqual(['running', 'queued'])
})

test.each([
  ['a field that only a newer version knows', { newer: 1 }, 0],
  ['a type that only a newer version knows', { type: 'newer' }, 0],
  ['another meaning', { v: 2 }, 1],
  ['a time that is none', { at: 1e300 }, 1],
  ['no run, of a type that only a newer version knows', { type: 'newer', run: null }, 1],
])('an event with %s', (_, change, damaged) => {
  const logs = temporaryFolder()
  const events = eventsOf(FACTS)
  const changed = { ...events[3], ...change } as unknown as Event
  writtenRun(logs, '08-00', [...events, changed])
  expect(readRun(findRun(logs, undefined), NOBODY).damagedLines).toBe(damaged)
})

test('a run without its first event cannot be read, and it is said where the rest is', () => {
  const logs = temporaryFolder()
  writtenRun(logs, '08-00', eventsOf(FACTS).slice(1))
  expect(() => readRun(findRun(logs, undefined), NOBODY)).toThrow(
    'The first event of run r-7f3a0001',
  )
})

test('a run without its last event is running while its process lives, and cut off after that', () => {
  const logs = temporaryFolder()
  writtenRun(logs, '08-00', eventsOf(FACTS))
  const run = findRun(logs, undefined)
  const cutOff = summaryIn(run, NOBODY)
  expect(cutOff).toMatchObject({ state: 'cut-off', durationMs: 3_000, exitCode: null })
  const running = summaryIn(run, { ...NOBODY, alive: new Set([run.id]) })
  expect(running).toMatchObject({ state: 'running', durationMs: 60_000 })
  expect(running.items.map(({ durationMs }) => durationMs)).toEqual([57_000, 0])
})

test('a summary is taken as it was written; a damaged one is made again from the events', () => {
  const logs = temporaryFolder()
  const events = eventsOf([
    ...FACTS,
    of('1', { type: 'item-ended', outcome: 'done' }),
    { type: 'run-ended', exitCode: 0, outcomes: { done: 1 } },
  ])
  const folder = writtenRun(logs, '08-00', events)
  const view = new RunView()
  for (const event of events) view.add(event)
  const summary = summaryOf(view)
  const run = findRun(logs, undefined)
  writeFileSync(join(folder, 'summary.json'), '{"schema":"agen')
  expect(summaryIn(run, NOBODY)).toEqual(summary)
  writeFileSync(join(folder, 'summary.json'), JSON.stringify({ ...summary, mostAtOnce: 77 }))
  expect(summaryIn(run, NOBODY)).toMatchObject({ state: 'over', mostAtOnce: 77 })
})

function twoRuns(): string {
  const logs = temporaryFolder()
  writtenRun(logs, '08-00', eventsOf(FACTS, 'r-aa11'))
  writtenRun(logs, '09-00', eventsOf(FACTS, 'r-ab22'))
  return logs
}
