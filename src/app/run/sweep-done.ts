import { join } from 'node:path'
import { removeIfCommitted } from '../../repository/worktree/worktree-status.ts'
import type { Locks } from '../../store/ledger.ts'
import type { Store } from '../../store/store.ts'
import { worktreesFolder } from '../../store/worktrees-folder.ts'
import { fromStore } from '../repository-store.ts'
import type { Prepared } from './prepare.ts'

/** A run that was killed between an item's success and its tidying up leaves things behind. */
export async function sweepDone(prepared: Prepared, store: Store, locks: Locks): Promise<void> {
  const { selection, mock, config, root } = prepared
  const workflow = prepared.workflow.name
  const worktrees = worktreesFolder(root, {
    configured: config.worktrees,
    environment: process.env,
  })
  for (const { item, why } of selection.leftOut) {
    const of = { workflow, item: item.id, mock }
    if (why.reason !== 'done' || !(await store.checkpoints.has(of))) continue
    const { taken } = await fromStore(locks.take(workflow, item.id))
    if (!taken) continue
    await removeIfCommitted(root, join(worktrees, workflow, item.id))
    await store.checkpoints.remove(of)
    await fromStore(locks.release(workflow, item.id))
  }
}
