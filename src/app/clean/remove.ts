import { rmSync } from 'node:fs'
import { aliveBy } from '../../fleet/alive-runs.ts'
import { killMarked } from '../../fleet/processes.ts'
import { markOfRun } from '../../protocol/process-mark.ts'
import { removeIfCommitted } from '../../repository/worktree/worktree-status.ts'
import { openStore, storeIn } from '../../store/open-store.ts'
import type { Places } from '../../store/state-directory.ts'
import { fromStore } from '../repository-store.ts'
import { holdRun } from '../run/new-holder.ts'
import type { Kept, Removable } from './removable.ts'

/** Removes what it is given, an item's only while no run works on it. Returns what is still there. */
export async function remove(
  things: readonly Removable[],
  place: Places & { readonly root: string },
): Promise<Kept[]> {
  const left: Kept[] = []
  for (const thing of things) {
    try {
      const why = await removeOne(thing, place)
      if (why !== undefined) left.push({ name: `${thing.kind} ${thing.name}`, why })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      left.push({ name: `${thing.kind} ${thing.name}`, why })
    }
  }
  return left
}

async function removeOne(
  thing: Removable,
  { root, state, shared }: Parameters<typeof remove>[1],
): Promise<string | undefined> {
  const paths = thing.paths.map((path) => state.safe(path))
  const { of } = thing
  // Without its spool, orphaned processes of a killed run could not be found.
  if (thing.kind === 'spool') killMarked(markOfRun(thing.name))
  if (of === undefined) return void removeAll(paths)
  const { holder, release } = holdRun(shared)
  const store = openStore(storeIn({ state, shared }))
  const locks = store.locksOf(holder, aliveBy(shared.runs))
  try {
    const lock = await fromStore(locks.take(of.workflow, of.item))
    if (!lock.taken) return `run ${lock.by.run} is working on it`
    try {
      if (thing.kind === 'worktree') return await removeWorktree(root, paths)
      removeAll(paths)
      return undefined
    } finally {
      await locks.release(of.workflow, of.item)
    }
  } finally {
    await store.close()
    release()
  }
}

async function removeWorktree(root: string, [folder]: string[]): Promise<string | undefined> {
  if (folder === undefined) return undefined
  const { removed, left } = await removeIfCommitted(root, folder)
  return removed ? undefined : `not committed: ${left.join(', ')}`
}

function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}
