/** The index in memory: entries by content, kept on disk as segments. */
import { extname } from 'node:path'
import type { SourceFile } from '../source-tree.ts'
import type { FileIndex } from './file-index.ts'
import { Segments } from './segments.ts'

const MOST_SEGMENTS = 8
/** Entries that nothing uses now stay until they are this many times those in use. */
const SPARE = 3

/** The same content is something else under another kind of name. */
export function entryKey({ path, blob }: SourceFile): string {
  return `${blob}${extname(path)}`
}

export class IndexCache {
  readonly #segments: Segments
  readonly entries = new Map<string, FileIndex>()

  constructor(folder: string) {
    this.#segments = new Segments(folder)
  }

  /** Reads what others have written since. */
  refresh(): void {
    for (const [key, entry] of this.#segments.fresh()) this.entries.set(key, entry)
  }

  /** Puts small segments together, and forgets what was not used if it has become much. */
  tidy(used: ReadonlySet<string>): void {
    const isLarge = this.entries.size > SPARE * used.size + 1_000
    if (this.#segments.count <= MOST_SEGMENTS && !isLarge) return
    const entries = [...this.entries]
    this.#segments.replace(isLarge ? entries.filter(([key]) => used.has(key)) : entries)
  }
}
