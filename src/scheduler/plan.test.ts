import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAIN_START } from '../../test/rig/events.ts'
import { type Fate, simulate } from '../../test/rig/simulate.ts'
import type { Fact } from '../model/event.ts'
import { itemId, runId, workflowName } from '../model/ids.ts'
import type { RunLimits } from '../model/run-start.ts'
import { fold } from './fold.ts'
import { plan, startsExpected } from './plan.ts'
import { RunState } from './state.ts'

const LIMITS: RunLimits = {
  parallel: 2,
  failFast: false,
  itemTimeoutMs: 1_000,
  idleTimeoutMs: 300,
  runTimeoutMs: 100_000,
  stopGraceMs: 50,
  restarts: 2,
}

const RUN_STARTED: Fact = {
  type: 'run-started',
  ...PLAIN_START,
  workflow: workflowName('w'),
  version: '0',
  command: '',
  items: 1,
  alreadyDone: 0,
  limits: LIMITS,
}

describe('a run', () => {
  test('starts items in order, as many as allowed, and the next when one ends', () => {
    const { actions, mostAtOnce } = simulate({
      fates: [fate('a'), fate('b'), fate('c')],
      limits: LIMITS,
    })
    expect(started(actions)).toEqual(['a', 'b', 'c'])
    expect(mostAtOnce).toBe(2)
  })

  test('starts an item after its dependency has succeeded, and skips it if that failed', () => {
    const fates = [
      fate('a'),
      fate('b', { dependsOn: ['a'] }),
      fate('x', { end: 'failed' }),
      fate('y', { dependsOn: ['x'] }),
      fate('z', { dependsOn: ['y'] }),
    ]
    const { events, exitCode } = simulate({ fates, limits: LIMITS })
    expect(ended(events)).toMatchObject({
      b: { outcome: 'done' },
      x: { outcome: 'failed' },
      y: { outcome: 'skipped', skip: { reason: 'dependency', on: 'x', outcome: 'failed' } },
      z: { outcome: 'skipped', skip: { reason: 'dependency', on: 'y', outcome: 'skipped' } },
    })
    expect(exitCode).toBe(1)
  })

  test('starts an item when an earlier one on the same files has ended, however; not while another run has that', () => {
    const fates = [
      fate('x', { end: 'failed' }),
      fate('y', { after: ['x'] }),
      fate('z', { after: ['x', 'y'] }),
      fate('taken', { end: 'locked' }),
      fate('late', { after: ['taken'] }),
    ]
    const { events, actions } = simulate({ fates, limits: { ...LIMITS, parallel: 5 } })
    expect(started(actions)).toEqual(['x', 'taken', 'y', 'z'])
    expect(ended(events)).toMatchObject({
      y: { outcome: 'done' },
      z: { outcome: 'done' },
      late: { outcome: 'skipped', skip: { reason: 'dependency', on: 'taken' } },
    })
    expect(simulate({ fates: [fate('a'), ...fates.slice(3)], limits: LIMITS }).exitCode).toBe(6)
  })

  test.each([
    ['needs-revision', 1],
    ['gated', 3],
    ['not-ready', 0],
  ])('counts what it left out as %s: exit code %d', (reason, exitCode) => {
    const state = new RunState()
    const facts = [
      { ...RUN_STARTED, items: 0 },
      { type: 'item-left-out', item: itemId('a'), label: 'W-a', why: { reason } } as Fact,
    ]
    for (const [seq, fact] of facts.entries())
      fold(state, { v: 1, seq, at: 0, run: runId('r'), ...fact })
    expect(plan(state, 0)).toEqual({ type: 'end-run', exitCode })
  })

  test('resumes in a new worker when one dies, at most twice', () => {
    const fates = [fate('lucky', { deaths: 2 }), fate('doomed', { deaths: 3 })]
    const { events } = simulate({ fates, limits: LIMITS })
    expect(ended(events)).toMatchObject({
      lucky: { outcome: 'done' },
      doomed: {
        outcome: 'failed',
        failure: { reason: 'worker-died', attempts: 3, signal: 'SIGKILL' },
      },
    })
  })

  test.each([
    ['resumes in a new worker', 1, false, { type: 'start-item', attempt: 2 }],
    ['fails when that was tried often enough', 3, false, { type: 'end-item', outcome: 'failed' }],
    ['is interrupted when the run stops', 1, true, { type: 'end-item', outcome: 'interrupted' }],
  ] as const)('killed for its memory, an item %s', (_, attempt, stops, action) => {
    const state = new RunState()
    const item = itemId('a')
    const failure = { reason: 'memory-limit', limitBytes: 1, usedBytes: 2, attempts: 1 } as const
    const facts: Fact[] = [
      RUN_STARTED,
      { type: 'item-queued', item, label: 'A', title: 'a', dependsOn: [], after: [] },
      { type: 'item-started', item, attempt, worker: 1 },
      { type: 'item-killed', item, failure },
      ...(stops ? [{ type: 'run-stopping', cause: 'SIGINT', force: false } as const] : []),
      { type: 'worker-exited', item, worker: 1, exitCode: null, signal: 'SIGKILL' },
    ]
    facts.forEach((fact, index) => {
      fold(state, { v: 1, seq: index, at: 0, run: runId('0'), ...fact })
    })
    expect(plan(state, 0)).toMatchObject(action)
  })

  test.each([
    ['resumes in a new worker', 'worktree-failed', 1, { type: 'start-item', attempt: 2 }],
    ['fails when that was tried often enough', 'worktree-failed', 3, { outcome: 'failed' }],
    ['fails at once where it would fail again', 'threw', 1, { outcome: 'failed' }],
  ] as const)('of an item that reports a failure: it %s (%s)', (_, reason, attempt, action) => {
    const state = new RunState()
    const item = itemId('a')
    const report = { outcome: 'failed', failure: { reason, message: 'no' } } as const
    const facts: Fact[] = [
      RUN_STARTED,
      { type: 'item-queued', item, label: 'A', title: 'a', dependsOn: [], after: [] },
      { type: 'item-started', item, attempt, worker: 1 },
      { type: 'worker-exited', item, worker: 1, exitCode: 0, signal: null, report },
    ]
    facts.forEach((fact, index) => {
      fold(state, { v: 1, seq: index, at: 0, run: runId('0'), ...fact })
    })
    expect(plan(state, 0)).toMatchObject(action)
  })

  test('kills an item at its time limit, and a silent one at the idle limit', () => {
    const fates = [
      fate('silent', { end: 'hangs' }),
      fate('talkative', { end: 'hangs', prints: true }),
    ]
    const { events } = simulate({ fates, limits: LIMITS })
    expect(ended(events)).toMatchObject({
      silent: { failure: { reason: 'idle-timeout', limitMs: 300 }, at: 301 },
      talkative: { failure: { reason: 'item-timeout', limitMs: 1_000 }, at: 1_001 },
    })
  })

  test('starts nothing more after a failure when it is to fail fast, and lets the running end', () => {
    const fates = [fate('a', { end: 'failed', takesMs: 5 }), fate('b', { takesMs: 200 }), fate('c')]
    const { events } = simulate({ fates, limits: { ...LIMITS, failFast: true } })
    expect(ended(events)).toMatchObject({
      a: { outcome: 'failed' },
      b: { outcome: 'done' },
      c: { outcome: 'skipped', skip: { reason: 'fail-fast' } },
    })
  })

  test('expects to start what has not started, and nothing once the run stops', () => {
    const state = new RunState()
    const tell = (fact: Fact) => fold(state, { v: 1, seq: 0, at: 0, run: runId('0'), ...fact })
    tell(RUN_STARTED)
    for (const item of ['a', 'b', 'c', 'd'].map(itemId))
      tell({ type: 'item-queued', item, label: '', title: '', dependsOn: [], after: [] })
    expect(startsExpected(state)).toBe(4)
    tell({ type: 'item-started', item: itemId('a'), attempt: 1, worker: 1 })
    expect(startsExpected(state)).toBe(3)
    tell({ type: 'run-stopping', cause: 'SIGINT', force: false })
    expect(startsExpected(state)).toBe(0)
  })

  test('counts no time against any limit in which it slept', () => {
    const state = new RunState()
    const item = itemId('a')
    const facts: (Fact & { at: number })[] = [
      { ...RUN_STARTED, at: 0 },
      { type: 'item-queued', item, label: 'A', title: '', dependsOn: [], after: [], at: 0 },
      { type: 'item-started', item, attempt: 1, worker: 1, at: 0 },
      { type: 'run-resumed', suspendedMs: 200_000, at: 200_100 },
    ]
    facts.forEach((fact, index) => {
      fold(state, { v: 1, seq: index, run: runId('0'), ...fact })
    })
    expect(plan(state, 200_100)).toEqual({ type: 'wait', until: 200_300 })
    expect(plan(state, 200_300)).toMatchObject({ type: 'check-idle', item })
  })

  test('stops at its own time limit with exit code 5', () => {
    const { events, exitCode } = simulate({
      fates: [fate('a', { takesMs: 250 }), fate('b', { takesMs: 250 }), fate('c')],
      limits: { ...LIMITS, runTimeoutMs: 100 },
    })
    expect(ended(events)).toMatchObject({
      a: { outcome: 'interrupted' },
      c: { outcome: 'skipped', skip: { reason: 'stopped' } },
    })
    expect(exitCode).toBe(5)
  })

  test('kills what does not stop within the grace, and at once when forced', () => {
    const stubborn = fate('a', { end: 'hangs', stopsAfterMs: 10_000 })
    const graceful = simulate({
      fates: [stubborn],
      limits: LIMITS,
      stops: [{ at: 10, force: false }],
    })
    expect(ended(graceful.events)).toMatchObject({ a: { outcome: 'interrupted', at: 61 } })
    const stops = [
      { at: 10, force: false },
      { at: 20, force: true },
    ]
    const forced = simulate({ fates: [stubborn], limits: LIMITS, stops })
    expect(ended(forced.events)).toMatchObject({ a: { outcome: 'interrupted', at: 21 } })
    expect(forced.exitCode).toBe(130)
  })

  test('a worker that finishes while it is being killed has finished', () => {
    const nearMiss = fate('a', { takesMs: 1_000.5 })
    const { events } = simulate({ fates: [nearMiss], limits: { ...LIMITS, idleTimeoutMs: 5_000 } })
    expect(ended(events)).toMatchObject({ a: { outcome: 'done' } })
  })
})

