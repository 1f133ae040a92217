/**
 * Reads a repository's index in a new process, as a worker does, and prints how long that took and what memory the processes
 * had that it started. `index-program.ts <repository> <folder of the index>`
 */
import { readFileSync } from 'node:fs'
import { contextFor } from '../../src/context/context-for.ts'
import { gitTree } from '../../src/context/git-tree.ts'
import { buildIndex } from '../../src/context/index/build-index.ts'
import { IndexCache } from '../../src/context/index/index-cache.ts'
import { indexInProcesses } from '../../src/context/index-processes.ts'
import type { SourceFile } from '../../src/context/source-tree.ts'

export interface Indexed {
  readonly files: number
  /** Files in the answer to the question. */
  readonly shown: number
  readonly indexMs: number
  /** CPU time of that, of the processes that index, too. */
  readonly cpuMs: number
  /** With its index. */
  readonly questionMs: number
  /** The most memory of one of the processes that index. */
  readonly childMB: number
  readonly ownMB: number
}

const LOOK_EVERY_MS = 20
const [root = '', cache = ''] = process.argv.slice(2)
const tree = gitTree(root)
const fill = (files: readonly SourceFile[]) =>
  indexInProcesses({ root, commit: undefined, cache, files })

let childMB = 0
const timer = setInterval(() => {
  childMB = Math.max(childMB, ...children().map(peakMB))
}, LOOK_EVERY_MS)
const startedAt = performance.now()
const files = await buildIndex(tree, new IndexCache(cache), fill)
const indexMs = performance.now() - startedAt
clearInterval(timer)
const cpuMs = cpuOfAll()
const ownMB = peakMB(process.pid)
const askedAt = performance.now()
const { shown } = await contextFor(
  { tree, cache, fill },
  'The `lease` of a stale queue is never sent',
)
const questionMs = performance.now() - askedAt
const result: Indexed = {
  files: files.length,
  shown: shown.length,
  indexMs,
  cpuMs,
  questionMs,
  childMB,
  ownMB,
}
process.stdout.write(JSON.stringify(result))

/** Of this process and of those that it has waited for, in hundredths of a second. */
function cpuOfAll(): number {
  const fields = textOf('/proc/self/stat').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0)
}

function children(): number[] {
  const text = textOf(`/proc/self/task/${process.pid}/children`)
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number)
}

function peakMB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has just ended, or this is not Linux
  }
}
