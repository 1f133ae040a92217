/** What is in a worktree and not in a commit. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ChangedFile } from '../authoring/worktree.ts'
import { Git } from './git.ts'

const CHANGES: Readonly<Record<string, ChangedFile['change']>> = { A: 'added', D: 'deleted' }

/** What differs from a commit now, untracked files included. */
export async function changesSince(git: Git, commit: string): Promise<ChangedFile[]> {
  const words = (await git.read('diff', '--name-status', '--no-renames', '-z', commit)).split('\0')
  const tracked = Array.from({ length: Math.floor(words.length / 2) }, (_, index) => ({
    path: words[2 * index + 1] ?? '',
    change: CHANGES[words[2 * index] ?? ''] ?? ('modified' as const),
  }))
  const { untracked } = await statusOf(git)
  return [...tracked, ...untracked.map((path) => ({ path, change: 'added' as const }))]
}

/**
 * Removes a worktree that has nothing in it but what is committed; its branch stays. Renamed first, so
 * that a kill in the middle leaves no half of it behind that would look like somebody's work.
 */
export async function removeIfCommitted(
  repository: string,
  folder: string,
): Promise<{ readonly removed: boolean; readonly left: readonly string[] }> {
  const going = join(dirname(folder), `.going-${basename(folder)}`)
  rmSync(going, { recursive: true, force: true })
  // Fails if git knows of none there, which is as well.
  const forget = () => new Git(repository).try('worktree', 'remove', folder)
  if (!existsSync(folder)) await forget()
  if (!existsSync(join(folder, '.git'))) return { removed: true, left: [] }
  const { changed, untracked } = await statusOf(new Git(folder))
  const left = [...changed, ...untracked]
  if (left.length > 0) return { removed: false, left }
  renameSync(folder, going)
  rmSync(going, { recursive: true, force: true })
  await forget()
  return { removed: true, left: [] }
}

/** Where a worktree stands, and what is not committed, without what git ignores. */
export interface Status {
  readonly head: string
  readonly branch: string
  readonly changed: readonly string[]
  readonly untracked: readonly string[]
}

export async function statusOf(git: Git): Promise<Status> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--no-renames']
  const entries = (await git.read(...args, '--untracked-files=all')).split('\0')
  const after = (pattern: RegExp) =>
    entries.flatMap((entry) => (pattern.test(entry) ? [entry.replace(pattern, '')] : []))
  return {
    head: after(/^# branch\.oid /)[0] ?? '',
    branch: after(/^# branch\.head /)[0] ?? '',
    // A changed path comes after eight words, one that a merge has left open after ten.
    changed: after(/^1 (\S+ ){7}|^u (\S+ ){9}/),
    untracked: after(/^\? /),
  }
}
