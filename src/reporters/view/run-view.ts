/**
 * The state of a run, folded from its events: for the footer, `status`, the summary and reports.
 * Used for running and for past runs alike.
 */
import type { Event, EventOf, Produced } from '../../model/event.ts'
import type { Failure, Skip } from '../../model/failure.ts'
import type { ItemId } from '../../model/ids.ts'
import type { LeftOut } from '../../model/left-out.ts'
import type { CostStop, Outcome, StopCause } from '../../model/outcome.ts'
import {
  advance,
  type ItemLife,
  newLife,
  type OpenStep,
  postpone,
} from '../../scheduler/item-life.ts'
import { CredentialTally } from './credential-summary.ts'
import { type ItemWaits, noteWaiting } from './item-waits.ts'

export interface ItemView extends ItemLife, ItemWaits {
  readonly id: ItemId
  readonly label: string
  readonly title: string
  state: 'queued' | 'running' | 'ended'
  outcome: Outcome | 'pending'
  failure?: Failure
  skip?: Skip
  startedAt?: number
  endedAt?: number
  attempts: number
  stepsSaved: number
  stepsReused: number
  /** The one that took longest so far, whatever became of it. */
  longestStep?: { readonly name: string; readonly durationMs: number }
  calls: number
  inputTokens: number
  outputTokens: number
  /** Dollars; null as soon as one call's price is not known. */
  cost: number | null
  /** How much of that is estimated: of answers whose usage is not known. */
  estimatedCost: number
  /** Where its result is. */
  produced?: Produced
  /** What it has on GitHub. */
  published?: { readonly what: string; readonly url: string }
}

export class RunView {
  readonly items = new Map<ItemId, ItemView>()
  readonly leftOut: { readonly id: ItemId; readonly label: string; readonly why: LeftOut }[] = []
  readonly credentials = new CredentialTally()
  started: EventOf<'run-started'> | undefined
  stopping: StopCause | undefined
  costStop: CostStop | undefined
  ended: EventOf<'run-ended'> | undefined
  lastAt = 0
  sleptMs = 0
  running = 0
  mostAtOnce = 0
  endedCount = 0
  readonly outcomes: Partial<Record<Outcome, number>> = {}

  add(event: Event): void {
    this.lastAt = event.at
    switch (event.type) {
      case 'run-started':
        this.started = event
        return
      case 'run-resumed':
        return this.#passOver(event.suspendedMs)
      case 'run-stopping':
        this.stopping ??= event.cause
        this.costStop ??= event.cost
        return
      case 'run-ended':
        this.ended = event
        return
      case 'item-left-out':
        this.leftOut.push({ id: event.item, label: event.label, why: event.why })
        return
      case 'item-queued':
        this.items.set(event.item, queued(event))
        return
      case 'credential-rested':
      case 'credential-rejected':
        return this.credentials.add(event)
      default: {
        const item = 'item' in event ? this.items.get(event.item) : undefined
        if (item !== undefined) this.#addToItem(item, event)
      }
    }
  }

  /** Sleep does not count as work. */
  #passOver(ms: number): void {
    this.sleptMs += ms
    for (const item of this.items.values()) {
      if (item.state !== 'running') continue
      item.startedAt = (item.startedAt ?? 0) + ms
      postpone(item, ms)
      if (item.waitingSince !== undefined) item.waitingSince += ms
    }
  }

  #addToItem(item: ItemView, event: Event): void {
    for (const ended of advance(item, event)) {
      if (ended.kind === 'step') measure(item, ended.was, event.at)
      if (ended.kind === 'lease') this.credentials.returned(ended.was.credential, ended.how)
    }
    noteWaiting(item, event.at)
    switch (event.type) {
      case 'item-started':
        return this.#itemStarted(item, event)
      case 'item-ended':
        return this.#itemEnded(item, event)
      case 'step-saved':
        item.stepsSaved += 1
        return
      case 'step-reused':
        item.stepsReused += 1
        return
      case 'lease-granted':
        return this.credentials.granted(event.credential)
      case 'lease-returned':
        return addCost(item, event)
      case 'call-ended':
        return addCall(item, event)
      case 'item-produced':
        item.produced = producedBy(event)
        return
      case 'github-published':
        item.published = { what: event.what, url: event.url }
    }
  }

  #itemStarted(item: ItemView, event: EventOf<'item-started'>): void {
    item.attempts = event.attempt
    if (event.attempt > 1) return
    item.state = 'running'
    item.startedAt = event.at
    this.running += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running)
  }

  #itemEnded(item: ItemView, event: EventOf<'item-ended'>): void {
    if (item.state === 'running') this.running -= 1
    item.state = 'ended'
    item.endedAt = event.at
    item.outcome = event.outcome
    this.endedCount += 1
    this.outcomes[event.outcome] = (this.outcomes[event.outcome] ?? 0) + 1
    if (event.failure !== undefined) item.failure = event.failure
    if (event.skip !== undefined) item.skip = event.skip
  }
}

export interface Cost {
  /** Dollars. */
  readonly known: number
  /** No price is missing. */
  readonly isWhole: boolean
  /** A part of it is estimated. */
  readonly isEstimate: boolean
}

/** Dollars of all items together. */
export function costOf(items: Iterable<Pick<ItemView, 'cost' | 'estimatedCost'>>): Cost {
  let known = 0
  let isWhole = true
  let isEstimate = false
  for (const { cost, estimatedCost } of items) {
    known += cost ?? 0
    if (cost === null) isWhole = false
    if (estimatedCost > 0) isEstimate = true
  }
  return { known, isWhole, isEstimate }
}

function queued({ item: id, label, title }: EventOf<'item-queued'>): ItemView {
  return {
    ...newLife(),
    id,
    label,
    title,
    state: 'queued',
    outcome: 'pending',
    attempts: 0,
    stepsSaved: 0,
    stepsReused: 0,
    waitedMs: 0,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    estimatedCost: 0,
  }
}

function measure(item: ItemView, { name, since }: OpenStep, at: number): void {
  const durationMs = at - since
  if (durationMs > (item.longestStep?.durationMs ?? -1)) item.longestStep = { name, durationMs }
}

function addCall(item: ItemView, { usage }: EventOf<'call-ended'>): void {
  item.calls += 1
  item.inputTokens += usage.inputTokens
  item.outputTokens += usage.outputTokens
}

/** Cost comes with leases: unusable answers were paid for, too. */
function addCost(item: ItemView, { cost = 0, isEstimate }: EventOf<'lease-returned'>): void {
  item.cost = item.cost === null || cost === null ? null : item.cost + cost
  if (isEstimate) item.estimatedCost += cost ?? 0
}

function producedBy({ what, where, base }: EventOf<'item-produced'>): Produced {
  return { what, where, ...(base === undefined ? {} : { base }) }
}
