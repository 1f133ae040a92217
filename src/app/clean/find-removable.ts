import { aliveBy } from '../../fleet/alive-runs.ts'
import { runsIn } from '../../fleet/spool-folder.ts'
import { SqliteLocks } from '../../store/sqlite/locks.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import { withLedger } from '../with-ledger.ts'
import { findOfDoneItems } from './done-items.ts'
import { findOldRuns } from './old-runs.ts'
import type { Found } from './removable.ts'

/** All that nobody needs any more. Nothing is touched. */
export async function findRemovable(options: {
  readonly state: StateDirectory
  /** Whose ledger has the locks: another one's in a linked worktree. */
  readonly shared: StateDirectory
  readonly keep: number
}): Promise<Found> {
  const { state, shared, keep } = options
  const isAlive = aliveBy(shared.runs)
  const held = withLedger(shared.ledger, (path) => SqliteLocks.peek(path)).filter(({ holder }) =>
    isAlive(holder),
  )
  const running = runsIn(state.spool, isAlive).filter((run) => run.isAlive)
  const alive = new Set([
    ...running.map(({ owner }) => owner.run),
    ...held.map(({ holder }) => holder.run),
  ])
  const ofItems = await findOfDoneItems(state, held)
  return {
    removable: [...findOldRuns(state, { alive, isAlive, keep }), ...ofItems.removable],
    kept: [
      ...running.map(({ owner }) => ({ name: `run ${owner.run}`, why: 'it is going on' })),
      ...ofItems.kept,
    ],
  }
}
