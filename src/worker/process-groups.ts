/** The process groups of a worker's commands. */
import { setTimeout as sleep } from 'node:timers/promises'
import { markedProcesses, type ProcessMark } from '../protocol/process-mark.ts'
import { signalGroup, statOf, trySignal } from '../protocol/process-signals.ts'

/** A process that starts others faster than they are killed is not waited for longer. */
const MOST_SWEEPS = 200
const SWEEP_PAUSE_MS = 5

export class ProcessGroups {
  readonly #mark: ProcessMark
  readonly #groups = new Set<number>()
  readonly #running = new Set<number>()

  /** The mark is that of the worker, which all that it starts inherits. */
  constructor(mark: ProcessMark) {
    this.#mark = mark
  }

  add(pid: number): void {
    // A group may outlive its command when that left something in the background.
    for (const group of this.#groups) if (!signalGroup(group, 0)) this.#groups.delete(group)
    this.#groups.add(pid)
    this.#running.add(pid)
  }

  /** The command has ended; its group may have not. */
  ended(pid: number): void {
    this.#running.delete(pid)
  }

  /** What runs besides the worker and what it runs for itself, such as git, which is in its own group. */
  others(): ReadonlySet<number> {
    const own = String(process.pid)
    return new Set(markedProcesses(this.#mark).filter((pid) => statOf(pid)[2] !== own))
  }

  /**
   * Kills what a command has left in other groups, so that nothing of it runs while the item continues. What
   * was there before it stays. While another command runs nothing is killed: it could be that one's.
   */
  async sweep(before: ReadonlySet<number>): Promise<void> {
    for (let sweeps = 0; sweeps < MOST_SWEEPS && this.#running.size === 0; sweeps++) {
      const left = [...this.others()].filter((pid) => !before.has(pid))
      if (left.length === 0) return
      for (const pid of left) trySignal(pid, 'SIGKILL')
      await sleep(SWEEP_PAUSE_MS)
    }
  }

  /** And whatever else carries the mark, in whatever group it hides. */
  killAll(): void {
    for (const group of this.#groups) signalGroup(group, 'SIGKILL')
    for (const pid of markedProcesses(this.#mark)) trySignal(pid, 'SIGKILL')
  }
}
