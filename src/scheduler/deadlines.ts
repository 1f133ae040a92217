import { Heap } from '../model/heap.ts'
import type { ItemId } from '../model/ids.ts'

/**
 * The item to check first. Deadlines only move later; an entry is corrected
 * when it is reached, so that a sign of progress costs nothing.
 */
export class Deadlines {
  readonly #heap = new Heap<{ readonly at: number; readonly item: ItemId }>((a, b) => a.at < b.at)
  /** The one entry of each item that counts. */
  readonly #entries = new Map<ItemId, number>()

  /** The item's deadline is now this one. */
  set(item: ItemId, at: number): void {
    if (this.#entries.get(item) === at) return
    this.#entries.set(item, at)
    this.#heap.push({ at, item })
  }

  /** The first one by the items' present deadlines; `deadlineOf` is undefined for an item without one. */
  next(
    deadlineOf: (item: ItemId) => number | undefined,
  ): { readonly at: number; readonly item: ItemId } | undefined {
    for (;;) {
      const entry = this.#heap.peek()
      if (entry === undefined) return undefined
      const isCurrent = this.#entries.get(entry.item) === entry.at
      const at = isCurrent ? deadlineOf(entry.item) : undefined
      if (at === entry.at) return entry
      this.#heap.pop()
      if (!isCurrent) continue
      this.#entries.delete(entry.item)
      if (at !== undefined) this.set(entry.item, at)
    }
  }
}
