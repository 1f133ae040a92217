/**
 * `npm run bench`: what the product costs, beside what one would take instead, as one table. Names behind
 * `--` are parts of it; `credentials`, which takes 20 minutes, is a benchmark of its own.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { PARTS } from './parts/parts.ts'
import { holds, type Row } from './row.ts'
import { table } from './table.ts'

const given = process.argv.slice(2)
if (given[0] === 'credentials') {
  const { benchCredentials } = await import('./credentials/bench-credentials.ts')
  await benchCredentials(given.slice(1))
} else await bench(given)

async function bench(args: string[]): Promise<void> {
  const { values: flags, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
    },
  })
  const rounds = Number(flags.rounds)
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name))
  if (unknown !== undefined)
    return complain(
      `There is no "${unknown}"; there are credentials, ${Object.keys(PARTS).join(', ')}.`,
    )
  if (!Number.isInteger(rounds) || rounds < 1)
    return complain(`--rounds ${flags.rounds}: expected a whole number from 1.`)
  const names = positionals.length > 0 ? positionals : Object.keys(PARTS)
  const rows: Row[] = []
  for (const part of names) {
    process.stderr.write(`${part} …\n`)
    const measure = await PARTS[part]?.()
    const measured = await measure?.({ rounds, isLarge: flags.large })
    rows.push(...(measured ?? []).map((row) => ({ part, ...row })))
  }
  if (rows.some((row) => holds(row) === false)) process.exitCode = 1
  const about = { node: process.version, cpus: availableParallelism(), rounds }
  if (flags.json) {
    const told = rows.map((row) => ({ ...row, holds: holds(row) ?? null }))
    process.stdout.write(`${JSON.stringify({ ...about, rows: told }, undefined, 2)}\n`)
  } else {
    const { node, cpus } = about
    process.stdout.write(
      `Node ${node}, ${cpus} CPUs, medians of ${rounds} rounds\n\n${table(rows)}`,
    )
  }
}

function complain(problem: string): void {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}
