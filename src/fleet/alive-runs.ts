import type { LockHolder } from '../model/failure.ts'
import { isRunHeld } from '../store/run-lock.ts'
import { isAlive } from './processes.ts'

/** Whether the holder of a lock or of a spool folder is running. */
export type IsRunAlive = (holder: LockHolder) => boolean

/**
 * By the kernel's lock, in any PID namespace; or by its process, if the lock's file was removed or the
 * file system has no locks.
 */
export function aliveBy(runs: string): IsRunAlive {
  return (holder) => isRunHeld(runs, holder.run) || isAlive(holder)
}
