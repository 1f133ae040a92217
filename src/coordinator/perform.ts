/** Performs the actions of `plan`: each ends in at least one event. */
import { join } from 'node:path'
import type { Fact } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { Outcome, RecordedOutcome } from '../model/outcome.ts'
import { itemSpanId } from '../model/span-id.ts'
import { within } from '../model/trace.ts'
import { unreachable } from '../model/unreachable.ts'
import type { Action } from '../scheduler/plan.ts'
import type { Chosen } from '../scheduler/select.ts'
import { wrappingKeys } from '../store/seal.ts'
import type { CheckpointOf } from '../store/store.ts'
import type { CoordinateOptions } from './coordinate.ts'
import { storageFailureOf } from './storage-failure.ts'

type Performed = Exclude<Action, { type: 'wait' | 'end-run' }>
type ActionOf<T extends Performed['type']> = Extract<Performed, { type: T }>

interface Perform {
  /** Resolves when the action is done; one at a time. */
  perform(action: Performed): Promise<void>
  /** For limits that the fleet watches, between two actions. */
  killItem(action: ActionOf<'kill-item'>): void
}

export function createPerform(
  options: CoordinateOptions & { readonly emit: (fact: Fact) => void },
): Perform {
  const { run, workflow, store, locks, clock, fleet, emit, trace } = options
  // The mock provider's keys are public, and scenarios differ in them.
  const secrets = options.mock ? [] : options.credentials.map(({ secret }) => secret)
  const chosen = new Map<ItemId, Chosen>(options.chosen.map((entry) => [entry.item.id, entry]))

  return { perform, killItem }

  async function perform(action: Performed): Promise<void> {
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

  /** A failed start is the failure of this item only. */
  async function startItem({ item: id, attempt }: ActionOf<'start-item'>): Promise<void> {
    const { item, seenRun } = chosenOf(id)
    let isOurs = attempt > 1
    const failure = await storageFailureOf(async () => {
      if (!isOurs && !(await claim(item, seenRun))) return
      isOurs = true
      await giveToWorker(item, attempt)
    })
    if (failure === undefined) return
    if (isOurs) return endItem({ type: 'end-item', item: id, outcome: 'failed', failure })
    emit({ type: 'item-ended', item: id, outcome: 'failed', failure })
  }

  async function giveToWorker(item: Item, attempt: number): Promise<void> {
    const of = checkpointOf(item.id)
    await store.checkpoints.prepare(of)
    if (attempt === 1 && options.fresh) {
      await store.checkpoints.remove(of)
      await store.ledger.forget(workflow, item.id, options.mock)
    }
    const worker = fleet.start(item, {
      sealKeys: wrappingKeys(secrets, { workflow, item: item.id }),
      conversation: join(options.logs, item.label, 'conversation.md'),
      log: join(options.logs, `${item.label}.log`),
      trace: within(trace, itemSpanId(trace, item.id)),
    })
    emit({ type: 'item-started', item: item.id, attempt, worker })
  }

  /** Makes the item ours, unless another run has it or has finished it since we looked. */
  async function claim({ id, inputHash }: Item, seenRun: string | undefined): Promise<boolean> {
    const answer = await locks.take(workflow, id)
    if (!answer.taken) {
      const skip = { reason: 'locked', by: answer.by } as const
      emit({ type: 'item-ended', item: id, outcome: 'skipped', skip })
      return false
    }
    if (answer.from !== undefined) {
      fleet.sweep(answer.from.run)
      emit({ type: 'lock-taken-over', item: id, from: answer.from })
    }
    const recorded = await store.ledger.outcome(workflow, id, options.mock)
    const isNews = recorded !== undefined && recorded.run !== seenRun
    if (!isNews || recorded.outcome !== 'done' || recorded.inputHash !== inputHash) return true
    await locks.release(workflow, id)
    const skip = { reason: 'done-elsewhere', run: recorded.run } as const
    emit({ type: 'item-ended', item: id, outcome: 'skipped', skip })
    return false
  }

  async function endItem({ item, outcome, failure }: ActionOf<'end-item'>): Promise<void> {
    const record = outcome === 'interrupted' ? undefined : recordOf(item, outcome)
    const unrecorded = await storageFailureOf(() => locks.settle(checkpointOf(item), record))
    if (unrecorded !== undefined) await storageFailureOf(() => locks.release(workflow, item))
    const isLost = outcome === 'done' && unrecorded !== undefined // its checkpoint has all of it
    const why = isLost ? unrecorded : failure
    const end = {
      outcome: isLost ? 'failed' : outcome,
      ...(why === undefined ? {} : { failure: why }),
    }
    emit({ type: 'item-ended', item, ...end })
  }

  function recordOf(item: ItemId, outcome: Outcome): RecordedOutcome {
    const { inputHash, label } = chosenOf(item).item
    const { mock, command } = options
    return { item, label, outcome, inputHash, run, at: clock.now(), mock, command }
  }

  /** Output is no event: the scheduler learns of it only here, at the idle limit. */
  function checkIdle({ item, limitMs }: ActionOf<'check-idle'>): void {
    const lastSignAt = fleet.lastSignAt(item)
    if (lastSignAt + limitMs > clock.now()) emit({ type: 'item-progressed', item, lastSignAt })
    else killItem({ type: 'kill-item', item, failure: { reason: 'idle-timeout', limitMs } })
  }

  function killItem({ item, failure }: ActionOf<'kill-item'>): void {
    fleet.kill(item)
    emit({ type: 'item-killed', item, ...(failure === undefined ? {} : { failure }) })
  }

  function checkpointOf(item: ItemId): CheckpointOf {
    return { workflow, item, mock: options.mock }
  }

  function chosenOf(id: ItemId): Chosen {
    const entry = chosen.get(id)
    if (entry === undefined) throw new Error(`Unknown item ${id}. This is a bug in AgentOS.`)
    return entry
  }
}
