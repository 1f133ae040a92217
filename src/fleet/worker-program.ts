import { spawnSync } from 'node:child_process'
import { type ProcessMark, withLockLimit } from '../protocol/process-mark.ts'

/** Of util-linux: the program gets this signal when its parent dies. */
const WAKE = ['setpriv', '--pdeathsig', 'CONT'] as const
let canWake: boolean | undefined

/**
 * Node for a worker: with its mark and, where `setpriv` supports it, SIGCONT when the
 * coordinator dies: a stopped worker (SIGSTOP) resumes, notices, and exits.
 */
export function workerProgram(mark: ProcessMark): readonly [program: string, ...args: string[]] {
  if (process.platform !== 'linux') return [process.execPath]
  const [setpriv, ...wake] = WAKE
  const env = { PATH: process.env.PATH }
  canWake ??= spawnSync(setpriv, [...wake, 'true'], { stdio: 'ignore', env }).status === 0
  if (!canWake) return withLockLimit(mark, process.execPath)
  return [...withLockLimit(mark, setpriv), ...wake, process.execPath]
}
