/**
 * When an item was in which step, waited, and changed its worker. Steps may lie in one another and beside
 * one another; a lane has one bar at a time, the step that began last of those that are open.
 */

import type { WaitReason } from '../../../model/calls/lease.ts'
import type { Event } from '../../../model/event.ts'
import { type Attempt, advance, cutOff, newLife } from '../../../scheduler/item-life.ts'
import { type Mark, WAITS } from '../page-data.ts'
import { Packed } from './packed.ts'

export class ItemTrack {
  readonly workers = new Packed()
  readonly spans = new Packed()
  readonly waits = new Packed()
  readonly marks: Mark[] = []
  readonly #life = newLife()
  readonly #worker: Bar<Attempt>
  readonly #step: Bar<string>
  readonly #wait: Bar<WaitReason>
  /** Of which it is marked that it died. */
  #dead: Attempt | undefined

  constructor(stepNumber: (step: string) => number) {
    this.#worker = new Bar(this.workers, () => 0)
    this.#step = new Bar(this.spans, stepNumber)
    this.#wait = new Bar(this.waits, (why) => WAITS.indexOf(why))
  }

  /** `at` is counted from the run's beginning. */
  add(event: Event, at: number): void {
    this.#mark(event, at)
    advance(this.#life, event)
    this.#show(at)
  }

  end(at: number): void {
    cutOff(this.#life)
    this.#show(at)
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

  /** It waits while it does nothing else: no other call of it is being answered. */
  #show(at: number): void {
    const { attempt, steps, waits, leases } = this.#life
    this.#worker.show(attempt, at)
    this.#step.show(steps.at(-1)?.name, at)
    this.#wait.show(leases.length > 0 ? undefined : waits.at(-1)?.why, at)
  }
}

/** What a lane shows at the moment, if anything, and since when. */
class Bar<T> {
  readonly #packed: Packed
  readonly #numberOf: (value: T) => number
  #value: T | undefined
  #since = 0

  constructor(packed: Packed, numberOf: (value: T) => number) {
    this.#packed = packed
    this.#numberOf = numberOf
  }

  show(value: T | undefined, at: number): void {
    if (value === this.#value) return
    if (this.#value !== undefined) this.#packed.add(this.#numberOf(this.#value), this.#since, at)
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
