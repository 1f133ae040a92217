import type { IsAlive } from '../store/ledger.ts'
import { isRunHeld } from '../store/run-lock.ts'
import { isAlive } from './processes.ts'

/**
 * Whether the holder of a lock or of a spool folder is running. By the kernel's lock, in any PID namespace; or by its process, if the lock's file was removed or the
 * file system has no locks.
 */
export function aliveBy(runs: string): IsAlive {
  return (holder) => isRunHeld(runs, holder.run) || isAlive(holder)
}
