/**
 * `npm run bench`: what the runner costs, as ratios within one run on one machine. Rounds are
 * interleaved and medians taken, since other work comes and goes on a shared machine.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LAUNCHER } from './launcher.ts'

const ROUNDS = 3

const SLEEPERS = `
import { setTimeout as sleep } from 'node:timers/promises'
export default {
  name: 'sleepers',
  collect: () => Array.from({ length: 6 }, (_, index) => ({ id: 's' + index })),
  run: (item, { step }) => step('sleep', () => sleep(2000)),
}`

const NODES = `
export default {
  name: 'nodes',
  collect: () => Array.from({ length: 30 }, (_, index) => ({ id: 'n' + index })),
  run: (item, { command }) => command(process.execPath, ['-e', '0']),
}`

interface Row {
  readonly name: string
  readonly ours: () => number
  readonly other: () => number
  readonly meaning: string
}

const rows: Row[] = [
  {
    name: 'speed-up',
    ours: () => agentos(SLEEPERS, '--parallel', '3'),
    other: () => agentos(SLEEPERS),
    meaning: '6 items of 2 s, 3 workers ÷ one after the other (limit 0.33)',
  },
  {
    name: 'overhead',
    ours: () => agentos(NODES, '--parallel', '3'),
    other: () => timed('xargs', ['-P3', '-n1', process.execPath, '-e', '0'], numbers(30)),
    meaning: '30 items that start `node -e 0`, 3 workers ÷ xargs -P3',
  },
]

export async function benchRunner(args: readonly string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
  })
  const results = rows.map((row) => ({ name: row.name, ratio: ratioOf(row), meaning: row.meaning }))
  if (flags.json) return void process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`)
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} CPUs, medians of ${ROUNDS} rounds\n`,
  )
  for (const { name, ratio, meaning } of results)
    process.stdout.write(`${name.padEnd(10)} ${ratio.toFixed(2)}  ${meaning}\n`)
}

function ratioOf(row: Row): number {
  const ours: number[] = []
  const other: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(row.ours())
    other.push(row.other())
  }
  return median(ours) / median(other)
}

/** Milliseconds that a whole run of the workflow takes in a folder of its own. */
function agentos(workflow: string, ...flags: string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'agentos-bench-'))
  try {
    writeFileSync(join(folder, 'w.mts'), workflow)
    return timed(process.execPath, [LAUNCHER, 'run', 'w.mts', '--all', ...flags], '', folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timed(program: string, args: string[], input = '', cwd = tmpdir()): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(program, args, { cwd, input })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  return performance.now() - startedAt
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index).join('\n')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
