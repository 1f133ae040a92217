import { hash } from 'node:crypto'
import type { ContextSource } from '../../src/context/context-for.ts'
import { makeEntries } from '../../src/context/index/make-entries.ts'
import { Segments } from '../../src/context/index/segments.ts'
import type { SourceTree } from '../../src/context/source-tree.ts'

/** A repository's files in memory, by path. */
export function memoryTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  ignored: readonly string[] = [],
): SourceTree {
  const contents = new Map(
    Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, content]) => [path, Buffer.from(content as string)] as const),
  )
  return {
    files: async () => [...contents].map(([path, bytes]) => ({ path, blob: hash('sha1', bytes) })),
    read: async (wanted) => wanted.map(({ path }) => contents.get(path)),
    search: async (text, mostOfFile) =>
      [...contents].flatMap(([path, bytes]) =>
        bytes
          .toString()
          .split('\n')
          .flatMap((line, index) => (line.includes(text) ? [{ path, line: index + 1 }] : []))
          .slice(0, mostOfFile),
      ),
    declared: async () => new Set(),
    isIgnored: async (path) => ignored.includes(path),
  }
}

/** The same with an index that is made in this process. */
export function memorySource(tree: SourceTree, cache: string): ContextSource {
  return { tree, cache, fill: (files) => makeEntries(tree, new Segments(cache), files) }
}
