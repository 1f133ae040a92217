/** The process groups of a worker's commands. */
import { spawnSync } from 'node:child_process'

export class ProcessGroups {
  readonly #groups = new Set<number>()

  add(pid: number): void {
    // A group may outlive its command when that left something in the background.
    for (const group of this.#groups) if (!signalGroup(group, 0)) this.#groups.delete(group)
    this.#groups.add(pid)
  }

  signalAll(signal: NodeJS.Signals): void {
    for (const group of this.#groups) signalGroup(group, signal)
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
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return true
    throw error
  }
}
