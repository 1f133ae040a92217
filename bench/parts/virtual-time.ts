/**
 * Whole runs that take no time but that of their decisions; each is checked to have lost nothing. A program: what
 * the benchmark has done before, in the same process, would make it slower. `virtual-time.ts call-in-pool '{…}'`
 */
import { simulate } from '../../test/rig/simulate.ts'
import { simulatedKey, simulatePool } from '../../test/rig/simulate-pool.ts'

const REQUESTS_A_MINUTE = 10

/** Microseconds for each call that wants a key, gets one, and gives it back. */
function callInPool(size: {
  readonly scopes: number
  readonly workers: number
  readonly calls: number
}): number {
  const credentials = Array.from({ length: size.scopes }, (_, index) =>
    simulatedKey(`k${index}`, { limits: { requestsPerMinute: REQUESTS_A_MINUTE } }),
  )
  const limit = { window: 'bucket', windowMs: 60_000, requests: REQUESTS_A_MINUTE } as const
  // Few, again and again: a million of them would keep the garbage collector busy instead of the pool.
  const kinds = [2, 3, 4, 5, 6, 7, 8].map((s) => ({ inputTokens: 500, latencyMs: s * 1_000 }))
  const call = (index: number) => kinds[index % kinds.length] as (typeof kinds)[number]
  const share = Math.ceil(size.calls / size.workers)
  const workers = Array.from({ length: size.workers }, (_, worker) =>
    Array.from({ length: share }, (_, index) => call(worker + index)),
  )
  const limits = Object.fromEntries(credentials.map(({ scope }) => [scope, limit]))
  const { result, µs } = timed(() => simulatePool({ credentials, limits, workers }))
  check('nothing is refused', result.sent - result.useful, 0)
  check('nothing is lost', result.lost, 0)
  check('all is done', result.useful, share * size.workers)
  check('what is granted is settled', result.settled, result.granted)
  return µs / result.useful
}

/** Microseconds for each answer of `plan`, with what follows from it. */
function decisionOfScheduler(size: { readonly workers: number; readonly items: number }): number {
  const fates = Array.from({ length: size.items }, (_, index) => ({
    id: `i${index}`,
    dependsOn: [],
    takesMs: 60_000 + (index % 977),
    end: 'done' as const,
    deaths: 0,
    prints: false,
    stopsAfterMs: 0,
  }))
  const limits = { ...LIMITS, parallel: size.workers }
  const { result, µs } = timed(() => simulate({ fates, limits }))
  check('all have ended well', result.exitCode, 0)
  check('all workers had work', result.mostAtOnce, size.workers)
  return µs / result.actions.length
}

const LIMITS = {
  failFast: false,
  itemTimeoutMs: 1e9,
  idleTimeoutMs: 1e9,
  runTimeoutMs: 1e12,
  stopGraceMs: 1_000,
  restarts: 0,
}

function timed<T>(work: () => T): { result: T; µs: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, µs: user + system }
}

function check(what: string, actual: number, expected: number): void {
  if (actual === expected) return
  throw new Error(`Expected that ${what}: ${actual} instead of ${expected}.`)
}

const [kind, size = ''] = process.argv.slice(2)
// Once before, so that no size pays for the compiler.
if (kind === 'call-in-pool') callInPool({ scopes: 10, workers: 100, calls: 200_000 })
else decisionOfScheduler({ workers: 100, items: 20_000 })
const measure = kind === 'call-in-pool' ? callInPool : decisionOfScheduler
process.stdout.write(String(measure(JSON.parse(size))))
