/**
 * How the processes of a run are found, whatever session they are in. A worker carries two marks, and
 * everything that it starts inherits them:
 *
 * - variables in its environment (`ENVIRONMENT`), which `env -i` removes;
 * - on Linux, a number as its soft limit of file locks (RLIMIT_LOCKS). Linux has not enforced that limit
 *   since 2.4 and nobody sets it, but it passes through every fork, exec, setsid and `env -i`.
 *
 * No process that a user has started has either, so whatever is found may be killed.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { ENVIRONMENT } from './messages.ts'

export interface ProcessMark {
  /** Stands in the environment. */
  readonly variable: string
  /** The limit of file locks, or its first digits. */
  readonly locks: string
}

/** Digits for the worker, behind those of its run. */
const WORKER_DIGITS = 5
const ALL_DIGITS = 15

export function markOfRun(run: string): ProcessMark {
  return { variable: `${ENVIRONMENT.run}=${run}`, locks: runDigits(run) }
}

/** The worker as its environment names it: `<run>.<number>`. */
export function markOfWorker(worker: string): ProcessMark {
  const dot = worker.lastIndexOf('.')
  const digits = worker
    .slice(dot + 1)
    .padStart(WORKER_DIGITS, '0')
    .slice(-WORKER_DIGITS)
  const locks = runDigits(worker.slice(0, dot)) + digits
  return { variable: `${ENVIRONMENT.worker}=${worker}`, locks }
}

/** The program as it is started with that limit: by a shell that becomes it. dash and bash differ in the letter. */
export function withLockLimit(
  { locks }: ProcessMark,
  program: string,
): readonly [program: string, ...args: string[]] {
  const set = `ulimit -S -w ${locks} 2>/dev/null || ulimit -S -x ${locks} 2>/dev/null`
  return ['/bin/sh', '-c', `${set}; exec "$@"`, 'sh', program]
}

/** Living processes with this mark, but for this one. Linux only; elsewhere there are none. */
export function markedProcesses(mark: ProcessMark): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        readProc(`${pid}/environ`)?.split('\0').includes(mark.variable) || hasLimit(pid, mark),
    )
    .map(Number)
}

function hasLimit(pid: string, { locks }: ProcessMark): boolean {
  const [, limit = ''] = /^Max file locks +(\d+)/m.exec(readProc(`${pid}/limits`) ?? '') ?? []
  if (limit.length !== ALL_DIGITS || !limit.startsWith(locks)) return false
  // One that waits to be reaped still has its limits.
  return !/\) [ZX] /.test(readProc(`${pid}/stat`) ?? ') X ')
}

/** Nothing if the process is gone in the meantime, or another user's. */
export function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Anything else must not pass for the end of a process.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(code))) return undefined
    throw error
  }
}

/** Ten digits for the name, which is random itself. */
function runDigits(run: string): string {
  return String(1_000_000_000 + Number.parseInt(hash('sha256', run).slice(0, 8), 16))
}
