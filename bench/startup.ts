/**
 * `npm run bench -- startup`: how long a command takes that does little, by an empty Node process. Rounds
 * are interleaved, so that what else the machine does is in all of them.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LAUNCHER } from './launcher.ts'

const ITEMS = 1_000

const PILE = `
export default {
  name: 'pile',
  collect: () => Array.from({ length: ${ITEMS} }, (_, index) => ({ id: 'p' + index, title: 'Item ' + index })),
  run: () => {},
}`

interface Row {
  readonly name: string
  readonly args: readonly string[]
  /** The most it should take, as a ratio or in milliseconds. */
  readonly most: { readonly ratio: number } | { readonly ms: number }
}

const EMPTY: Row = { name: 'node -e 0', args: ['-e', '0'], most: { ratio: 1 } }

const ROWS: readonly Row[] = [
  { name: '--version', args: [LAUNCHER, '--version'], most: { ratio: 2 } },
  { name: '--help', args: [LAUNCHER, '--help'], most: { ratio: 3 } },
  { name: 'completion', args: [LAUNCHER, '__complete', '--', 'st'], most: { ratio: 2 } },
  { name: 'status', args: [LAUNCHER, 'status'], most: { ratio: 3 } },
  { name: 'gates', args: [LAUNCHER, 'gates'], most: { ratio: 3 } },
  { name: 'stop', args: [LAUNCHER, 'stop'], most: { ratio: 3 } },
  {
    name: `dry run of ${ITEMS} items`,
    args: [LAUNCHER, 'run', 'pile.mts', '--all', '--dry-run'],
    most: { ms: 1_000 },
  },
]

export async function benchStartup(args: readonly string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '15' },
    },
  })
  const rounds = Number(flags.rounds)
  const taken = measure([EMPTY, ...ROWS], rounds)
  const empty = median(taken.get(EMPTY) ?? [])
  const results = ROWS.map((row) => {
    const ms = median(taken.get(row) ?? [])
    const ratio = ms / empty
    const isWithin = 'ms' in row.most ? ms <= row.most.ms : ratio <= row.most.ratio
    return { name: row.name, ms, ratio, most: row.most, isWithin }
  })
  if (results.some(({ isWithin }) => !isWithin)) process.exitCode = 1
  if (flags.json) return void process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`)
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} CPUs, medians of ${rounds} rounds; an empty Node takes ${empty.toFixed(0)} ms\n`,
  )
  for (const { name, ms, ratio, most, isWithin } of results) {
    const bound = 'ms' in most ? `${most.ms} ms` : most.ratio.toFixed(2)
    const verdict = isWithin ? '' : '  TOO SLOW'
    process.stdout.write(
      `${name.padEnd(22)} ${ratio.toFixed(2).padStart(5)}  ${ms.toFixed(0).padStart(4)} ms  at most ${bound}${verdict}\n`,
    )
  }
}

/** Milliseconds of each round, in a repository that has nothing but a pile of work. */
function measure(rows: readonly Row[], rounds: number): Map<Row, number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agentos-bench-'))
  const taken = new Map(rows.map((row) => [row, [] as number[]]))
  try {
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, 'pile.mts'), PILE)
    for (let round = 0; round < rounds; round++)
      for (const [row, times] of taken) times.push(timed(row, folder))
    return taken
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timed({ name, args }: Row, cwd: string): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd })
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
