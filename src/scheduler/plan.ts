/**
 * What to do next: one action, or how long there is nothing to do. The coordinator performs it,
 * folds the events that follow, and asks again. Every action, once performed, changes the state
 * in a way that this action is not wanted a second time.
 */
import type { Failure, Skip } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import { exitCode, type Outcome } from '../model/outcome.ts'
import { isRestarted } from './retry.ts'
import {
  deadlineOf,
  type ItemState,
  itemDeadlineOf,
  itemOf,
  limitsOf,
  type RunState,
  runningCount,
  type Stop,
  waitingCount,
} from './state.ts'

export type Action =
  | { readonly type: 'start-item'; readonly item: ItemId; readonly attempt: number }
  | { readonly type: 'skip-item'; readonly item: ItemId; readonly skip: Skip }
  | {
      readonly type: 'end-item'
      readonly item: ItemId
      readonly outcome: Outcome
      readonly failure?: Failure
    }
  /** Ask the fleet when the item last gave a sign; if that is too long ago, kill it. */
  | { readonly type: 'check-idle'; readonly item: ItemId; readonly limitMs: number }
  | { readonly type: 'stop-item'; readonly item: ItemId }
  | { readonly type: 'kill-item'; readonly item: ItemId; readonly failure?: Failure }
  | { readonly type: 'stop-run'; readonly cause: 'run-timeout' | 'quota' }
  | { readonly type: 'end-run'; readonly exitCode: number }
  | { readonly type: 'wait'; readonly until: number }

/** One item always waits, so that no credential is idle; a second one would only wait. */
const MOST_WAITING = 2

/** @param canStart Whether the fleet can take another item now; the coordinator asks again when it can. */
export function plan(state: RunState, now: number, canStart = true): Action {
  const exited = first(state.exited)
  if (exited !== undefined) return afterExit(state, itemOf(state, exited))
  if (state.unfinished === 0) return { type: 'end-run', exitCode: runExitCode(state) }
  return state.stop === undefined
    ? planWork(state, now, canStart)
    : planStop(state, state.stop, now)
}

/** How many more items this run will start, as far as is known: what spare workers are kept for. */
export function startsExpected(state: RunState): number {
  const isEnding = state.stop !== undefined || startsNothing(state) !== undefined
  return isEnding ? 0 : state.notStarted.size
}

/** A worker has exited: its report counts; else the cause of its kill; else it died. */
function afterExit(state: RunState, item: ItemState): Action {
  const status = item.status
  if (status.name !== 'exited') throw new Error('Not exited. This is a bug in AgentOS.')
  const { report } = status
  if (report !== undefined)
    return isTriedAgain(state, item, 'failure' in report ? report.failure : undefined)
      ? { type: 'start-item', item: item.id, attempt: item.attempt + 1 }
      : { type: 'end-item', item: item.id, ...report }
  const { killedFor, exitCode, signal, lastLines } = status
  if (killedFor !== undefined && !isRestarted(killedFor)) return fail(item.id, killedFor)
  if (state.stop !== undefined || (status.stopped && killedFor === undefined)) {
    return { type: 'end-item', item: item.id, outcome: 'interrupted' }
  }
  const { attempt: attempts } = item
  const failure = killedFor ?? { reason: 'worker-died', exitCode, signal, attempts, lastLines }
  return isTriedAgain(state, item, failure)
    ? { type: 'start-item', item: item.id, attempt: item.attempt + 1 }
    : fail(item.id, failure)
}

function isTriedAgain(state: RunState, item: ItemState, failure: Failure | undefined): boolean {
  if (failure === undefined || state.stop !== undefined) return false
  return isRestarted(failure) && item.attempt <= limitsOf(state).restarts
}

