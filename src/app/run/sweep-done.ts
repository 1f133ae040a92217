import { join } from 'node:path'
import type { WorkflowName } from '../../model/ids.ts'
import { removeIfCommitted } from '../../repository/worktree/worktree-status.ts'
import type { Selection } from '../../scheduler/select.ts'
import type { Locks } from '../../store/ledger.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import type { Store } from '../../store/store.ts'
import { fromStore } from '../repository-store.ts'

/** A run that was killed between an item's success and its tidying up leaves things behind. */
export async function sweepDone(options: {
  readonly workflow: WorkflowName
  readonly mock: boolean
  readonly selection: Selection
  readonly state: StateDirectory
  readonly store: Store
  readonly locks: Locks
  readonly root: string
}): Promise<void> {
  const { workflow, mock, selection, state, store, locks, root } = options
  for (const { item, why } of selection.leftOut) {
    const of = { workflow, item: item.id, mock }
    if (why.reason !== 'done' || !(await store.checkpoints.has(of))) continue
    const { taken } = await fromStore(locks.take(workflow, item.id))
    if (!taken) continue
    await removeIfCommitted(root, join(state.worktrees(workflow), item.id))
    await store.checkpoints.remove(of)
    await fromStore(locks.release(workflow, item.id))
  }
}
