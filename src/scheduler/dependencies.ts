import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { UsageError } from '../model/usage-error.ts'

/**
 * The items with every dependency before its dependents, otherwise in the order given.
 * Refuses a dependency that does not exist and a cycle, naming it.
 */
export function sortByDependency(items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const sorted: Item[] = []
  const placed = new Set<ItemId>()
  for (const item of items) place(item)
  return sorted

  /** Depth first without recursion: a chain may be as long as the pile. */
  function place(root: Item): void {
    const path: { item: Item; next: number }[] = []
    const onPath = new Set<ItemId>()
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const dependency = top.item.dependsOn[top.next++]
      if (dependency !== undefined) {
        enter(find(dependency, top.item))
        continue
      }
      path.pop()
      onPath.delete(top.item.id)
      placed.add(top.item.id)
      sorted.push(top.item)
    }

    function enter(item: Item): void {
      if (placed.has(item.id)) return
      if (onPath.has(item.id)) throw cycle([...path.map((entry) => entry.item.id), item.id])
      onPath.add(item.id)
      path.push({ item, next: 0 })
    }
  }

  function find(id: ItemId, dependent: Item): Item {
    const item = byId.get(id)
    if (item !== undefined) return item
    throw new UsageError(
      'dependency-unknown',
      `Item ${dependent.id} depends on ${id}, which does not exist.`,
    )
  }
}

/** Groups of items that could run at once if there were workers for all: wave 1 waits for none. */
export function waveOf(
  items: readonly { readonly id: ItemId; readonly waitsFor: readonly ItemId[] }[],
): Map<ItemId, number> {
  const waves = new Map<ItemId, number>()
  for (const { id, waitsFor } of items) {
    const last = waitsFor.reduce(
      (wave, dependency) => Math.max(wave, waves.get(dependency) ?? 0),
      0,
    )
    waves.set(id, 1 + last)
  }
  return waves
}

function cycle(path: readonly ItemId[]): UsageError {
  const loop = path.slice(path.indexOf(path.at(-1) as ItemId))
  return new UsageError(
    'dependency-cycle',
    `Items depend on each other in a circle: ${loop.join(' → ')}.`,
    {
      hint: 'Remove one of these dependencies.',
    },
  )
}
