import { spawnSync } from 'node:child_process'
import { type ProcessMark, withLockLimit } from '../protocol/process-mark.ts'

/** Of util-linux: when its parent dies, the program gets this signal. */
const WAKE = ['setpriv', '--pdeathsig', 'CONT'] as const
let canWake: boolean | undefined

/**
 * Node as a worker is started with it: with its mark, and, where `setpriv` can do that, woken when the
 * coordinator dies. A worker that was held (SIGSTOP) sees then that it is alone, and ends.
 */
export function workerProgram(mark: ProcessMark): readonly [program: string, ...args: string[]] {
  if (process.platform !== 'linux') return [process.execPath]
  const [setpriv, ...wake] = WAKE
  canWake ??=
    spawnSync(setpriv, [...wake, 'true'], { stdio: 'ignore', env: pathOnly() }).status === 0
  if (!canWake) return withLockLimit(mark, process.execPath)
  return [...withLockLimit(mark, setpriv), ...wake, process.execPath]
}

function pathOnly(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH }
}
