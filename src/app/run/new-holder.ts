import { randomBytes } from 'node:crypto'
import { identityOf } from '../../fleet/processes.ts'
import type { LockHolder } from '../../model/failure.ts'
import { runId } from '../../model/ids.ts'
import { RunLock } from '../../store/run-lock.ts'
import type { StateDirectory } from '../../store/state-directory.ts'

/** This process as one that holds locks, alive for all who share the state directory until it is released. */
export interface HeldRun {
  readonly holder: LockHolder
  /** To be called periodically: the state directory may have been removed. */
  restore(): void
  release(): void
}

/** The state directory is the one that has the locks: the main worktree's. */
export function holdRun(shared: StateDirectory): HeldRun {
  const holder = newHolder()
  const lock = shared.use(() => new RunLock(shared.safe(shared.runs), holder.run))
  return { holder, restore: () => lock.restore(), release: () => lock.release() }
}

/** This process as one that may hold locks, under a name of its own. */
export function newHolder(): LockHolder {
  const identity = identityOf(process.pid)
  if (identity === undefined)
    throw new Error('This process cannot be seen. This is a bug in AgentOS.')
  return { run: runId(randomBytes(4).toString('hex')), ...identity }
}
