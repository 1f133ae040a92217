/** The state of one item of a run, folded from its events. */
import type { Event, EventOf, Produced } from '../../model/event.ts'
import type { Failure, Skip } from '../../model/failure.ts'
import type { ItemId } from '../../model/ids.ts'
import type { Outcome } from '../../model/outcome.ts'
import {
  advance,
  type Ended,
  newLife,
  type OpenStep,
  type OpenWait,
  postpone,
} from '../../scheduler/item-life.ts'

export class ItemView {
  readonly id: ItemId
  readonly label: string
  readonly title: string
  readonly life = newLife()
  state: 'queued' | 'running' | 'ended' = 'queued'
  outcome: Outcome | 'pending' = 'pending'
  startedAt: number | undefined
  endedAt: number | undefined
  /** How long it has waited for credentials and done nothing else, and since when it does so now. */
  waitedMs = 0
  waitingSince: number | undefined
  attempts = 0
  stepsSaved = 0
  stepsReused = 0
  /** Tokens so far, about, of answers that are being written, by question. */
  readonly #written = new Map<number, number>()
  calls = 0
  inputTokens = 0
  outputTokens = 0
  /** Dollars; null as soon as one call's price is not known. */
  cost: number | null = 0
  /** How much of that is estimated: of answers whose usage is not known. */
  estimatedCost = 0
  failure: Failure | undefined
  skip: Skip | undefined
  /** Where its result is: a path in the repository, or a branch. */
  produced: Produced | undefined
  /** What it has on GitHub. */
  published: { readonly what: string; readonly url: string } | undefined
  /** The longest step so far, with any result. */
  longestStep: { readonly name: string; readonly durationMs: number } | undefined

  constructor({ item, label, title }: EventOf<'item-queued'>) {
    this.id = item
    this.label = label
    this.title = title
  }

  /** Returns what has ended. */
  add(event: Event): readonly Ended[] {
    const ended = advance(this.life, event)
    for (const { kind, was } of ended) if (kind === 'step') this.#measure(was, event.at)
    this.#noteWaiting(event.at)
    switch (event.type) {
      case 'item-started':
        this.attempts = event.attempt
        this.state = 'running'
        this.startedAt ??= event.at
        break
      case 'item-ended':
        this.state = 'ended'
        this.endedAt = event.at
        this.outcome = event.outcome
        this.failure = event.failure
        this.skip = event.skip
        break
      case 'step-saved':
        this.stepsSaved += 1
        break
      case 'step-reused':
        this.stepsReused += 1
        break
      case 'lease-returned':
        this.#addCost(event)
        break
      case 'call-progress':
        this.#written.set(event.ask, event.outputTokens)
        break
      case 'call-retried':
      case 'call-failed':
        this.#written.delete(event.ask)
        break
      case 'worker-exited':
        this.#written.clear()
        break
      case 'call-ended':
        this.#written.delete(event.ask)
        this.calls += 1
        this.inputTokens += event.usage.inputTokens
        this.outputTokens += event.usage.outputTokens
        break
      case 'item-produced': {
        const { what, where, base } = event
        this.produced = { what, where, ...(base === undefined ? {} : { base }) }
        break
      }
      case 'github-published':
        this.published = { what: event.what, url: event.url }
    }
    return ended
  }

  /** Sleep does not count as work. */
  passOver(ms: number): void {
    if (this.state !== 'running') return
    this.startedAt = (this.startedAt ?? 0) + ms
    postpone(this.life, ms)
    if (this.waitingSince !== undefined) this.waitingSince += ms
  }

  /** What it waits for, if it does nothing else, and since when that is so. */
  wait(): OpenWait | undefined {
    const last = this.life.waits.at(-1)
    const since = this.waitingSince
    return last === undefined || since === undefined ? undefined : { ...last, since }
  }

  /** Tokens so far, about, of the answers that it is being given. */
  writtenTokens(): number {
    return [...this.#written.values()].reduce((sum, tokens) => sum + tokens, 0)
  }

  /** Those that serve it now. */
  credentials(): string[] {
    return [...new Set(this.life.leases.map(({ credential }) => credential))]
  }

  /** It waits while one of its calls does and none is being answered. */
  #noteWaiting(at: number): void {
    const { waits, leases } = this.life
    if (waits.length > 0 && leases.length === 0) this.waitingSince ??= at
    else if (this.waitingSince !== undefined) {
      this.waitedMs += at - this.waitingSince
      this.waitingSince = undefined
    }
  }

  #measure({ name, since }: OpenStep, at: number): void {
    const durationMs = at - since
    if (durationMs > (this.longestStep?.durationMs ?? -1)) this.longestStep = { name, durationMs }
  }

  /** Cost comes with leases: unusable answers were paid for, too. */
  #addCost({ cost = 0, isEstimate }: EventOf<'lease-returned'>): void {
    this.cost = this.cost === null || cost === null ? null : this.cost + cost
    if (isEstimate) this.estimatedCost += cost ?? 0
  }
}

export function sumOf<Key extends string>(
  items: Iterable<Readonly<Record<Key, number>>>,
  key: Key,
): number {
  let sum = 0
  for (const item of items) sum += item[key]
  return sum
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
