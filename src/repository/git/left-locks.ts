/** Locks that are in a repository now: held by a git that works, or left by one that was killed. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolderOf } from '../locate.ts'
import { isHalfMade, registrationsOf } from '../worktree/registrations.ts'

/** Where only gits of items write. */
const OWN_REFS = ['refs/heads/agentos', 'refs/agentos']

export interface LeftLocks {
  /** Of branches and worktrees of items. */
  readonly own: readonly string[]
  /** Of the repository as a whole, which any git may hold. */
  readonly shared: readonly string[]
}

export function locksIn(root: string, isOfItem: (folder: string) => boolean): LeftLocks {
  const shared = sharedFolderOf(root)
  if (shared === undefined) return { own: [], shared: [] }
  const ours = registrationsOf(root).filter(({ folder }) => isOfItem(folder))
  return {
    own: [
      ...OWN_REFS.flatMap((refs) => locksBelow(join(shared, refs), true)),
      ...ours.flatMap(({ gitFolder }) => locksBelow(gitFolder, false)),
      ...ours.filter(isHalfMade).map(({ gitFolder }) => join(gitFolder, 'locked')),
    ],
    shared: locksBelow(shared, false),
  }
}

function locksBelow(folder: string, recursive: boolean): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.lock'))
    .map((name) => join(folder, name))
}
