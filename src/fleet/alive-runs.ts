import type { LockHolder } from '../model/failure.ts'
import { isRunHeld } from '../store/run-lock.ts'
import { isAlive } from './processes.ts'

/** Whether a run is going on that holds locks, or a spool folder. */
export type IsRunAlive = (holder: LockHolder) => boolean

/**
 * By the kernel's lock, wherever the run lives; or by its process, should somebody have removed the
 * lock's file, or should the file system have no locks.
 */
export function aliveBy(runs: string): IsRunAlive {
  return (holder) => isRunHeld(runs, holder.run) || isAlive(holder)
}
