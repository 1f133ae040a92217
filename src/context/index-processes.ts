/** Starts the processes that make entries of the index, and waits for them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { IndexOrder } from './index-process.ts'

const MOST_PROCESSES = 4
/** So many files are worth another process. */
const FILES_EACH = 200
/** V8 would optimize the parsers' huge functions in the background, with 600 MB for a gain of a fifth. */
const FLAGS = ['--liftoff-only']
/** Node's exit code for a flag that it does not know. */
const UNKNOWN_FLAG = 9

/** What a process could not do is missing in the cache afterwards. */
export async function indexInProcesses(order: IndexOrder): Promise<void> {
  const { files } = order
  const count = Math.min(
    MOST_PROCESSES,
    availableParallelism(),
    Math.ceil(files.length / FILES_EACH),
  )
  const shares = Array.from({ length: count }, (_, share) =>
    files.filter((_, index) => index % count === share),
  )
  await Promise.all(shares.map((share) => indexShare({ ...order, files: share })))
}

async function indexShare(order: IndexOrder): Promise<void> {
  if ((await run(FLAGS, order)) === UNKNOWN_FLAG) await run([], order)
}

async function run(flags: readonly string[], order: IndexOrder): Promise<number | null> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const entry = new URL(`../context/index-process.${extension}`, import.meta.url)
  const child = spawn(process.execPath, [...flags, fileURLToPath(entry)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.on('error', () => {}) // it has ended before it has read all: its exit code says so
  child.stdin.end(JSON.stringify(order))
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}
