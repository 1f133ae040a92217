/** The process groups of a worker's commands. */
import { spawnSync } from 'node:child_process'
import { markedProcesses, type ProcessMark } from '../protocol/process-mark.ts'

export class ProcessGroups {
  readonly #groups = new Set<number>()

  add(pid: number): void {
    // A group may outlive its command when that left something in the background.
    for (const group of this.#groups) if (!signalGroup(group, 0)) this.#groups.delete(group)
    this.#groups.add(pid)
  }

  /** And whatever else carries this mark, in whatever group it hides. */
  killAll(mark: ProcessMark): void {
    for (const group of this.#groups) signalGroup(group, 'SIGKILL')
    for (const pid of markedProcesses(mark)) signalled(pid, 'SIGKILL')
  }
}

/** Signals a whole group; false if there is nobody left in it. Windows: written, untested. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') {
    if (signal === 0) return true
    return (
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }).status === 0
    )
  }
  return signalled(-pid, signal)
}

/** False if there is nobody. */
function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return true
    throw error
  }
}
