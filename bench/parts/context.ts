/**
 * How long the index of a repository takes when there is none (cold) and when nothing has changed (warm), and what memory its
 * processes need; how both grow with the files.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { GeneratedRepository } from '../context/generated-repository.ts'
import type { Indexed } from '../context/index-program.ts'
import { counted } from '../counted.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const PROGRAM = fileURLToPath(new URL('../context/index-program.ts', import.meta.url))
const SOME = 1_000
const MANY = 5_000
/** Grammars and parsed trees; what is indexed is not kept. */
const MOST_MB = 256
/** The largest of five times as many files is larger, too. */
const MOST_GROWTH = 2

export const context: Part = async ({ rounds }) => {
  using some = new GeneratedRepository(SOME)
  using many = new GeneratedRepository(MANY)
  const taken = await medians(rounds, {
    some: () => indexed(some, SOME),
    many: () => indexed(many, MANY),
  })
  const sized = `${counted(MANY)} files, ${(many.bytes / 1e6).toFixed(0)} MB`
  const grown = `${counted(MANY)} files ÷ ${counted(SOME)}`
  const row = (field: keyof Numbers) => ({
    ours: taken.many[field],
    peers: [{ name: `${counted(SOME)} files`, value: taken.some[field] }],
  })
  return [
    { what: `index of ${sized}, cold`, unit: 'ms', ...row('coldMs'), atMost: 10_000 },
    { what: 'the same, warm', unit: 'ms', ...row('warmMs'), atMost: 500 },
    { what: 'a question about it, warm, its index included', unit: 'ms', ...row('questionMs') },
    { what: 'CPU time of the cold index', unit: 'ms', ...row('cpuMs') },
    {
      what: `CPU time a file, ${grown}`,
      unit: 'ratio',
      ours: taken.many.cpuMs / MANY / (taken.some.cpuMs / SOME),
      atMost: 1.2,
      peers: [],
    },
    { what: 'memory of a process that indexes', unit: 'MB', ...row('childMB'), atMost: MOST_MB },
    {
      what: `the same, ${grown}`,
      unit: 'ratio',
      ours: taken.many.childMB / taken.some.childMB,
      atMost: MOST_GROWTH,
      peers: [],
    },
    { what: 'memory of a process that reads the index', unit: 'MB', ...row('ownMB') },
  ]
}

interface Numbers {
  readonly coldMs: number
  readonly cpuMs: number
  readonly warmMs: number
  readonly questionMs: number
  readonly childMB: number
  readonly ownMB: number
}

async function indexed({ folder }: GeneratedRepository, count: number): Promise<Numbers> {
  const cache = mkdtempSync(join(tmpdir(), 'agentos-bench-'))
  try {
    const cold = await read()
    const warm = await read()
    return {
      coldMs: cold.indexMs,
      cpuMs: cold.cpuMs,
      warmMs: warm.indexMs,
      questionMs: warm.questionMs,
      childMB: cold.childMB,
      ownMB: warm.ownMB,
    }
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }

  async function read(): Promise<Indexed> {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, folder, cache])
    const result = JSON.parse(stdout) as Indexed
    if (result.files !== count || result.shown === 0)
      throw new Error(`${result.files} of ${count} files are indexed, ${result.shown} shown.`)
    return result
  }
}
