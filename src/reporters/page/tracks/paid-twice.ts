/**
 * Calls that were paid for twice. A call counts if it was on its way when its worker died, and the item asked
 * for the same task in the same step again later in this run: the provider may have answered, and been paid,
 * without a worker to save the answer. In flight is a call with a lease that was not given back; one that
 * still waited for its lease has cost nothing. Leases do not say their task, so of several calls at once as
 * many count as had leases. Of a run that was cut off only the next one could tell; it is not counted here.
 */
import type { Event } from '../../../model/event.ts'
import type { ItemId } from '../../../model/ids.ts'

interface Asked {
  /** Tasks that are asked for and have no answer, and leases that are open. */
  readonly tasks: string[]
  readonly leases: Set<number>
  /** Tasks of dead workers, and how many of them at most had been sent. */
  readonly lost: Set<string>
  sent: number
}

export class PaidTwice {
  count = 0
  readonly #items = new Map<ItemId, Asked>()

  add(event: Event): void {
    switch (event.type) {
      case 'call-started':
        return this.#started(this.#of(event.item), taskOf(event))
      case 'call-ended':
        return remove(this.#of(event.item).tasks, taskOf(event))
      case 'lease-granted':
        this.#of(event.item).leases.add(event.lease)
        return
      case 'lease-returned':
        if (event.outcome.kind !== 'lost') this.#of(event.item).leases.delete(event.lease)
        return
      case 'worker-exited':
        return died(this.#of(event.item))
      case 'item-ended':
        this.#items.delete(event.item)
    }
  }

  #started(item: Asked, task: string): void {
    item.tasks.push(task)
    if (item.sent === 0 || !item.lost.delete(task)) return
    item.sent -= 1
    this.count += 1
  }

  #of(id: ItemId): Asked {
    const known = this.#items.get(id)
    if (known !== undefined) return known
    const fresh = { tasks: [], leases: new Set<number>(), lost: new Set<string>(), sent: 0 }
    this.#items.set(id, fresh)
    return fresh
  }
}

function died(item: Asked): void {
  if (item.leases.size > 0) for (const task of item.tasks) item.lost.add(task)
  item.sent += item.leases.size
  item.tasks.length = 0
  item.leases.clear()
}

function taskOf({ step = '', task }: { readonly step?: string; readonly task: string }): string {
  return `${step}\n${task}`
}

function remove(tasks: string[], task: string): void {
  const index = tasks.indexOf(task)
  if (index !== -1) tasks.splice(index, 1)
}
