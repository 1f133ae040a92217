import { expect, test } from 'vitest'
import { CoordinatorSelection, ItemSelection } from './log-selection.ts'

const LOG = `\
» 2026-11-16T08:00:00.000Z started
» 2026-11-16T08:00:01.000Z draft: started
asking
» 2026-11-16T08:00:02.000Z draft/call: started
calling
» 2026-11-16T08:00:03.000Z draft/call: saved (1s)
» 2026-11-16T08:00:04.000Z draft: saved (3s)
between
» 2026-11-16T08:00:05.000Z draft#2: started
again
» 2026-11-16T08:00:06.000Z draft#2: failed: unexpected error: no luck
» 2026-11-16T08:00:07.000Z review: started
reviewing
» 2026-11-16T08:00:08.000Z resuming in a new worker (attempt 2): its worker died
loading
» 2026-11-16T08:00:09.000Z draft: ✓ cached
`

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
  expect(lines).toContain('» 2026-11-16T08:00:06.000Z draft#2: failed: unexpected error: no luck')
  expect(lines.at(-2)).toContain('draft: ✓ cached')
})

test('a step that the log does not know is refused, with the nearest', () => {
  const selection = new ItemSelection({ step: 'reveiw' })
  selection.take(LOG)
  expect(() => selection.checkStep()).toThrow('There is no step "reveiw" in this log.')
})

test('what was printed lately begins with the last mark before: its time is not known exactly', () => {
  const sinceAt = Date.parse('2026-11-16T08:00:07.500Z')
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

test('an item cannot pass for a mark by printing a time', () => {
  const log =
    '» 2026-11-16T08:00:00.000Z draft: started\n2026-11-16T09:00:00.000Z draft: saved (1s)\nx\n'
  expect(select(log, { step: 'draft' })).toBe(log)
})

test('lines of the coordinator have times of their own; what has none belongs to the one before', () => {
  const log = '2026-11-16T08:00:00.000Z old\n  older\n2026-11-16T08:00:02.000Z new\n  newer\n'
  const since = new CoordinatorSelection(Date.parse('2026-11-16T08:00:01.000Z'))
  expect(since.take(log)).toBe('2026-11-16T08:00:02.000Z new\n  newer\n')
  expect(new CoordinatorSelection(undefined).take(log)).toBe(log)
})

function select(
  log: string,
  {
    lastAt = Number.POSITIVE_INFINITY,
    ...part
  }: { step?: string; sinceAt?: number; lastAt?: number },
): string {
  const selection = new ItemSelection(part)
  return selection.take(log) + selection.finish(lastAt)
}

function ownLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('» '))
}
