import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Failure } from '../model/failure.ts'

/** What all answers that are on their way may take, with their log: no run has more of them at once. */
const NEEDED_BYTES = 4 * 1024 * 1024

/** Whether the disk has room for answers, so that none is paid for that cannot be saved. */
export function diskRoom(folder: string) {
  let wasFull = false
  return {
    /** Something could not be written for want of room: from now on free space alone proves nothing, there are quotas. */
    recordFull(): void {
      wasFull = true
    },

    /** Nothing if there is room. */
    failure(): Failure | undefined {
      if (hasFree(folder) && (!wasFull || canWrite(folder))) {
        wasFull = false
        return undefined
      }
      const message = `No model is asked: ${folder} has no room to save an answer (${NEEDED_BYTES / 1024 / 1024} MB)`
      return { reason: 'state-unusable', message, problem: 'full' }
    },
  }
}

function hasFree(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return true // somebody has removed the folder: whoever writes next puts it back, or says why not
  }
}

function canWrite(folder: string): boolean {
  const path = join(folder, `room-${process.pid}.tmp`)
  try {
    writeFileSync(path, Buffer.alloc(NEEDED_BYTES), { mode: 0o600, flush: true })
    return true
  } catch {
    return false // for whatever reason: the next answer could not be written, either
  } finally {
    rmSync(path, { force: true })
  }
}
