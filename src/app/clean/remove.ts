import { rmSync } from 'node:fs'
import { killMarked } from '../../fleet/processes.ts'
import { markOfRun } from '../../protocol/process-mark.ts'
import { removeIfCommitted } from '../../repository/worktree/worktree-status.ts'
import type { RepositoryHere } from '../repository-store.ts'
import { withLocks } from '../run/hold-run.ts'
import type { Kept, Removable } from './removable.ts'

type Here = Omit<RepositoryHere, 'mainRoot'>

/** Removes what it is given, an item's only while no run works on it. Returns what is still there. */
export async function remove(things: readonly Removable[], here: Here): Promise<Kept[]> {
  const left: Kept[] = []
  for (const thing of things) {
    const why = await removeOne(thing, here).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    )
    if (why !== undefined) left.push({ name: `${thing.kind} ${thing.name}`, why })
  }
  return left
}

async function removeOne(thing: Removable, here: Here): Promise<string | undefined> {
  // Worktrees are elsewhere; what is found there is no link.
  const isOfState = thing.kind !== 'worktree'
  const paths = thing.paths.map((path) => (isOfState ? here.state.safe(path) : path))
  const { of } = thing
  // Without its spool, orphaned processes of a killed run could not be found.
  if (thing.kind === 'spool') killMarked(markOfRun(thing.name))
  if (of === undefined) return removeAll(paths)
  return withLocks(here, async (_, locks) => {
    const lock = await locks.take(of.workflow, of.item)
    if (!lock.taken) return `run ${lock.by.run} is working on it`
    try {
      return thing.kind === 'worktree' ? await removeWorktree(here.root, paths) : removeAll(paths)
    } finally {
      await locks.release(of.workflow, of.item)
    }
  })
}

async function removeWorktree(root: string, [folder]: string[]): Promise<string | undefined> {
  if (folder === undefined) return undefined
  const { removed, left } = await removeIfCommitted(root, folder)
  return removed ? undefined : `not committed: ${left.join(', ')}`
}

function removeAll(paths: readonly string[]): undefined {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}
