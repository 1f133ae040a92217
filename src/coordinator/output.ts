import type { ItemId } from '../model/ids.ts'

/** Where the items' output goes: whole lines, without their newline. */
export interface Output {
  lines(item: ItemId, lines: readonly string[]): void
  /** Resolves when more can be taken; those who read wait for it, so nothing piles up in memory. */
  ready(): Promise<void>
}
