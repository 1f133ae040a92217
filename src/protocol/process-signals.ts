/** Signals to processes and their groups, for coordinator and worker alike. Windows by `taskkill`: written, untested. */
import { spawnSync } from 'node:child_process'
import { readProc } from './process-mark.ts'

/** False if there is no such process; one of another user is there. */
export function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
    return code === 'EPERM'
  }
}

/** Signals a whole group, or asks with 0 whether it has a process; false if it has none. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform !== 'win32') return trySignal(-pid, signal)
  const args = ['/pid', String(pid), '/T', '/F']
  return signal === 0 || spawnSync('taskkill', args, { windowsHide: true }).status === 0
}

/** State, parent, group, session and so on: the fields behind the name in parentheses, which may hold anything. */
export function statOf(pid: number | string): string[] {
  const stat = readProc(`${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
}
