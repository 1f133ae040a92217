/**
 * What the scheduler knows of a run. Built by `fold` from events alone, read by `plan`.
 *
 *   waiting ──► ready ──► running ──► exited ──► ended
 *      │          │          ▲          │
 *      └──────────┴──► ended └──────────┘ (its worker died: once more in a new one)
 *
 * Items are also kept in the sets and heaps that `plan` asks, so that a decision costs O(log n)
 * however many items there are. Heaps may hold entries that no longer apply: readers drop those.
 */
import type { EventOf, Report } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import { Heap } from '../model/heap.ts'
import type { ItemId } from '../model/ids.ts'
import type { Outcome } from '../model/outcome.ts'
import type { RunLimits } from '../model/run-start.ts'
import { Deadlines } from './deadlines.ts'
import type { OpenWait } from './item-life.ts'

type ItemStatus =
  | { readonly name: 'waiting'; readonly missing: number }
  | { readonly name: 'ready' }
  | {
      readonly name: 'running'
      readonly stage: 'working' | 'stopping' | 'killed'
      readonly killedFor?: Failure
    }
  | {
      readonly name: 'exited'
      readonly stopped: boolean
      readonly killedFor?: Failure
      readonly report?: Report
      readonly lastLines: readonly string[]
      readonly exitCode: number | null
      readonly signal: string | null
    }
  | { readonly name: 'ended'; readonly outcome: Outcome }

export interface ItemState {
  readonly id: ItemId
  readonly order: number
  readonly dependsOn: readonly ItemId[]
  status: ItemStatus
  attempt: number
  /** First start in this run; the item's time limit counts from here. */
  startedAt: number
  /** Last sign of progress; the idle limit counts from here. */
  signAt: number
  /** Saved steps; items with more are served first by the pool. */
  steps: number
  /** Its calls that wait for a lease; meanwhile no limit but the run's counts. */
  readonly waits: LeaseWait
}

interface LeaseWait {
  readonly calls: OpenWait[]
  since: number
  /** All waits of this item that are over. */
  totalMs: number
  /** The provider and model that it waits for. */
  lane: string
}

export type Stop = Pick<EventOf<'run-stopping'>, 'cause' | 'at' | 'force'>

export class RunState {
  phase: 'new' | 'running' | 'ended' = 'new'
  limits: RunLimits | undefined
  startedAt = 0
  stop: Stop | undefined
  /** An item failed: with fail-fast nothing new starts. */
  failed = false
  /** How items stand that are not part of the run: the exit code counts them. */
  readonly leftOut = new Set<Outcome>()
  /** An item was skipped because another run has it. */
  leftToOthers = false
  /** An item failed because no credential of a provider is accepted: nothing new starts. */
  noCredential = false
  readonly items = new Map<ItemId, ItemState>()
  readonly dependents = new Map<ItemId, ItemId[]>()
  /** Items that only wait for the end of another, however it ends. */
  readonly followers = new Map<ItemId, ItemId[]>()
  readonly notStarted = new Set<ItemId>()
  readonly ready = new Heap<ItemState>((a, b) => a.order < b.order)
  /** Items of which a dependency ended without success, with that dependency. */
  readonly blocked = new Map<ItemId, ItemId>()
  readonly working = new Set<ItemId>()
  readonly stopping = new Set<ItemId>()
  readonly killed = new Set<ItemId>()
  readonly exited = new Set<ItemId>()
  /** How many working items wait for a lease, by provider and model. */
  readonly waiting = new Map<string, number>()
  /** Providers and models with all credentials rate-limited, and until when. */
  readonly rested = new Map<string, number>()
  readonly deadlines = new Deadlines()
  unfinished = 0
}

export function itemOf(state: RunState, id: ItemId): ItemState {
  const item = state.items.get(id)
  if (item === undefined) throw new Error(`Unknown item ${id}. This is a bug in AgentOS.`)
  return item
}

export function limitsOf(state: RunState): RunLimits {
  if (state.limits === undefined)
    throw new Error('The run has not started. This is a bug in AgentOS.')
  return state.limits
}

export function runningCount(state: RunState): number {
  return state.working.size + state.stopping.size + state.killed.size
}

/** When to check the item next: its time limit or its idle limit, whichever is first. */
export function deadlineOf(item: ItemState, limits: RunLimits): number {
  if (item.waits.calls.length > 0) return Number.POSITIVE_INFINITY
  return Math.min(itemDeadlineOf(item, limits), item.signAt + limits.idleTimeoutMs)
}

/** The item's time limit; waits for leases do not count. */
export function itemDeadlineOf(item: ItemState, limits: RunLimits): number {
  return item.startedAt + item.waits.totalMs + limits.itemTimeoutMs
}

/** Items that wait for a free credential or their turn; not those in a rate-limited lane. */
export function waitingCount(state: RunState): number {
  let count = 0
  for (const [lane, items] of state.waiting) if (!state.rested.has(lane)) count += items
  return count
}