function planWork(state: RunState, now: number, canStart: boolean): Action {
  const limits = limitsOf(state)
  const runDeadline = state.startedAt + limits.runTimeoutMs
  if (now >= runDeadline) return { type: 'stop-run', cause: 'run-timeout' }
  if (isHopeless(state, runDeadline)) return { type: 'stop-run', cause: 'quota' }

  const skipped = nextSkip(state)
  if (skipped !== undefined) return skipped

  const due = nextDeadline(state)
  if (due !== undefined && due.at <= now)
    return atDeadline(due.item, limits.itemTimeoutMs, state, now)

  const hasRoom = canStart && runningCount(state) < limits.parallel && canFeedMore(state)
  const next = hasRoom ? nextReady(state) : undefined
  if (next !== undefined) return { type: 'start-item', item: next.id, attempt: 1 }
  return { type: 'wait', until: Math.min(runDeadline, due?.at ?? runDeadline) }
}

/** All running items wait for credentials that are rate-limited until after the run's end. */
function isHopeless(state: RunState, runDeadline: number): boolean {
  let hopeless = 0
  for (const [lane, until] of state.rested) {
    if (until > runDeadline) hopeless += state.waiting.get(lane) ?? 0
  }
  return hopeless > 0 && hopeless === runningCount(state)
}

/** Another item would only wait too while the pool cannot serve those that run. */
function canFeedMore(state: RunState): boolean {
  return waitingCount(state) < MOST_WAITING
}

function nextSkip(state: RunState): Action | undefined {
  const blocked = first(state.blocked.entries())
  if (blocked !== undefined) {
    const [item, on] = blocked
    const status = itemOf(state, on).status
    const outcome = status.name === 'ended' ? status.outcome : status.name
    return { type: 'skip-item', item, skip: { reason: 'dependency', on, outcome } }
  }
  const reason = startsNothing(state)
  const item = reason === undefined ? undefined : first(state.notStarted)
  if (reason === undefined || item === undefined) return undefined
  return { type: 'skip-item', item, skip: { reason } }
}

/** Why no further item is started, if so. */
function startsNothing(state: RunState): 'fail-fast' | 'no-credential' | undefined {
  if (state.noCredential) return 'no-credential'
  return state.failed && limitsOf(state).failFast ? 'fail-fast' : undefined
}

function atDeadline(item: ItemState, itemTimeoutMs: number, state: RunState, now: number): Action {
  if (itemDeadlineOf(item, limitsOf(state)) <= now) {
    const failure: Failure = { reason: 'item-timeout', limitMs: itemTimeoutMs }
    return { type: 'kill-item', item: item.id, failure }
  }
  return { type: 'check-idle', item: item.id, limitMs: limitsOf(state).idleTimeoutMs }
}

function planStop(state: RunState, stop: Stop, now: number): Action {
  const notStarted = first(state.notStarted)
  if (notStarted !== undefined) {
    return { type: 'skip-item', item: notStarted, skip: { reason: 'stopped' } }
  }
  const killAt = stop.force ? now : stop.at + limitsOf(state).stopGraceMs
  const working = first(state.working)
  if (working !== undefined) return { type: stop.force ? 'kill-item' : 'stop-item', item: working }
  const stopping = first(state.stopping)
  if (stopping !== undefined && now >= killAt) return { type: 'kill-item', item: stopping }
  return { type: 'wait', until: stopping === undefined ? Number.POSITIVE_INFINITY : killAt }
}

/** The working item with the first deadline. */
function nextDeadline(state: RunState): { at: number; item: ItemState } | undefined {
  const next = state.deadlines.next((id) =>
    state.working.has(id) ? deadlineOf(itemOf(state, id), limitsOf(state)) : undefined,
  )
  return next === undefined ? undefined : { at: next.at, item: itemOf(state, next.item) }
}

function nextReady(state: RunState): ItemState | undefined {
  for (;;) {
    const item = state.ready.peek()
    if (item === undefined || item.status.name === 'ready') return item
    state.ready.pop()
  }
}

function runExitCode(state: RunState): number {
  const outcomes = new Set<Outcome>(state.leftOut)
  for (const { status } of state.items.values()) {
    if (status.name === 'ended') outcomes.add(status.outcome)
  }
  const { noCredential, leftToOthers } = state
  return exitCode(outcomes, { stop: state.stop?.cause, noCredential, leftToOthers })
}

function fail(item: ItemId, failure: Failure): Action {
  return { type: 'end-item', item, outcome: 'failed', failure }
}

function first<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value
  return undefined
}
