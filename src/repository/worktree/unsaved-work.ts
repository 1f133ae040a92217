import { Git } from '../git/git.ts'
import { isWanted, registrationsAt } from './registrations.ts'
import { beyondCommits, statusOf } from './worktree-status.ts'

const MOST_NAMED = 3

/** Why removing this worktree would lose something, or nothing if all of it is in commits that stay. */
export async function unsavedWork(folder: string): Promise<string | undefined> {
  const git = new Git(folder)
  const status = await statusOf(git)
  const open = [...status.changed, ...status.untracked]
  if (open.length > 0) return `not committed: ${named(open)}`
  const beyond = await beyondCommits(git, status)
  if (beyond.length > 0) return `in no commit, because git ignores it: ${named(beyond)}`
  if (registrationsAt(folder, folder).some(isWanted)) return 'it is locked (git worktree lock)'
  const refs = await git.read('for-each-ref', '--count=1', '--contains', status.head)
  return refs === '' ? `commit ${status.head.slice(0, 12)} is on no branch` : undefined
}

function named(paths: readonly string[]): string {
  const rest = paths.length - MOST_NAMED
  return `${paths.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
