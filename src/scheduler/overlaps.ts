/** Which items would change the same files, and so cannot be worked on side by side. */
import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'

export interface Overlap {
  readonly id: ItemId
  /** What both change. */
  readonly files: readonly string[]
}

/**
 * The files that items change, in the order in which the items are added. Equal paths are shared, and
 * paths of which one lies below the other; on some file systems `A` is `a`.
 */
export class TouchedFiles {
  /** By path: the items that change it. By folder: the items that change something below it. */
  readonly #at = new Map<string, Set<ItemId>>()
  readonly #below = new Map<string, Set<ItemId>>()
  readonly #order = new Map<ItemId, number>()

  add({ id, touches = [] }: Item): void {
    this.#order.set(id, this.#order.size)
    for (const path of touches.map(plain)) {
      addTo(this.#at, path, id)
      for (const folder of foldersOf(path)) addTo(this.#below, folder, id)
    }
  }

  /** The items so far that share a file with this one, but for those that it depends on anyway. */
  sharedWith({ dependsOn, touches = [] }: Item): Overlap[] {
    const files = new Map<ItemId, string[]>()
    for (const path of new Set(touches)) {
      for (const id of this.#near(plain(path))) {
        if (!dependsOn.includes(id)) files.set(id, [...(files.get(id) ?? []), path])
      }
    }
    return [...files]
      .map(([id, shared]) => ({ id, files: shared }))
      .sort((a, b) => this.#positionOf(a.id) - this.#positionOf(b.id))
  }

  #near(path: string): Set<ItemId> {
    const places = [path, ...foldersOf(path)].map((place) => this.#at.get(place))
    return new Set([...places, this.#below.get(path)].flatMap((items) => [...(items ?? [])]))
  }

  #positionOf(id: ItemId): number {
    return this.#order.get(id) ?? 0
  }
}

function addTo(map: Map<string, Set<ItemId>>, key: string, id: ItemId): void {
  const items = map.get(key)
  if (items === undefined) map.set(key, new Set([id]))
  else items.add(id)
}

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

function plain(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '')
}
