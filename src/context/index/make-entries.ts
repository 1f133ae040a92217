/** Entries for files that the cache does not have, made in this process. */
import type { SourceFile, SourceTree } from '../source-tree.ts'
import type { FileIndex } from './file-index.ts'
import { entryKey, type IndexCache } from './index-cache.ts'
import { indexFile, indexWithoutParser } from './index-file.ts'

const READ_AT_ONCE = 32
/** Other processes need not make again what is saved. */
const SAVED_AT_ONCE = 500

export async function makeEntries(
  tree: SourceTree,
  cache: IndexCache,
  files: readonly SourceFile[],
): Promise<void> {
  let fresh = new Map<string, FileIndex>()
  for (let start = 0; start < files.length; start += READ_AT_ONCE) {
    const batch = files
      .slice(start, start + READ_AT_ONCE)
      .filter((file) => !cache.entries.has(entryKey(file)))
    const contents = await tree.read(batch)
    for (const [index, file] of batch.entries()) {
      const bytes = contents[index]
      if (bytes !== undefined) fresh.set(entryKey(file), await make(file.path, bytes))
    }
    if (fresh.size >= SAVED_AT_ONCE) save()
  }
  save()

  function save(): void {
    cache.add(fresh)
    cache.refresh()
    fresh = new Map()
  }

  async function make(path: string, bytes: Uint8Array): Promise<FileIndex> {
    try {
      return await indexFile(path, bytes)
    } catch {
      return indexWithoutParser(path, bytes) // the parser has broken down over this text
    }
  }
}
