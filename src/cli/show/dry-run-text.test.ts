import { expect, test } from 'vitest'
import type { CredentialReport } from '../../app/credential-report.ts'
import type { DryRun, PlannedItem } from '../../app/run/plan-run.ts'
import { dryRunText } from './dry-run-text.ts'

const planned = (id: string, change: Partial<PlannedItem> = {}): PlannedItem => ({
  ...{ id, label: `LLD-${id}`, title: `Item ${id}`, wave: 1, waitsFor: [], after: [] },
  ...{ resumes: false, stepsSaved: [], stepsLeft: ['draft', 'review'], startsOver: null },
  ...{ inputChanged: false, note: null, ...change },
})
const credential: CredentialReport = {
  ...{ id: 'a-1', provider: 'a', scope: 'a-1', variable: 'A', until: null },
  ...{ rests: [], left: [], concurrency: null, limits: {} },
  state: 'available',
}
const PLAN: DryRun = {
  ...{ schema: 'agentos.dry-run/1', workflow: 'lld', parallel: 3, items: [planned('1')] },
  ...{
    leftOut: [],
    credentials: null,
    budget: null,
    notes: [],
    missing: null,
    command: 'agentos lld --all',
  },
  estimate: {
    ...{ calls: null, cost: { least: 6, most: 11 }, by: null, itemMs: 1, earlierItems: 31 },
    durationMs: { least: 25 * 60_000, most: 40 * 60_000 },
  },
}

test('items with waves, steps that are left and notes; what it needs and takes; the command', () => {
  const items = [
    planned('1', { title: 'Add a retry budget to the uploader of everything' }),
    planned('2', {
      wave: 2,
      waitsFor: ['1'],
      resumes: true,
      stepsSaved: ['load', 'draft'],
      stepsLeft: ['review'],
    }),
    planned('3', { startsOver: 'its checkpoint is damaged', inputChanged: true }),
  ]
  const leftOut = [{ id: '9', label: 'LLD-9', why: 'done already' }]
  const second = { ...credential, id: 'b', state: 'missing' as const, variable: 'B_KEY' }
  const plan = { ...PLAN, items, leftOut, credentials: [credential, second], budget: 10 }
  expect(dryRunText(plan, 0)).toBe(`Plan: lld for 3 items, 3 at a time. Nothing was changed.

  ITEM   WAVE  TITLE                                     STEPS LEFT    NOTE
  LLD-1  1     Add a retry budget to the uploader of e…  draft review
  LLD-2  2     Item 2                                    review        waits for 1; 2 steps saved
  LLD-3  1     Item 3                                    draft review  input changed since it was done; starts over: its checkpoint is damaged

Left out: LLD-9: done already

Credentials: a-1 available · b missing (B_KEY is not set)
Estimate: 25 to 40 min, $6.00 to $11 (from 31 earlier items). Budget: $10.00, so the run may stop early (--max-cost).

Run it: agentos lld --all
`)
})

test('what is missing stands right above the command, which is for afterwards', () => {
  const text = dryRunText({ ...PLAN, missing: 'There is no key for a.' }, 0)
  expect(text).toMatch(
    /\n\nCannot run yet: There is no key for a\.\nThen run it: agentos lld --all\n$/,
  )
})

test('of many items the first are shown, and how to see the rest', () => {
  const items = Array.from({ length: 100 }, (_, index) => planned(String(index + 1)))
  const lines = dryRunText({ ...PLAN, items }, 0).split('\n')
  expect(lines.filter((line) => line.startsWith('  LLD-'))).toHaveLength(20)
  expect(lines).toContain('  … 80 more (--dry-run --json lists all)')
})

test('a workflow that does not name its steps has no column for them', () => {
  const text = dryRunText({ ...PLAN, items: [planned('1', { stepsLeft: null })] }, 0)
  expect(text).toContain('  ITEM   WAVE  TITLE   NOTE\n  LLD-1  1     Item 1\n')
})

test('what a title, a note or a reason brings along does nothing to the terminal', () => {
  const hostile = 'a\x1b[2Jb\nc\r\x07'
  const after = [{ id: '9', files: [hostile], isDone: true }]
  const items = [planned('1', { title: hostile, after, stepsLeft: [hostile] })]
  const leftOut = [{ id: '9', label: 'LLD-9', why: hostile }]
  const text = dryRunText({ ...PLAN, items, leftOut, notes: [hostile] }, 0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f]/)
  expect(text.split('\n')).toHaveLength(13)
})

test('no key is configured: who can say what to do', () => {
  expect(dryRunText({ ...PLAN, credentials: [], budget: 20 }, 0)).toContain(
    'Credentials: none are configured; agentos doctor says what is missing.\nEstimate: 25 to 40 min, $6.00 to $11 (from 31 earlier items). Budget: $20.00 (--max-cost).\n',
  )
})

test('of many keys the first are named', () => {
  const credentials = Array.from({ length: 12 }, () => credential)
  expect(dryRunText({ ...PLAN, credentials }, 0)).toMatch(/ · … 2 more \(agentos credentials\)\n/)
})

test('nothing to do: no estimate, no command', () => {
  expect(dryRunText({ ...PLAN, items: [] }, 0)).toBe(
    'Plan: lld for 0 items, 3 at a time. Nothing was changed.\n',
  )
})
