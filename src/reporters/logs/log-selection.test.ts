import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf, of } from '../../../test/rig/events.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { writtenRun } from '../../../test/rig/written-run.ts'
import type { Fact } from '../../model/event.ts'
import { Narrator } from '../words/narrator.ts'
import { markOf } from './item-log.ts'
import { coordinatorSelection, ItemSelection } from './log-selection.ts'
import { StepMarks } from './step-marks.ts'

const started = (step: string) => of('1', { type: 'step-started', step, span: step })
const saved = (step: string) => of('1', { type: 'step-saved', step, span: step, durationMs: 1_000 })
const failure = { reason: 'threw', message: 'no luck' }

/** Facts a second apart, from 8:00 on, and what was printed between them. */
const PARTS: readonly (Fact | string)[] = [
  of('1', { type: 'item-started', attempt: 1, worker: 7 }),
  started('draft'),
  'asking',
  started('draft/call'),
  'calling',
  saved('draft/call'),
  saved('draft'),
  'between',
  started('draft#2'),
  'again',
  of('1', { type: 'step-failed', step: 'draft#2', span: 'draft#2', failure }),
  started('review'),
  'reviewing',
  of('1', { type: 'worker-exited', worker: 7, exitCode: null, signal: 'SIGKILL' }),
  of('1', { type: 'item-started', attempt: 2, worker: 8 }),
  'loading',
  of('1', { type: 'step-reused', step: 'draft' }),
]
const LOG = logOf(PARTS)

test.each([
  ['draft', ['asking', 'calling', 'again']],
  ['draft#2', ['again']],
  ['call', ['calling']],
  ['draft/call', ['calling']],
  ['review', ['reviewing']],
])('of step %s only what was printed during it', (step, printed) => {
  expect(ownLines(select(LOG, { step }))).toEqual(printed)
})

test('a step is shown with its marks, also with the one of a cached result', () => {
  const lines = select(LOG, { step: 'draft' }).split('\n')
  expect(lines.at(0)).toContain('draft: started')
  expect(lines).toContain('» 2026-11-16T09:00:06.000+01:00 draft#2: failed: unexpected error')
  expect(lines.at(-2)).toContain('draft: ✓ cached')
})

test('a step that the log does not know is refused, with the nearest', () => {
  const selection = newSelection({ step: 'reveiw' })
  selection.take(LOG)
  expect(() => selection.checkStep()).toThrow('There is no step "reveiw" in this log.')
})

test('what was printed lately begins with the last mark before: its time is not known exactly', () => {
  const sinceAt = Date.parse('2026-11-16T08:00:08.500Z')
  expect(ownLines(select(LOG, { sinceAt }))).toEqual(['reviewing', 'loading'])
  expect(ownLines(select(LOG, { sinceAt, step: 'draft' }))).toEqual([])
  expect(select(LOG, { sinceAt: 0 })).toBe(LOG)
})

test('behind the last mark it counts when the log was last written to', () => {
  const sinceAt = Date.parse('2026-11-16T09:00:00Z')
  const log = `${LOG}still printing\n`
  expect(ownLines(select(log, { sinceAt, lastAt: sinceAt + 1 }))).toEqual(['still printing'])
  expect(select(log, { sinceAt, lastAt: sinceAt - 1 })).toBe('')
})

test('an item cannot pass for a mark by printing one', () => {
  const parts = [started('draft'), '» 2026-11-16T08:00:00.000Z draft: saved (1s)', 'x']
  const log = logOf(parts)
  expect(select(log, { step: 'draft' }, parts)).toBe(log)
})

test('lines of the coordinator have times of their own; what has none belongs to the one before', () => {
  const log = '2026-11-16T08:00:00.000Z old\n  older\n2026-11-16T08:00:02.000Z new\n  newer\n'
  const since = coordinatorSelection(Date.parse('2026-11-16T08:00:01.000Z'))
  expect(since.take(log)).toBe('2026-11-16T08:00:02.000Z new\n  newer\n')
  expect(coordinatorSelection(undefined).take(log)).toBe(log)
})

function select(
  log: string,
  {
    lastAt = Number.POSITIVE_INFINITY,
    ...part
  }: { step?: string; sinceAt?: number; lastAt?: number },
  parts = PARTS,
): string {
  const selection = newSelection(part, parts)
  return selection.take(log) + selection.finish(lastAt)
}

function newSelection({ step, sinceAt }: { step?: string; sinceAt?: number }, parts = PARTS) {
  const events = join(writtenRun(temporaryFolder(), '08-00', eventsIn(parts)), 'events.jsonl')
  const marks = new StepMarks(events, '1')
  return new ItemSelection({
    step: step === undefined ? undefined : { name: step, marks },
    sinceAt,
  })
}

function eventsIn(parts: typeof PARTS) {
  return eventsOf(parts.filter((part) => typeof part !== 'string'))
}

function logOf(parts: typeof PARTS): string {
  const events = eventsIn(parts)
  const narrator = new Narrator('logs')
  return parts
    .flatMap((part) => {
      if (typeof part === 'string') return [`${part}\n`]
      const event = events.shift()
      return event === undefined
        ? []
        : narrator.narrate(event).map(({ text }) => markOf(text, event.at))
    })
    .join('')
}

function ownLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('» '))
}
