/**
 * A program, run to its end: how long that took, and on Linux what CPU time and memory it had, apart from
 * the processes that it started and waited for.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 25
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** No process outlives a stopped benchmark. */
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill()
})

export interface MeasuredProcess {
  readonly ms: number
  readonly ownCpuMs: number
  readonly childrenCpuMs: number
  /** The most memory that it had itself. */
  readonly peakMB: number
}

export async function measureProcess(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> & {
    readonly input?: string
    /** Open descriptor for its output; else that is thrown away. */
    readonly output?: number
  } = {},
): Promise<MeasuredProcess> {
  const { input = '', output = 'ignore', cwd, env = process.env } = options
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', output, 'pipe'] })
  living.add(child)
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  child.stdin?.on('error', () => {}) // it may end before it has read all
  child.stdin?.end(input)
  let seen = { ownCpuMs: 0, childrenCpuMs: 0, peakMB: 0 }
  const timer = setInterval(() => {
    seen = lookAt(child.pid) ?? seen
  }, LOOK_EVERY_MS)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  }).finally(() => {
    clearInterval(timer)
    living.delete(child)
  })
  const ms = performance.now() - startedAt
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${complaint}`)
  return { ms, ...seen }
}

function lookAt(pid: number | undefined): Omit<MeasuredProcess, 'ms'> | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (peak === undefined) return undefined
    return {
      ownCpuMs: (user + system) * TICK_MS,
      childrenCpuMs: (childUser + childSystem) * TICK_MS,
      peakMB: Number(peak) / 1024,
    }
  } catch {
    return undefined // it has just ended, or this is not Linux
  }
}
