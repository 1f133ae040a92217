import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Failure } from '../model/failure.ts'

/** What all answers that are on their way may take, with their log: no run has more of them at once. */
const NEEDED_BYTES = 4 * 1024 * 1024

/** Whether the disk has room for answers, so that none is paid for that cannot be saved. */
export class DiskRoom {
  readonly #folder: string
  #wasFull = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Something could not be written for want of room: from now on free space alone proves nothing, there are quotas. */
  recordFull(): void {
    this.#wasFull = true
  }

  /** Nothing if there is room. */
  failure(): Failure | undefined {
    if (this.#hasFree() && (!this.#wasFull || this.#canWrite())) {
      this.#wasFull = false
      return undefined
    }
    const message = `No model is asked: ${this.#folder} has no room to save an answer (${NEEDED_BYTES / 1024 / 1024} MB)`
    return { reason: 'state-unusable', message, problem: 'full' }
  }

  #hasFree(): boolean {
    try {
      const { bavail, bsize } = statfsSync(this.#folder)
      return bavail * bsize >= NEEDED_BYTES
    } catch {
      return true // somebody has removed the folder: whoever writes next puts it back, or says why not
    }
  }

  #canWrite(): boolean {
    const path = join(this.#folder, `room-${process.pid}.tmp`)
    try {
      writeFileSync(path, Buffer.alloc(NEEDED_BYTES), { mode: 0o600, flush: true })
      return true
    } catch {
      return false // for whatever reason: the next answer could not be written, either
    } finally {
      rmSync(path, { force: true })
    }
  }
}
