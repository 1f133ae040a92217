/** Merges in a worktree, done or only tried. */
import type { Git } from '../git/git.ts'

/**
 * Into what is checked out; returns the files that cannot be merged, after which nothing is. A merge that fails without
 * one, such as of a commit that is not there, throws.
 */
export async function merge(git: Git, commits: readonly string[]): Promise<string[]> {
  for (const commit of commits) {
    const identity = await git.identity()
    const merged = await git.try(...identity, 'merge', '--no-edit', '--quiet', commit)
    if (merged.exitCode === 0) continue
    const files = await git.read('diff', '--name-only', '--diff-filter=U', '-z')
    await git.try('merge', '--abort') // fails where no merge has started, and then there is nothing to undo
    if (files === '') throw new Error(`git merge ${commit} failed: ${merged.stderr.trim()}`)
    return files.split('\0').filter((file) => file !== '')
  }
  return []
}

/** The files that this commit and what is checked out cannot both have changed. */
export async function conflictsBetween(git: Git, commit: string): Promise<string[]> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z']
  const { exitCode, stdout, stderr } = await git.try(...args, commit, 'HEAD')
  if (exitCode === 0) return []
  if (exitCode !== 1) throw new Error(`git merge-tree failed: ${stderr.trim()}`)
  const [, ...files] = stdout.split('\0')
  return files.filter((file) => file !== '')
}
