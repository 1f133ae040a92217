/** What `plan` wants, done: each action ends in at least one event that tells so. */
import { join } from 'node:path'
import type { IsRunAlive } from '../fleet/alive-runs.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Clock } from '../model/clock.ts'
import type { Fact } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { ItemId, RunId, WorkflowName } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { Credential } from '../model/lease.ts'
import type { Outcome } from '../model/outcome.ts'
import { itemSpanId } from '../model/span-id.ts'
import { type RunTrace, within } from '../model/trace.ts'
import { unreachable } from '../model/unreachable.ts'
import type { Action } from '../scheduler/plan.ts'
import type { Chosen } from '../scheduler/select.ts'
import type { Ledger, Locks } from '../store/ledger.ts'
import { wrappingKeys } from '../store/seal.ts'
import { removeCheckpoint } from '../store/sqlite/checkpoint.ts'
import type { StateDirectory } from '../store/state-directory.ts'
import { troubleIn } from './trouble-in.ts'

export type Performed = Exclude<Action, { type: 'wait' | 'end-run' }>
type ActionOf<T extends Performed['type']> = Extract<Performed, { type: T }>

export function createPerform(options: {
  readonly run: RunId
  readonly workflow: WorkflowName
  readonly chosen: readonly Chosen[]
  readonly fresh: boolean
  readonly mock: boolean
  /** Their API keys seal what items save. */
  readonly credentials: readonly Credential[]
  /** The command line that goes on with this run. */
  readonly command: string
  readonly trace: RunTrace
  /** The run's folder of logs. */
  readonly logs: string
  readonly state: StateDirectory
  readonly ledger: Ledger
  readonly locks: Locks
  readonly isAlive: IsRunAlive
  readonly clock: Clock
  readonly fleet: Fleet
  readonly emit: (fact: Fact) => void
}): (action: Performed) => void {
  const { run, workflow, state, ledger, locks, clock, fleet, emit, trace } = options
  // Everybody knows the offline provider's keys, and scenarios differ in them.
  const secrets = options.mock ? [] : options.credentials.map(({ secret }) => secret)
  const chosen = new Map<ItemId, Chosen>(options.chosen.map((entry) => [entry.item.id, entry]))

  return function perform(action: Performed): void {
    switch (action.type) {
      case 'start-item':
        return startItem(action)
      case 'skip-item':
        return emit({
          type: 'item-ended',
          item: action.item,
          outcome: 'skipped',
          skip: action.skip,
        })
      case 'end-item':
        return endItem(action)
      case 'check-idle':
        return checkIdle(action)
      case 'stop-item':
        fleet.send(action.item, { type: 'stop' })
        return emit({ type: 'item-stopping', item: action.item })
      case 'kill-item':
        return killItem(action)
      case 'stop-run':
        return emit({ type: 'run-stopping', cause: action.cause, force: false })
      default:
        return unreachable(action)
    }
  }

  /** What is missing for an item is its own failure: the others may have more luck. */
  function startItem({ item: id, attempt }: ActionOf<'start-item'>): void {
    const { item, seenRun } = chosenOf(id)
    let isOurs = attempt > 1
    const failure = troubleIn(() => {
      if (!isOurs && !claim(item, seenRun)) return
      isOurs = true
      giveToWorker(item, attempt)
    })
    if (failure === undefined) return
    if (isOurs) return endItem({ type: 'end-item', item: id, outcome: 'failed', failure })
    emit({ type: 'item-ended', item: id, outcome: 'failed', failure })
  }

  function giveToWorker(item: Item, attempt: number): void {
    state.restore()
    const checkpoint = state.safeCheckpoint({ workflow, item: item.id, mock: options.mock })
    if (attempt === 1 && options.fresh) {
      removeCheckpoint(checkpoint)
      ledger.forget(workflow, item.id, options.mock)
    }
    const worker = fleet.start(item, {
      checkpoint,
      sealKeys: wrappingKeys(secrets, { workflow, item: item.id }),
      conversation: join(options.logs, item.label, 'conversation.md'),
      log: join(options.logs, `${item.label}.log`),
      trace: within(trace, itemSpanId(trace, item.id)),
    })
    emit({ type: 'item-started', item: item.id, attempt, worker })
  }

  /** Makes the item ours, unless another run has it or has finished it since we looked. */
  function claim({ id, inputHash }: Item, seenRun: string | undefined): boolean {
    const answer = locks.take(workflow, id, options.isAlive)
    if (!answer.taken) {
      const skip = { reason: 'locked', by: answer.by } as const
      emit({ type: 'item-ended', item: id, outcome: 'skipped', skip })
      return false
    }
    if (answer.from !== undefined) {
      fleet.sweep(answer.from.run)
      emit({ type: 'lock-taken-over', item: id, from: answer.from })
    }
    const recorded = ledger.outcome(workflow, id, options.mock)
    const isNews = recorded !== undefined && recorded.run !== seenRun
    if (!isNews || recorded.outcome !== 'done' || recorded.inputHash !== inputHash) return true
    locks.release(workflow, id)
    const skip = { reason: 'done-elsewhere', run: recorded.run } as const
    emit({ type: 'item-ended', item: id, outcome: 'skipped', skip })
    return false
  }

  /** In this order, so that a crash in between repeats nothing and loses nothing. */
  function endItem({ item, outcome, failure }: ActionOf<'end-item'>): void {
    const unrecorded = outcome === 'interrupted' ? undefined : record(item, outcome)
    const isLost = outcome === 'done' && unrecorded !== undefined // its checkpoint has all of it
    const end = isLost
      ? ({ outcome: 'failed', failure: unrecorded } as const)
      : { outcome, failure }
    // What cannot be cleared away here, the next run clears away: its holder is dead by then.
    troubleIn(() => {
      const { mock } = options
      if (end.outcome === 'done') removeCheckpoint(state.safeCheckpoint({ workflow, item, mock }))
    })
    troubleIn(() => locks.release(workflow, item))
    const why = end.failure === undefined ? {} : { failure: end.failure }
    emit({ type: 'item-ended', item, outcome: end.outcome, ...why })
  }

  function record(item: ItemId, outcome: Outcome): Failure | undefined {
    const { inputHash, label } = chosenOf(item).item
    const { mock, command } = options
    return troubleIn(() => {
      const at = clock.now()
      ledger.record(workflow, { item, label, outcome, inputHash, run, at, mock, command })
    })
  }

  /** Output is no event: only here, when it matters, does the scheduler hear of it. */
  function checkIdle({ item, limitMs }: ActionOf<'check-idle'>): void {
    const lastSignAt = fleet.lastSignAt(item)
    if (lastSignAt + limitMs > clock.now()) emit({ type: 'item-progressed', item, lastSignAt })
    else killItem({ type: 'kill-item', item, failure: { reason: 'idle-timeout', limitMs } })
  }

  function killItem({ item, failure }: ActionOf<'kill-item'>): void {
    fleet.kill(item)
    emit({ type: 'item-killed', item, ...(failure === undefined ? {} : { failure }) })
  }

  function chosenOf(id: ItemId): Chosen {
    const entry = chosen.get(id)
    if (entry === undefined) throw new Error(`Unknown item ${id}. This is a bug in AgentOS.`)
    return entry
  }
}
