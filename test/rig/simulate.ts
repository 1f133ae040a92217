/** A whole run in virtual time: `plan` and `fold` as they are, workers as scripted fates. */
import type { Event, Fact, Report } from '../../src/model/event.ts'
import { Heap } from '../../src/model/heap.ts'
import { type ItemId, type RunId, runId } from '../../src/model/ids.ts'
import type { RunLimits } from '../../src/model/run-start.ts'
import { fold } from '../../src/scheduler/fold.ts'
import { type Action, plan } from '../../src/scheduler/plan.ts'
import { RunState } from '../../src/scheduler/state.ts'
import { PLAIN_START } from './events.ts'

/** What will happen to an item's worker on each attempt. */
export interface Fate {
  readonly id: string
  readonly dependsOn: readonly string[]
  /** Items that must have ended before, in whatever way. */
  readonly after?: readonly string[]
  readonly takesMs: number
  readonly end: 'done' | 'failed' | 'dies' | 'hangs' | 'locked'
  /** How many attempts die before the end above. */
  readonly deaths: number
  /** It prints now and then, which no event tells. */
  readonly prints: boolean
  /** How long it takes to heed a stop; it may never do so. */
  readonly stopsAfterMs: number
}

export interface Simulated {
  readonly state: RunState
  readonly events: readonly Event[]
  readonly actions: readonly Action[]
  readonly mostAtOnce: number
  readonly exitCode: number
}

const MOST_ACTIONS = 100_000
const MOST_ACTIONS_AN_ITEM = 20

export function simulate(options: {
  readonly fates: readonly Fate[]
  readonly limits: RunLimits
  readonly stops?: readonly { readonly at: number; readonly force: boolean }[]
}): Simulated {
  const { fates, limits } = options
  const byId = new Map(fates.map((fate) => [fate.id, fate]))
  const state = new RunState()
  const events: Event[] = []
  const actions: Action[] = []
  const running = new Map<ItemId, { token: object }>()
  const agenda = new Heap<{ at: number; seq: number; act: () => void }>(
    (a, b) => a.at < b.at || (a.at === b.at && a.seq < b.seq),
  )
  const mostActions = MOST_ACTIONS + MOST_ACTIONS_AN_ITEM * fates.length
  let seq = 0
  let now = 0
  let mostAtOnce = 0

  function emit(fact: Fact): void {
    const event: Event = { v: 1, seq: events.length + 1, at: now, run: RUN, ...fact }
    events.push(event)
    fold(state, event)
  }

  function exit(item: ItemId, report: Report | undefined, signal: string | null): void {
    running.delete(item)
    const exited = {
      type: 'worker-exited',
      item,
      worker: 1,
      exitCode: signal ? null : 0,
      signal,
    } as const
    emit(report === undefined ? exited : { ...exited, report })
  }

  function put(at: number, act: () => void): void {
    agenda.push({ at, seq: ++seq, act })
  }

  function later(item: ItemId, ms: number, act: () => void): void {
    const token = running.get(item)?.token
    put(now + ms, () => running.get(item)?.token === token && act())
  }

  function perform(action: Action): void {
    switch (action.type) {
      case 'start-item': {
        const fate = byId.get(action.item) as Fate
        if (fate.end === 'locked') {
          const by = { run: 'r-other', pid: 1, startedAt: '1' }
          return emit({
            type: 'item-ended',
            item: action.item,
            outcome: 'skipped',
            skip: { reason: 'locked', by },
          })
        }
        running.set(action.item, { token: {} })
        mostAtOnce = Math.max(mostAtOnce, running.size)
        emit({ type: 'item-started', item: action.item, attempt: action.attempt, worker: 1 })
        const dies = action.attempt <= fate.deaths || fate.end === 'dies'
        if (!dies && fate.end === 'hangs') return
        return later(action.item, fate.takesMs, () => {
          if (dies) return exit(action.item, undefined, 'SIGKILL')
          if (fate.end === 'done') return exit(action.item, { outcome: 'done' }, null)
          const failure = { reason: 'threw', message: 'no' } as const
          exit(action.item, { outcome: 'failed', failure }, null)
        })
      }
      case 'skip-item':
        return emit({
          type: 'item-ended',
          item: action.item,
          outcome: 'skipped',
          skip: action.skip,
        })
      case 'end-item': {
        const failure = action.failure === undefined ? {} : { failure: action.failure }
        return emit({ type: 'item-ended', item: action.item, outcome: action.outcome, ...failure })
      }
      case 'check-idle': {
        const isQuiet = byId.get(action.item)?.prints !== true
        if (!isQuiet) return emit({ type: 'item-progressed', item: action.item, lastSignAt: now })
        emit({
          type: 'item-killed',
          item: action.item,
          failure: { reason: 'idle-timeout', limitMs: action.limitMs },
        })
        return later(action.item, 1, () => exit(action.item, undefined, 'SIGKILL'))
      }
      case 'stop-item': {
        emit({ type: 'item-stopping', item: action.item })
        const heed = byId.get(action.item)?.stopsAfterMs ?? 0
        return later(action.item, heed, () => exit(action.item, { outcome: 'interrupted' }, null))
      }
      case 'kill-item': {
        const failure = action.failure === undefined ? {} : { failure: action.failure }
        emit({ type: 'item-killed', item: action.item, ...failure })
        return later(action.item, 1, () => exit(action.item, undefined, 'SIGKILL'))
      }
      case 'stop-run':
        return emit({ type: 'run-stopping', cause: action.cause, force: false })
    }
  }

  emit({
    type: 'run-started',
    ...PLAIN_START,
    workflow: 'simulated' as never,
    version: '0',
    command: '',
    items: fates.length,
    alreadyDone: 0,
    limits,
  })
  for (const { id, dependsOn, after = [] } of fates) {
    const item = id as ItemId
    const waits = { dependsOn: dependsOn as ItemId[], after: after as ItemId[] }
    emit({ type: 'item-queued', item, label: id, title: id, ...waits })
  }
  for (const { at, force } of options.stops ?? []) {
    put(at, () => emit({ type: 'run-stopping', cause: 'SIGINT', force }))
  }

  while (actions.length < mostActions) {
    const action = plan(state, now)
    actions.push(action)
    if (action.type === 'end-run') {
      emit({ type: 'run-ended', exitCode: action.exitCode, outcomes: {} })
      return { state, events, actions, mostAtOnce, exitCode: action.exitCode }
    }
    if (action.type !== 'wait') {
      perform(action)
      continue
    }
    const next = agenda.peek()
    if (next === undefined || next.at > action.until) {
      if (!Number.isFinite(action.until)) throw new Error('The run waits for nothing')
      now = Math.max(now, action.until)
    } else {
      agenda.pop()
      now = Math.max(now, next.at)
      next.act()
    }
  }
  throw new Error('The run does not end')
}

const RUN: RunId = runId('0000')
