import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { IsRunAlive } from '../../fleet/alive-runs.ts'
import type { WorkflowName } from '../../model/ids.ts'
import { removeIfCommitted } from '../../repository/worktree/worktree-status.ts'
import type { Selection } from '../../scheduler/select.ts'
import type { Locks } from '../../store/ledger.ts'
import { removeCheckpoint } from '../../store/sqlite/checkpoint.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import { withLedger } from '../with-ledger.ts'

/** A run that was killed between an item's success and its tidying up leaves things behind. */
export async function sweepDone(options: {
  readonly workflow: WorkflowName
  readonly mock: boolean
  readonly selection: Selection
  readonly state: StateDirectory
  readonly locks: Locks
  readonly isAlive: IsRunAlive
  /** The file that the locks are in. */
  readonly ledger: string
  readonly root: string
}): Promise<void> {
  const { workflow, mock, selection, state, locks, isAlive, ledger, root } = options
  for (const { item, why } of selection.leftOut) {
    const of = { workflow, item: item.id, mock }
    if (why.reason !== 'done' || !existsSync(state.checkpoint(of))) continue
    if (!withLedger(ledger, () => locks.take(workflow, item.id, isAlive).taken)) continue
    await removeIfCommitted(root, join(state.worktrees(workflow), item.id))
    removeCheckpoint(state.safeCheckpoint(of))
    withLedger(ledger, () => locks.release(workflow, item.id))
  }
}
