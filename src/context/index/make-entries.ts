/** Entries for files that the index does not have, made in this process. */
import { type SourceFile, type SourceTree, TOO_LARGE } from '../source-tree.ts'
import type { FileIndex } from './file-index.ts'
import { entryKey } from './index-cache.ts'
import { indexFile, indexWithoutParser, nothingOf } from './index-file.ts'
import type { Segments } from './segments.ts'

const READ_AT_ONCE = 32
/** Other processes need not make again what is saved. */
const SAVED_AT_ONCE = 500

/** No entry is kept once it is saved: the memory does not grow with the files. */
export async function makeEntries(
  tree: SourceTree,
  segments: Segments,
  files: readonly SourceFile[],
): Promise<void> {
  const saved = new Set<string>()
  let fresh = new Map<string, FileIndex>()
  for (let start = 0; start < files.length; start += READ_AT_ONCE) {
    const batch = files
      .slice(start, start + READ_AT_ONCE)
      .filter((file) => !saved.has(entryKey(file)))
    const contents = await tree.read(batch)
    for (const [index, file] of batch.entries()) {
      const bytes = contents[index]
      if (bytes !== undefined) fresh.set(entryKey(file), await make(file.path, bytes))
    }
    if (fresh.size >= SAVED_AT_ONCE) save()
  }
  save()

  function save(): void {
    if (fresh.size > 0) segments.write(fresh)
    for (const key of fresh.keys()) saved.add(key)
    for (const [key] of segments.fresh()) saved.add(key)
    fresh = new Map()
  }
}

async function make(path: string, content: Uint8Array | typeof TOO_LARGE): Promise<FileIndex> {
  if (content === TOO_LARGE) return nothingOf(TOO_LARGE)
  try {
    return await indexFile(path, content)
  } catch {
    return indexWithoutParser(path, content) // the parser has broken down over this text
  }
}
