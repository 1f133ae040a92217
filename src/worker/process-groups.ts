/**
 * The process groups of a worker's commands, in memory that the watchdog thread shares: it must
 * be able to end them while the main thread is blocked.
 */
import { spawnSync } from 'node:child_process'

const MOST_GROUPS = 256

export class ProcessGroups {
  readonly shared: SharedArrayBuffer
  readonly #slots: Int32Array

  constructor(shared = new SharedArrayBuffer(MOST_GROUPS * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared
    this.#slots = new Int32Array(shared)
  }

  add(pid: number): void {
    this.#forgetEmpty()
    const free = this.#slots.indexOf(0)
    if (free === -1) throw new Error(`More than ${MOST_GROUPS} commands at once in one item.`)
    Atomics.store(this.#slots, free, pid)
  }

  signalAll(signal: NodeJS.Signals): void {
    for (const pid of this.#slots) if (pid !== 0) signalGroup(pid, signal)
  }

  /** A group may outlive its command when that left something in the background. */
  #forgetEmpty(): void {
    this.#slots.forEach((pid, slot) => {
      if (pid !== 0 && !signalGroup(pid, 0)) Atomics.store(this.#slots, slot, 0)
    })
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