describe('properties over any fates, limits and stops', () => {
  test('no item starts twice, the limit holds, everything ends with a reason, replay gives the state', () => {
    fc.assert(
      fc.property(anyFates, anyLimits, anyStops, (fates, limits, stops) => {
        const { state, events, actions, mostAtOnce } = simulate({ fates, limits, stops })

        expect(mostAtOnce).toBeLessThanOrEqual(limits.parallel)

        const starts = actions.filter((action) => action.type === 'start-item')
        const once = new Set(starts.map(({ item, attempt }) => `${item} ${attempt}`))
        expect(once.size).toBe(starts.length)
        for (const { attempt } of starts) expect(attempt).toBeLessThanOrEqual(limits.restarts + 1)

        const ends = events.filter((event) => event.type === 'item-ended')
        expect(ends.map(({ item }) => item).sort()).toEqual(fates.map(({ id }) => id).sort())
        for (const end of ends) {
          if (end.outcome === 'failed') expect(end.failure).toBeDefined()
          if (end.outcome === 'skipped') expect(end.skip).toBeDefined()
          if (stops.length === 0) expect(end.outcome).not.toBe('interrupted')
        }

        const dependents = fates.filter(({ dependsOn }) => dependsOn.length > 0)
        for (const { id, dependsOn } of dependents) {
          const startAt = events.findIndex(
            (event) => event.type === 'item-started' && event.item === id,
          )
          for (const dependency of startAt === -1 ? [] : dependsOn) {
            const end = ends.find(({ item }) => item === dependency)
            expect(end).toMatchObject({ outcome: 'done' })
            expect(end?.seq).toBeLessThan(startAt + 1)
          }
        }

        for (const { id, after = [] } of fates) {
          const start = events.find((event) => event.type === 'item-started' && event.item === id)
          for (const earlier of start === undefined ? [] : after) {
            const end = ends.find(({ item }) => item === earlier)
            expect(end?.seq).toBeLessThan(start?.seq ?? 0)
          }
        }

        const replayed = new RunState()
        for (const event of events) fold(replayed, event)
        expect(comparable(replayed)).toEqual(comparable(state))
      }),
      { numRuns: 300 },
    )
  })
})

