/**
 * Calls of an item that were paid for twice. A call counts if it was in flight when its worker died, and the item
 * asked for the same task in the same step again later in this run: the provider may have answered, and been paid,
 * without a worker to save the answer. In flight is a call whose lease was lost with its worker; one that
 * still waited for its lease has cost nothing. Leases do not say their task, so of several calls at once as
 * many count as had leases. Calls of a killed run that the next run repeats are not counted here.
 */
import type { Event } from '../../../model/event.ts'
import type { Ended } from '../../../scheduler/item-life.ts'

export class PaidTwice {
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
