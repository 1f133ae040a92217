/**
 * A process that makes entries of the index and ends. Parsing takes memory and time, which the worker has better uses for.
 * Started by path; `index-processes.ts` is its other end.
 */
import { text } from 'node:stream/consumers'
import { gitTree } from './git-tree.ts'
import { makeEntries } from './index/make-entries.ts'
import { Segments } from './index/segments.ts'
import type { SourceFile } from './source-tree.ts'

export interface IndexOrder {
  readonly root: string
  readonly commit: string | undefined
  readonly cache: string
  readonly files: readonly SourceFile[]
}

const { root, commit, cache, files } = JSON.parse(await text(process.stdin)) as IndexOrder
// Processes of workers that start at the same moment begin at different files, and take over what the others have saved.
const start = process.pid % files.length
const rotated = [...files.slice(start), ...files.slice(0, start)]
await makeEntries(gitTree(root, commit), new Segments(cache), rotated)
