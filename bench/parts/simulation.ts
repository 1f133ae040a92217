/**
 * The pool's and the scheduler's own code in virtual time, with sizes that no other benchmark has: what a
 * decision costs as they grow. What the simulated provider and workers take is in it. It is CPU time, for
 * nothing is waited for.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { counted } from '../counted.ts'
import { medians } from '../rounds.ts'
import type { Row } from '../row.ts'
import type { Part } from './part.ts'

const PROGRAM = fileURLToPath(new URL('virtual-time.ts', import.meta.url))
const SCOPES = [10, 30, 100, 300, 1_000]
const WORKERS = [100, 1_000, 10_000]
const MANY_CALLS = 1_000_000
const CALLS = 200_000
/** What O(log n) allows from 10 to 1,000. */
const MOST_GROWTH = 3

export const simulation: Part = async ({ rounds }) => {
  const calls = (scopes: number) => (scopes < 1_000 ? CALLS : MANY_CALLS)
  const pool = SCOPES.map((scopes) => ({
    name: `${counted(scopes)} scopes`,
    take: () => measure('call-in-pool', { scopes, workers: 10 * scopes, calls: calls(scopes) }),
  }))
  const scheduler = WORKERS.map((workers) => ({
    name: `${counted(workers)} workers`,
    take: () => measure('decision-of-scheduler', { workers, items: 4 * workers }),
  }))
  const taken = await medians<string, { readonly µs: number }>(
    rounds,
    Object.fromEntries([...pool, ...scheduler].map(({ name, take }) => [name, take])),
  )
  const points = (sizes: typeof pool) =>
    sizes.map(({ name }) => ({ name, µs: taken[name]?.µs ?? Number.NaN }))
  return [
    ...curve(
      `a call in the pool; at last 10,000 workers and ${counted(MANY_CALLS)} calls`,
      points(pool),
    ),
    ...curve('a decision of the scheduler', points(scheduler)),
  ]
}

async function measure(kind: string, size: object): Promise<{ readonly µs: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    PROGRAM,
    kind,
    JSON.stringify(size),
  ])
  return { µs: Number(stdout) }
}

interface Point {
  readonly name: string
  readonly µs: number
}

function curve(what: string, points: readonly Point[]): Omit<Row, 'part'>[] {
  const [first, ...more] = points
  const last = more.pop()
  if (first === undefined || last === undefined) return []
  return [
    {
      what,
      unit: 'µs',
      ours: last.µs,
      peers: [...points.slice(0, -1)].map(({ name, µs }) => ({ name, value: µs })),
    },
    {
      what: `the same, ${last.name} ÷ ${first.name}`,
      unit: 'ratio',
      ours: last.µs / first.µs,
      atMost: MOST_GROWTH,
      peers: more.map(({ name, µs }) => ({ name, value: µs / first.µs })),
    },
  ]
}
