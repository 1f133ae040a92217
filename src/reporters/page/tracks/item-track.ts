/**
 * When an item was in which step, waited, and changed its worker. Steps may lie in one another and beside
 * one another; a lane has one bar at a time, the step that began last of those that are open.
 */
import type { Event, EventOf } from '../../../model/event.ts'
import type { WaitReason } from '../../../model/lease.ts'
import { type Mark, WAITS } from '../page-data.ts'
import { Packed } from './packed.ts'

export class ItemTrack {
  readonly workers = new Packed()
  readonly spans = new Packed()
  readonly waits = new Packed()
  readonly marks: Mark[] = []
  readonly #stepNumber: (step: string) => number
  #worker: { readonly since: number; isOver: boolean } | undefined
  #open: string[] = []
  #shownSince = 0
  readonly #waiting = new Map<number, WaitReason>()
  readonly #leases = new Set<number>()
  #wait: { readonly why: WaitReason; readonly since: number } | undefined

  constructor(stepNumber: (step: string) => number) {
    this.#stepNumber = stepNumber
  }

  /** `at` is counted from the run's beginning. */
  add(event: Event, at: number): void {
    switch (event.type) {
      case 'item-started':
        return this.#started(event, at)
      case 'step-started':
        return this.#show([...this.#open, event.step], at)
      case 'step-saved':
      case 'step-failed':
        return this.#show(without(this.#open, event.step), at)
      case 'lease-queued':
        this.#waiting.set(event.call, event.why)
        return this.#lookAtWait(at)
      case 'lease-granted':
        this.#leases.add(event.lease)
        this.#waiting.delete(event.call)
        return this.#lookAtWait(at)
      case 'lease-refused':
        this.#waiting.delete(event.call)
        return this.#lookAtWait(at)
      case 'lease-returned':
        this.#leases.delete(event.lease)
        return this.#lookAtWait(at)
      case 'item-killed':
        return this.#killed(at, killWords(event))
      case 'worker-exited':
        if (event.report === undefined) this.#killed(at, deathWords(event))
        return this.end(at)
      case 'item-ended':
        return this.end(at)
    }
  }

  /** With its worker everything has ended that it was at. */
  end(at: number): void {
    this.#show([], at)
    this.#waiting.clear()
    this.#leases.clear()
    this.#lookAtWait(at)
    if (this.#worker !== undefined) this.workers.add(0, this.#worker.since, at)
    this.#worker = undefined
  }

  #started({ attempt }: EventOf<'item-started'>, at: number): void {
    if (attempt > 1) this.marks.push(['resumed', at, `goes on in worker ${attempt}`])
    this.#worker = { since: at, isOver: false }
  }

  /** Once for each worker: that it was killed is told before that it is gone. */
  #killed(at: number, words: string): void {
    if (this.#worker === undefined || this.#worker.isOver) return
    this.#worker.isOver = true
    this.marks.push(['killed', at, words])
  }

  #show(open: string[], at: number): void {
    const before = this.#open.at(-1)
    this.#open = open
    if (before === open.at(-1)) return
    if (before !== undefined) this.spans.add(this.#stepNumber(before), this.#shownSince, at)
    this.#shownSince = at
  }

  /** It waits while it does nothing else: no other call of it is being answered. */
  #lookAtWait(at: number): void {
    const why = this.#leases.size > 0 ? undefined : [...this.#waiting.values()].at(-1)
    if (why === this.#wait?.why) return
    if (this.#wait !== undefined)
      this.waits.add(WAITS.indexOf(this.#wait.why), this.#wait.since, at)
    this.#wait = why === undefined ? undefined : { why, since: at }
  }
}

function without(open: readonly string[], step: string): string[] {
  const index = open.lastIndexOf(step)
  return index === -1 ? [...open] : open.toSpliced(index, 1)
}

function killWords({ failure }: EventOf<'item-killed'>): string {
  return failure === undefined ? 'killed: the run stopped' : `killed: ${failure.reason}`
}

function deathWords({ exitCode, signal }: EventOf<'worker-exited'>): string {
  return `its worker died: ${signal ?? `exit code ${exitCode}`}`
}
