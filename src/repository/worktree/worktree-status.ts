/** What is in a worktree and not in a commit. */
import {
  existsSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { ChangedFile } from '../../authoring/worktree.ts'
import { Git } from '../git/git.ts'
import { readNameStatus } from '../git/history.ts'
import {
  forget,
  isHalfMade,
  isLinked,
  isWanted,
  type Registration,
  registrationsAt,
} from './registrations.ts'

const LOCKED = 'it is locked (git worktree lock)'
const MOST_NAMED = 3

/** What differs from a commit now, untracked files included. */
export async function changesSince(git: Git, commit: string): Promise<ChangedFile[]> {
  const tracked = readNameStatus(
    await git.read('diff', '--name-status', '--no-renames', '-z', commit),
  )
  const { untracked } = await statusOf(git)
  return [...tracked, ...untracked.map((path) => ({ path, change: 'added' as const }))]
}

/** Removes a worktree that has nothing in it but what is committed; its branch stays. */
export async function removeIfCommitted(
  repository: string,
  folder: string,
): Promise<{ readonly removed: boolean; readonly left: readonly string[] }> {
  removeHalf(folder)
  const known = registrationsAt(repository, folder)
  if (known.some(isWanted)) return { removed: false, left: [LOCKED] }
  if (existsSync(folder)) {
    const left = await uncommitted(folder, known)
    if (left.length > 0) return { removed: false, left }
    removeFolder(folder)
  }
  for (const registration of known) forget(registration)
  removeEmptyAbove(repository, folder)
  return { removed: true, left: [] }
}

/** A repository without worktrees leaves nothing elsewhere: `<repository>/worktrees/<workflow>`, and the link to its packages. */
function removeEmptyAbove(repository: string, folder: string): void {
  if (!relative(repository, folder).startsWith('..')) return
  const worktrees = dirname(dirname(folder))
  if (!removeIfEmpty(dirname(folder))) return
  const link = join(worktrees, 'node_modules')
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink && readdirSync(worktrees).length === 1) unlinkSync(link)
  if (removeIfEmpty(worktrees)) removeIfEmpty(dirname(worktrees))
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(code))) return false
    throw error
  }
}

/** Why removing this worktree would lose something, or nothing if all of it is in commits that stay. */
export async function unsavedWork(folder: string): Promise<string | undefined> {
  const git = new Git(folder)
  const status = await statusOf(git)
  const open = [...status.changed, ...status.untracked]
  if (open.length > 0) return `not committed: ${named(open)}`
  const beyond = await beyondCommits(git, status)
  if (beyond.length > 0) return `in no commit, because git ignores it: ${named(beyond)}`
  if (registrationsAt(folder, folder).some(isWanted)) return LOCKED
  const refs = await git.read('for-each-ref', '--count=1', '--contains', status.head)
  return refs === '' ? `commit ${status.head.slice(0, 12)} is on no branch` : undefined
}

function named(paths: readonly string[]): string {
  const rest = paths.length - MOST_NAMED
  return `${paths.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Renamed first, so that a kill in the middle leaves no half of it that would look like somebody's work. */
export function removeFolder(folder: string): void {
  removeHalf(folder)
  renameSync(folder, halfOf(folder))
  removeHalf(folder)
}

function removeHalf(folder: string): void {
  rmSync(halfOf(folder), { recursive: true, force: true })
}

function halfOf(folder: string): string {
  return join(dirname(folder), `.going-${basename(folder)}`)
}

/** Of a folder that git no longer knows as a worktree, all there is. */
async function uncommitted(
  folder: string,
  known: readonly Registration[],
): Promise<readonly string[]> {
  const registration = known.find(isLinked)
  if (registration === undefined) return readdirSync(folder)
  if (isHalfMade(registration)) return []
  const { changed, untracked } = await statusOf(new Git(folder, registration))
  return [...changed, ...untracked]
}

/** Set-up, tests and builds make these again. What else git ignores may be somebody's: a `.env`. */
const MADE_AGAIN =
  /(^|\/)(node_modules|\.?venv|__pycache__|\.pytest_cache|target|dist|build|coverage)(\/|$)/

/** What no commit would keep: files that git ignores, and repositories within the worktree. */
export async function beyondCommits(git: Git, { untracked }: Status): Promise<string[]> {
  const args = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all']
  const entries = (await git.read(...args, '--ignored=matching')).split('\0')
  const ignored = entries.filter((entry) => entry.startsWith('! ')).map((entry) => entry.slice(2))
  return [...untracked.filter(isRepository), ...ignored.filter((path) => !MADE_AGAIN.test(path))]
}

/** Of untracked files git tells every one; a folder it names only if that has a `.git` of its own. */
export function isRepository(path: string): boolean {
  return path.endsWith('/')
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
