import { randomBytes } from 'node:crypto'
import { aliveBy } from '../../fleet/alive-runs.ts'
import { identityOf } from '../../fleet/processes.ts'
import type { LockHolder } from '../../model/failure.ts'
import { runId } from '../../model/ids.ts'
import type { Locks } from '../../store/ledger.ts'
import { RunLock } from '../../store/run-lock.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import type { Store } from '../../store/store.ts'
import { inStore, type RepositoryHere } from '../repository-store.ts'

/** This process as one that holds locks, alive for all who share the state directory until it is released. */
export interface HeldRun {
  readonly holder: LockHolder
  /** `restore` is to be called periodically: the state directory may have been removed. */
  readonly lock: RunLock
}

/** The state directory is the one that has the locks: the main worktree's. */
export function holdRun(shared: StateDirectory): HeldRun {
  const holder = newHolder()
  return { holder, lock: shared.use(() => new RunLock(shared.safe(shared.runs), holder.run)) }
}

/** Changes items from outside of a run: with locks, so that no run works on them meanwhile. */
export async function withLocks<T>(
  { shared, store: address }: Pick<RepositoryHere, 'shared' | 'store'>,
  act: (store: Store, locks: Locks) => Promise<T>,
): Promise<T> {
  const { holder, lock } = holdRun(shared)
  try {
    return await inStore(address, (store) =>
      act(store, store.locksOf(holder, aliveBy(shared.runs))),
    )
  } finally {
    lock.release()
  }
}

/** This process as one that may hold locks, under a name of its own. */
export function newHolder(): LockHolder {
  const identity = identityOf(process.pid)
  if (identity === undefined)
    throw new Error('This process cannot be seen. This is a bug in AgentOS.')
  return { run: runId(randomBytes(4).toString('hex')), ...identity }
}
