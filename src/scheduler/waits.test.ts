/** Waiting for a lease, as the scheduler sees it. */
import { expect, test } from 'vitest'
import { PLAIN_START } from '../../test/rig/events.ts'
import type { Fact } from '../model/event.ts'
import { type ItemId, itemId, runId, workflowName } from '../model/ids.ts'
import type { RunLimits } from '../model/run-start.ts'
import { fold } from './fold.ts'
import { plan } from './plan.ts'
import { RunState } from './state.ts'

const LIMITS: RunLimits = {
  parallel: 4,
  failFast: false,
  itemTimeoutMs: 1_000,
  idleTimeoutMs: 300,
  runTimeoutMs: 100_000,
  stopGraceMs: 50,
  restarts: 0,
}
const LANE = { provider: 'google', model: 'gemini' }

test('no limit but the run’s counts while an item waits; afterwards they go on', () => {
  const run = new TestRun(['a'])
  run.at(0).start('a')
  run.at(200).queue('a', 1)
  run.at(5_000)
  expect(run.plan()).toEqual({ type: 'wait', until: 100_000 })
  run.grant('a', 1)
  expect(run.plan()).toEqual({ type: 'wait', until: 5_300 })
  expect(run.at(5_300).plan()).toMatchObject({ type: 'check-idle' })
  run.emit({ type: 'item-progressed', item: idOf('a'), lastSignAt: 5_290 })
  run.at(5_550).emit({ type: 'step-saved', item: idOf('a'), step: 's', span: '1', durationMs: 1 })
  // 200 ms before the wait, 800 ms after it.
  expect(run.at(5_800).plan()).toMatchObject({
    type: 'kill-item',
    failure: { reason: 'item-timeout' },
  })
})

test('no item starts while the fleet can take none; what is due is done all the same', () => {
  const run = new TestRun(['a', 'b'])
  run.at(0).start('a')
  expect(run.plan({ canStart: true })).toMatchObject({ type: 'start-item', item: 'b' })
  expect(run.plan({ canStart: false })).toEqual({ type: 'wait', until: 300 })
  expect(run.at(300).plan({ canStart: false })).toMatchObject({ type: 'check-idle' })
})

test('an item with several calls waits as long as one of them does', () => {
  const run = new TestRun(['a'])
  run.at(0).start('a')
  run.queue('a', 1).queue('a', 2).grant('a', 3).grant('a', 1)
  expect(run.at(50_000).plan()).toEqual({ type: 'wait', until: 100_000 })
  run.grant('a', 2)
  expect(run.plan()).toEqual({ type: 'wait', until: 50_300 })
})

test('nothing new starts while two items wait; with one waiting, the next does', () => {
  const run = new TestRun(['a', 'b', 'c', 'd'])
  run.start('a').start('b').queue('a', 1).queue('b', 1)
  expect(run.plan().type).toBe('wait')
  run.grant('a', 1)
  expect(run.plan()).toMatchObject({ type: 'start-item', item: 'c' })
})

test('a worker that is gone waits no longer', () => {
  const run = new TestRun(['a', 'b', 'c'])
  run.start('a').start('b').queue('a', 1).queue('b', 1)
  run.emit({ type: 'worker-exited', item: idOf('a'), worker: 1, exitCode: 0, signal: null })
  run.emit({ type: 'item-ended', item: idOf('a'), outcome: 'failed' })
  expect(run.plan()).toMatchObject({ type: 'start-item', item: 'c' })
})

test('the run stops when all that runs waits for keys that rest until after its end', () => {
  const run = new TestRun(['a', 'b'])
  run.start('a').start('b').queue('a', 1)
  run.emit({ type: 'pool-rested', ...LANE, why: 'rate', until: 200_000 })
  expect(run.plan().type).toBe('wait')
  run.queue('b', 1)
  expect(run.plan()).toEqual({ type: 'stop-run', cause: 'quota' })
})

test('it waits for keys that come back in time, or have come back', () => {
  const run = new TestRun(['a'])
  run.start('a').queue('a', 1)
  run.emit({ type: 'pool-rested', ...LANE, why: 'rate', until: 99_000 })
  expect(run.plan().type).toBe('wait')
  run.emit({ type: 'pool-rested', ...LANE, why: 'rate', until: 200_000 })
  run.emit({ type: 'pool-resumed', ...LANE })
  expect(run.plan().type).toBe('wait')
})

test('after a failure for want of a key nothing new is begun, and the exit code says so', () => {
  const run = new TestRun(['a', 'b'])
  const failure = { reason: 'no-credential', provider: 'google', message: 'none' } as const
  run.start('a')
  run.emit({ type: 'item-ended', item: idOf('a'), outcome: 'failed', failure })
  const action = run.plan()
  expect(action).toEqual({ type: 'skip-item', item: 'b', skip: { reason: 'no-credential' } })
  run.emit({ type: 'item-ended', item: idOf('b'), outcome: 'skipped', skip: { reason: 'stopped' } })
  expect(run.plan()).toEqual({ type: 'end-run', exitCode: 4 })
})

/** A run told event by event. */
class TestRun {
  readonly #state = new RunState()
  #now = 0
  #seq = 0

  constructor(items: readonly string[]) {
    const about = { workflow: workflowName('w'), version: '1', command: '', alreadyDone: 0 }
    this.emit({
      type: 'run-started',
      ...PLAIN_START,
      ...about,
      items: items.length,
      limits: LIMITS,
    })
    for (const item of items) {
      const free = { dependsOn: [], after: [] }
      this.emit({ type: 'item-queued', item: idOf(item), label: item, title: '', ...free })
    }
  }

  at(now: number): this {
    this.#now = now
    return this
  }

  emit(fact: Fact): this {
    fold(this.#state, { v: 1, seq: ++this.#seq, at: this.#now, run: runId('12345678'), ...fact })
    return this
  }

  start(item: string): this {
    return this.emit({ type: 'item-started', item: idOf(item), attempt: 1, worker: 1 })
  }

  queue(item: string, call: number): this {
    const why = { why: 'rate-limited', until: null } as const
    return this.emit({ type: 'lease-queued', item: idOf(item), call, ask: call, ...LANE, ...why })
  }

  grant(item: string, call: number): this {
    const { model } = LANE
    const lease = { lease: 1, credential: 'k', model }
    return this.emit({ type: 'lease-granted', item: idOf(item), call, ask: call, ...lease })
  }

  plan({ canStart } = { canStart: true }) {
    return plan(this.#state, this.#now, canStart)
  }
}

function idOf(item: string): ItemId {
  return itemId(item)
}
