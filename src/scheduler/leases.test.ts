/** What items that wait for keys mean for the run. */
import { expect, test } from 'vitest'
import type { Fact } from '../model/event.ts'
import { type ItemId, runId } from '../model/ids.ts'
import { fold } from './fold.ts'
import { plan } from './plan.ts'
import { createState, type RunState } from './state.ts'

const LIMITS = {
  parallel: 6,
  failFast: false,
  itemTimeoutMs: 1_000,
  idleTimeoutMs: 300,
  runTimeoutMs: 60_000,
  stopGraceMs: 50,
  restarts: 2,
}
const LANE = { provider: 'p', model: 'm' }

test('no item starts while two wait for a key, and one does when only one waits', () => {
  const state = runOf(['a', 'b', 'c'], ['a', 'b'])
  tell(state, 10, queued('a'))
  expect(plan(state, 10)).toMatchObject({ type: 'start-item', item: 'c' })
  tell(state, 11, queued('b'))
  expect(plan(state, 11)).toMatchObject({ type: 'wait' })
  tell(state, 12, granted('a'))
  expect(plan(state, 12)).toMatchObject({ type: 'start-item', item: 'c' })
})

test('time that an item waits for a key counts toward the run’s limit only', () => {
  const state = runOf(['a'], ['a'])
  tell(state, 200, queued('a'))
  expect(plan(state, 59_000)).toEqual({ type: 'wait', until: 60_000 })
  expect(plan(state, 60_000)).toEqual({ type: 'stop-run', cause: 'run-timeout' })
  tell(state, 50_200, granted('a'))
  expect(plan(state, 50_499)).toMatchObject({ type: 'wait', until: 50_500 })
  expect(plan(state, 50_500)).toMatchObject({ type: 'check-idle', item: 'a' })
  expect(plan(state, 51_000)).toMatchObject({ type: 'kill-item', item: 'a' })
})

test('keys that all rest until after the run’s end stop it, once everything that runs waits for them', () => {
  const state = runOf(['a', 'b'], ['a', 'b'])
  tell(state, 10, queued('a'))
  tell(state, 10, { type: 'pool-rested', ...LANE, why: 'day-quota', until: 60_001 })
  expect(plan(state, 10)).toMatchObject({ type: 'wait' })
  tell(state, 20, queued('b'))
  expect(plan(state, 20)).toEqual({ type: 'stop-run', cause: 'quota' })
})

test('keys that come back in time, or have come back, are waited for', () => {
  const state = runOf(['a'], ['a'])
  tell(state, 10, queued('a'))
  tell(state, 10, { type: 'pool-rested', ...LANE, why: 'rate', until: 59_999 })
  expect(plan(state, 10)).toMatchObject({ type: 'wait' })
  tell(state, 20, { type: 'pool-rested', ...LANE, why: 'rate', until: 60_001 })
  tell(state, 30, { type: 'pool-resumed', ...LANE })
  expect(plan(state, 30)).toMatchObject({ type: 'wait' })
})

test('a run in which no key was accepted any more ends with exit code 4', () => {
  const state = runOf(['a'], ['a'])
  const failure = { reason: 'no-credential', provider: 'p', message: 'None.' } as const
  tell(state, 10, { type: 'item-ended', item: 'a' as ItemId, outcome: 'failed', failure })
  expect(plan(state, 10)).toEqual({ type: 'end-run', exitCode: 4 })
})

/** A run at time 0 with these items, of which those have started. */
function runOf(items: readonly string[], started: readonly string[]): RunState {
  const state = createState()
  const common = { workflow: 'w' as never, version: '1', command: '', alreadyDone: 0 }
  tell(state, 0, { type: 'run-started', ...common, items: items.length, limits: LIMITS })
  for (const id of items) {
    const item = id as ItemId
    tell(state, 0, { type: 'item-queued', item, label: id, title: id, dependsOn: [] })
  }
  for (const id of started)
    tell(state, 0, { type: 'item-started', item: id as ItemId, attempt: 1, worker: 1 })
  return state
}

function tell(state: RunState, at: number, fact: Fact): void {
  fold(state, { v: 1, seq: 1, at, run: runId('r'), ...fact })
}

function queued(id: string): Fact {
  return { type: 'lease-queued', item: id as ItemId, call: 1, ...LANE, why: 'busy', until: null }
}

function granted(id: string): Fact {
  return {
    type: 'lease-granted',
    item: id as ItemId,
    call: 1,
    lease: 1,
    credential: 'k',
    model: 'm',
  }
}
