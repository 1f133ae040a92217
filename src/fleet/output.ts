import type { ItemId } from '../model/ids.ts'

/** Where the items' output goes: text of whole lines, each with its newline. */
export interface Output {
  write(item: ItemId, lines: string): void
  /** Resolves when more can be taken; those who read wait for it, so nothing piles up in memory. */
  ready(): Promise<void>
}
