/** The index of a tree: entries from the cache, and new ones for contents that it does not have. */
import { type SourceFile, type SourceTree, TOO_LARGE } from '../source-tree.ts'
import { excludedByName } from './exclusion.ts'
import type { Exclusion, FileIndex } from './file-index.ts'
import { entryKey, type IndexCache } from './index-cache.ts'
import { indexWithoutParser, nothingOf } from './index-file.ts'

const READ_AT_ONCE = 32

export interface IndexedFile extends FileIndex {
  readonly path: string
  readonly blob: string
}

/** `fill` puts entries for these files into the cache's folder. In the order of their paths. */
export async function buildIndex(
  tree: SourceTree,
  cache: IndexCache,
  fill: (missing: readonly SourceFile[]) => Promise<void>,
): Promise<IndexedFile[]> {
  const [files, declared] = await Promise.all([tree.files(), tree.declared()])
  cache.refresh()
  const worth = files.filter((file) => excludedUnread(file) === undefined)
  const isMissing = (file: SourceFile) => !cache.entries.has(entryKey(file))
  const missing = eachContentOnce(worth.filter(isMissing))
  if (missing.length > 0) {
    await fill(missing)
    cache.refresh()
    await addPlainly(tree, cache, missing.filter(isMissing))
  }
  cache.tidy(new Set(worth.map(entryKey)))
  return files.flatMap((file) => {
    const excluded = excludedUnread(file)
    if (excluded !== undefined) return [{ ...file, ...nothingOf(excluded) }]
    const entry = cache.entries.get(entryKey(file))
    if (entry === undefined) return [] // it has vanished meanwhile
    const isDeclared = entry.excluded === undefined && declared.has(file.path)
    return [{ ...file, ...entry, ...(isDeclared ? { excluded: 'generated' as const } : {}) }]
  })
}

function excludedUnread({ path, unread }: SourceFile): Exclusion | undefined {
  return excludedByName(path) ?? unread
}

function eachContentOnce(files: readonly SourceFile[]): SourceFile[] {
  return [...new Map(files.map((file) => [entryKey(file), file])).values()]
}

/** A process has died over these; they are not saved, so that the next one tries again. */
async function addPlainly(
  tree: SourceTree,
  cache: IndexCache,
  files: readonly SourceFile[],
): Promise<void> {
  for (let start = 0; start < files.length; start += READ_AT_ONCE) {
    const batch = files.slice(start, start + READ_AT_ONCE)
    const contents = await tree.read(batch)
    for (const [index, file] of batch.entries()) {
      const content = contents[index]
      if (content === undefined) continue
      const entry =
        content === TOO_LARGE ? nothingOf(TOO_LARGE) : indexWithoutParser(file.path, content)
      cache.entries.set(entryKey(file), entry)
    }
  }
}
