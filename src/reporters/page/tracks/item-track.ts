/**
 * The steps, waits and workers of an item over time. Steps may be nested or parallel; a lane has one bar at a time,
 * the open step that was started last.
 */
import type { WaitReason } from '../../../model/calls/lease.ts'
import type { Event } from '../../../model/event.ts'
import { type Attempt, advance, cutOff, type Ended, newLife } from '../../../scheduler/item-life.ts'
import { type Mark, WAITS } from '../page-data.ts'
import type { EndedLease } from './credential-tracks.ts'

export class ItemTrack {
  readonly workers = new Bar<Attempt>(() => 0)
  readonly steps: Bar<string>
  readonly waits = new Bar<WaitReason>((why) => WAITS.indexOf(why))
  readonly marks: Mark[] = []
  readonly paidTwice = new PaidTwice()
  readonly #life = newLife()
  readonly #onLease: (lease: EndedLease) => void
  /** The last one with a mark for its death. */
  #dead: Attempt | undefined

  /** `onLease` is called for each lease that ends. */
  constructor(stepNumber: (step: string) => number, onLease: (lease: EndedLease) => void) {
    this.steps = new Bar(stepNumber)
    this.#onLease = onLease
  }

  /** `at` is counted from the start of the run. */
  add(event: Event, at: number): void {
    this.#mark(event, at)
    const ended = advance(this.#life, event)
    this.paidTwice.add(event, ended)
    this.#show(at, ended, event)
  }

  end(at: number): void {
    this.#show(at, cutOff(this.#life))
  }

  /** Once for each worker: that it was killed is emitted before that it has exited. */
  #mark(event: Event, at: number): void {
    if (event.type === 'item-started' && event.attempt > 1)
      this.marks.push(['resumed', at, `resumed in worker ${event.attempt}`])
    const words = deathWords(event)
    const { attempt } = this.#life
    if (words === undefined || attempt === undefined || attempt === this.#dead) return
    this.#dead = attempt
    this.marks.push(['killed', at, words])
  }

  /** It waits while none of its calls is being answered. */
  #show(at: number, ended: readonly Ended[], event?: Event): void {
    const returned = event?.type === 'lease-returned' ? event : undefined
    for (const { kind, was, how } of ended)
      if (kind === 'lease') this.#onLease({ was, until: at, how, returned })
    const { attempt, steps, waits, leases } = this.#life
    this.workers.show(attempt, at)
    this.steps.show(steps.at(-1)?.name, at)
    this.waits.show(leases.length > 0 ? undefined : waits.at(-1)?.why, at)
  }
}

/** The present bar of a lane, if any, and its start; earlier ones are packed. */
export class Bar<T> {
  /**
   * Packed: which, how long after the end of the one before, how long. Differences are short where the times
   * themselves are long.
   */
  readonly packed: number[] = []
  readonly #numberOf: (value: T) => number
  #value: T | undefined
  #since = 0
  #end = 0

  constructor(numberOf: (value: T) => number) {
    this.#numberOf = numberOf
  }

  show(value: T | undefined, at: number): void {
    if (value === this.#value) return
    const which = this.#value === undefined ? undefined : this.#numberOf(this.#value)
    if (which !== undefined && at > this.#since) {
      this.packed.push(which, this.#since - this.#end, at - this.#since)
      this.#end = at
    }
    this.#value = value
    this.#since = at
  }
}

function deathWords(event: Event): string | undefined {
  if (event.type === 'item-killed')
    return `killed: ${event.failure === undefined ? 'the run stopped' : event.failure.reason}`
  if (event.type !== 'worker-exited' || event.report !== undefined) return undefined
  return `its worker died: ${event.signal ?? `exit code ${event.exitCode}`}`
}

class PaidTwice {
  count = 0
  /** Tasks that are asked for and have no answer. */
  readonly #open: string[] = []
  /** Tasks of dead workers. */
  readonly #lost = new Set<string>()
  /** Leases that this worker has lost, and that earlier ones have. */
  #lostNow = 0
  #lostBefore = 0

  add(event: Event, ended: readonly Ended[]): void {
    this.#lostNow += ended.filter(isLostLease).length
    if (event.type === 'call-started') this.#started(taskOf(event))
    if (event.type === 'call-ended') {
      const index = this.#open.indexOf(taskOf(event))
      if (index !== -1) this.#open.splice(index, 1)
    }
    if (event.type === 'worker-exited') this.#died()
  }

  #started(task: string): void {
    this.#open.push(task)
    if (this.#lostBefore === 0 || !this.#lost.delete(task)) return
    this.#lostBefore -= 1
    this.count += 1
  }

  #died(): void {
    if (this.#lostNow > 0) for (const task of this.#open) this.#lost.add(task)
    this.#lostBefore += this.#lostNow
    this.#lostNow = 0
    this.#open.length = 0
  }
}

function isLostLease({ kind, how }: Ended): boolean {
  return kind === 'lease' && (how === 'lost' || how === 'lost with its worker')
}

function taskOf({ step = '', task }: { readonly step?: string; readonly task: string }): string {
  return `${step}\n${task}`
}