const anyFates = fc
  .array(
    fc.record({
      takesMs: fc.integer({ min: 0, max: 2_000 }),
      end: fc.constantFrom('done', 'done', 'done', 'failed', 'dies', 'hangs', 'locked'),
      deaths: fc.integer({ min: 0, max: 3 }),
      prints: fc.boolean(),
      stopsAfterMs: fc.integer({ min: 0, max: 200 }),
      waitsFor: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
      follows: fc.array(fc.nat({ max: 11 }), { maxLength: 2 }),
    }),
    { maxLength: 12 },
  )
  .map((fates) =>
    fates.map(({ waitsFor, follows, ...rest }, index): Fate => {
      const earlier = new Set(waitsFor.filter((other) => other < index))
      const others = new Set(follows.filter((other) => other < index && !earlier.has(other)))
      return {
        id: `i${index}`,
        dependsOn: [...earlier].map((other) => `i${other}`),
        after: [...others].map((other) => `i${other}`),
        ...rest,
      } as Fate
    }),
  )

const anyLimits = fc.record({
  parallel: fc.integer({ min: 1, max: 5 }),
  failFast: fc.boolean(),
  itemTimeoutMs: fc.integer({ min: 1, max: 3_000 }),
  idleTimeoutMs: fc.integer({ min: 1, max: 3_000 }),
  runTimeoutMs: fc.constant(1_000_000),
  stopGraceMs: fc.integer({ min: 0, max: 100 }),
  restarts: fc.integer({ min: 0, max: 3 }),
})

const anyStops = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 5_000 }), force: fc.boolean() }),
  { maxLength: 2 },
)

function fate(id: string, more: Partial<Fate> = {}): Fate {
  const usual = { takesMs: 10, end: 'done', deaths: 0, prints: false, stopsAfterMs: 0 } as const
  return { id, dependsOn: [], ...usual, ...more }
}

function started(actions: ReturnType<typeof simulate>['actions']): string[] {
  return actions.flatMap((action) => (action.type === 'start-item' ? [action.item] : []))
}

function ended(events: ReturnType<typeof simulate>['events']): Record<string, unknown> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'item-ended' ? [[event.item, event]] : [])),
  )
}

/** Without the heaps, whose inner order is nobody's business. */
function comparable({ ready: _ready, deadlines: _deadlines, ...rest }: RunState): unknown {
  return rest
}
