import { expect, test } from 'vitest'
import { factsOf, RUN_ENDED, viewOfRun } from '../../../test/rig/view-of-run.ts'
import type { Fact } from '../../model/event.ts'
import type { CostStop } from '../../model/outcome.ts'
import { summaryOf } from '../view/summary.ts'
import { nextSteps } from './next-steps.ts'

const a = factsOf('a')
const b = factsOf('b')

test.each([
  ['done', []],
  ['failed', ['Try again:  agentos lld --all']],
  ['gated', ['Answer the open gates, then:  agentos lld --all']],
  ['interrupted', ['Finished steps are saved. Resume with:  agentos lld --all']],
  [
    'needs-revision',
    ['Needs revision: change the input, or start over with:  agentos retry LLD-a LLD-z'],
  ],
  ['conflict', ['In conflict: merge or delete the other branch, then:  agentos retry LLD-a']],
])('after %s the command is the one that helps', (outcome, lines) => {
  const refusedBefore = outcome === 'needs-revision' ? [leftOut('z', 'needs-revision')] : []
  const ended = { ...a.ended(), outcome } as Fact
  expect(stepsAfter([...refusedBefore, a.queued, b.queued, a.started, ended, b.ended()])).toEqual(
    lines,
  )
})

test.each([
  ['agentos lld --all', 0.041, 'agentos lld --all --max-cost 0.05'],
  ['agentos lld --max-cost 0.02 --all', 7, 'agentos lld --all --max-cost 7.00'],
  [
    "agentos run 'a -- b.mts' --max-cost=1 -- --max-cost 1",
    7,
    "agentos run 'a -- b.mts' --max-cost 7.00 -- --max-cost 1",
  ],
])('when not even one call fits into the limit, %s is printed with more', (command, next, more) => {
  const cost = { limit: 0.02, spent: 0, next }
  expect(stepsAfter([a.queued, a.started, stopped(cost), a.ended('interrupted')], command)).toEqual(
    [
      `Finished steps are saved. The next call may cost more than the limit. Resume with a higher one:  ${more}`,
    ],
  )
})

test('when the call fits into the limit of the next run, the same command resumes', () => {
  const cost = { limit: 1, spent: 0.95, next: 0.1 }
  expect(stepsAfter([a.queued, a.started, stopped(cost), a.ended('interrupted')])).toEqual([
    'Finished steps are saved. Resume with:  agentos lld --all',
  ])
})

test('left-out items are listed although nothing ran', () => {
  expect(stepsAfter([leftOut('z', 'needs-revision'), leftOut('y', 'not-ready')])).toEqual([
    'Needs revision: change the input, or start over with:  agentos retry LLD-z',
  ])
})

test('an item of another run is named, with the command for later', () => {
  const by = { run: 'r-2', pid: 7, startedAt: '' }
  const skipped = { ...a.ended(), outcome: 'skipped', skip: { reason: 'locked', by } } as Fact
  expect(stepsAfter([a.queued, skipped])).toEqual([
    'Left to another run: LLD-a. When it has ended:  agentos lld --all',
  ])
})

test('an item of another run that was to start over is still to do so, and no other one', () => {
  const by = { run: 'r-2', pid: 7, startedAt: '' }
  const skipped = { ...a.ended(), outcome: 'skipped', skip: { reason: 'locked', by } } as Fact
  const about = { command: 'agentos lld a b -- x', fresh: true }
  expect(stepsAfter([a.queued, skipped], about)).toEqual([
    'Left to another run: LLD-a. When it has ended:  agentos lld a b --fresh -- x',
  ])
  expect(stepsAfter([a.queued, b.queued, skipped, b.started, b.ended()], about)).toEqual([
    'Left to another run: LLD-a. When it has ended, without the other items:  agentos lld a b --fresh -- x',
  ])
})

test.each([
  ['npx agentos lld --all', 'npx agentos retry LLD-z'],
  ["node '/a b/agentos.cjs' lld --all", "node '/a b/agentos.cjs' retry LLD-z"],
  ['node bin/agentos.cjs lld --all', 'node bin/agentos.cjs retry LLD-z'],
])('after %s all commands begin alike', (command, retry) => {
  const [line] = stepsAfter([leftOut('z', 'needs-revision')], command)
  expect(line?.endsWith(`:  ${retry}`)).toBe(true)
})

function stopped(cost: CostStop): Fact {
  return { type: 'run-stopping', cause: 'cost-limit', force: false, cost }
}

function stepsAfter(
  facts: readonly Fact[],
  about: string | { readonly command: string; readonly fresh: boolean } = 'agentos lld --all',
): string[] {
  const started = typeof about === 'string' ? { command: about } : about
  const view = viewOfRun({ parallel: 1, ...started }, [
    ...facts.map((fact) => [0, labelled(fact)] as const),
    [0, RUN_ENDED],
  ])
  return nextSteps(summaryOf(view))
}

function labelled(fact: Fact): Fact {
  return fact.type === 'item-queued' ? { ...fact, label: `LLD-${fact.item}` } : fact
}

function leftOut(item: string, reason: string): Fact {
  const why = { reason, run: 'r-0', why: 'no design', command: 'agentos lld' }
  return { type: 'item-left-out', item, label: `LLD-${item}`, why } as unknown as Fact
}
