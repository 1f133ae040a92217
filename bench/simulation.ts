/**
 * `npm run bench -- simulation`: the pool in virtual time, with the sizes that no test run has, and
 * what a decision costs as they grow.
 */
import { parseArgs } from 'node:util'
import { simulatedKey, simulatePool } from '../test/rig/simulate-pool.ts'

const CALLS = 100_000
const REQUESTS_A_MINUTE = 10

interface Size {
  readonly keys: number
  readonly workers: number
}

const SIZES: readonly Size[] = [
  { keys: 10, workers: 20 },
  { keys: 100, workers: 200 },
  { keys: 1_000, workers: 2_000 },
]

export async function benchSimulation(args: readonly string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
  })
  const rows = SIZES.map(simulate)
  if (flags.json) return void process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`)
  process.stdout.write(`${CALLS} calls, ${REQUESTS_A_MINUTE} requests a minute for each scope\n`)
  for (const row of rows) {
    process.stdout.write(
      `${row.keys} keys, ${row.workers} workers: ${row.seconds.toFixed(1)} s, ` +
        `${Math.round(row.leasesASecond)} leases a second, ${row.microseconds.toFixed(0)} µs each, ` +
        `longest wait ${Math.round(row.longestWaitMs / 1_000)} virtual s\n`,
    )
  }
}

function simulate({ keys, workers }: Size) {
  const credentials = Array.from({ length: keys }, (_, index) =>
    simulatedKey(`k${index}`, { limits: { requestsPerMinute: REQUESTS_A_MINUTE } }),
  )
  const limit = { window: 'bucket', windowMs: 60_000, requests: REQUESTS_A_MINUTE } as const
  const share = CALLS / workers
  const call = (index: number) => ({ inputTokens: 500, latencyMs: 2_000 + (index % 7) * 1_000 })
  const startedAt = performance.now()
  const result = simulatePool({
    credentials,
    limits: Object.fromEntries(credentials.map(({ scope }) => [scope, limit])),
    workers: Array.from({ length: workers }, (_, worker) =>
      Array.from({ length: share }, (_, index) => call(worker + index)),
    ),
  })
  const seconds = (performance.now() - startedAt) / 1_000
  check('nothing is refused', result.sent - result.useful, 0)
  check('nothing is lost', result.lost, 0)
  check('all is done', result.useful, CALLS)
  check('what is granted is settled', result.settled, result.granted)
  const { longestWaitMs, granted, makespanMs } = result
  const microseconds = (seconds / granted) * 1e6
  return {
    keys,
    workers,
    seconds,
    leasesASecond: granted / seconds,
    microseconds,
    longestWaitMs,
    makespanMs,
  }
}

function check(what: string, actual: number, expected: number): void {
  if (actual === expected) return
  throw new Error(`Expected that ${what}: ${actual} instead of ${expected}.`)
}
