import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf } from '../../../test/rig/events.ts'
import { everyFact } from '../../../test/rig/every-fact.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { writtenRun } from '../../../test/rig/written-run.ts'
import { showStatus } from '../../cli/show/show-status.ts'
import type { Event } from '../../model/event.ts'
import { makeReport } from './make-report.ts'

const EVENTS = eventsOf(everyFact())

test('a whole run has no damaged line', () => {
  expect(statusOf(EVENTS).damagedLines).toBe(0)
})

test.each([
  ['lacks a field', without],
  ['has a field of another kind', withOther],
])('of each event that %s, nobody reads more than is there', async (_, change) => {
  const events = EVENTS.flatMap((event) => [...changed(event, change), event])
  expect(statusOf(events).damagedLines).toBeGreaterThan(EVENTS.length)
  await everyReport(events)
})

test('a first event that lacks a field is passed over, or read without it', async () => {
  const [first, ...others] = EVENTS
  for (const event of changed(first ?? {}, without))
    await everyReport([...EVENTS.slice(0, 1), event, ...others])
})

test('what only a newer version knows is told in plain words', async () => {
  const events = EVENTS.flatMap((event) => [event, ...changed(event, withNewer)])
  expect(statusOf(events).damagedLines).toBe(0)
  const markdown = await everyReport(events)
  expect(markdown).toContain('unknown failure reason newer, written by a newer version')
  expect(markdown).toContain('| unknown reason newer, written by a newer version')
})

test('with every format it is said once how many events cannot be read', async () => {
  const warnings: string[] = []
  await everyReport(EVENTS, (text) => warnings.push(text))
  expect(warnings).toEqual([])
  const cut = EVENTS.with(5, { at: 1 } as Event)
  await everyReport(cut, (text) => warnings.push(text))
  const words = '1 of its events cannot be read and are left out.'
  expect(warnings).toEqual(Array.from({ length: 6 }, () => words))
})

/** Each event once for each of its fields, also those further inside. */
function changed(value: object, change: Change): Event[] {
  return Object.entries(value).flatMap(([name, field]) => [
    ...change(value, name),
    ...(typeof field === 'object' && field !== null && !Array.isArray(field)
      ? changed(field, change).map((inner) => ({ ...value, [name]: inner }))
      : []),
  ]) as Event[]
}

type Change = (value: object, name: string) => object[]

function without(value: object, name: string): object[] {
  return [Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))]
}

function withOther(value: object, name: string): object[] {
  return [null, 5, 1e300, 'text', {}, [], [null]].map((other) => ({ ...value, [name]: other }))
}

const WORDS = ['type', 'reason', 'outcome', 'why', 'kind', 'cause', 'how', 'problem', 'what']

function withNewer(value: object, name: string): object[] {
  const isWord = WORDS.includes(name) && typeof Object(value)[name] === 'string'
  return isWord ? [{ ...value, [name]: 'newer' }] : []
}

function statusOf(events: readonly Event[]) {
  return JSON.parse(showStatus({ run: undefined, json: true, workingDirectory: written(events) }))
}

/** That for people is handed back. */
async function everyReport(
  events: readonly Event[],
  warn: (text: string) => void = () => {},
): Promise<string> {
  const workingDirectory = written(events)
  expect(showStatus({ run: undefined, json: false, workingDirectory })).toContain('LLD-1')
  const asked = { run: undefined, send: false, output: undefined, workingDirectory, warn }
  for (const format of ['json', 'junit', 'html', 'otlp', 'trace'])
    expect(await makeReport({ ...asked, format }), format).toContain('LLD-1')
  return makeReport({ ...asked, format: 'md' })
}

function written(events: readonly Event[]): string {
  const root = temporaryFolder()
  writtenRun(join(root, '.agentos', 'logs'), '08-00', events)
  return root
}
