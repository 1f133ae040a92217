/**
 * Lock files that only gits in one item's worktree make: for its branch, for what was kept of it, and in git's own
 * folder of its worktree. Who holds the item's lock, and has seen its last worker end, knows that nobody of ours
 * holds these; a user's git may work there, too, and is looked for. Where it cannot be seen, they are
 * waited for like anybody's. A lock of the whole repository (`packed-refs.lock`) is none of them.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { sharedFolderOf } from '../locate.ts'
import { registrationsAt } from './registrations.ts'

export interface ItemPlace {
  /** The user's repository. */
  readonly repository: string
  /** The worktree; its name is the item's. */
  readonly folder: string
  readonly branch: string
}

/** A lock of theirs that nobody holds any more. */
export function isOwnLock(place: ItemPlace, path: string): boolean {
  return (
    path.endsWith('.lock') &&
    (path === branchLock(place) || ownFolders(place).includes(dirname(path))) &&
    isLeft(place, path)
  )
}

/** Those that are there. */
function ownLocks(place: ItemPlace): string[] {
  const branch = branchLock(place)
  const others = ownFolders(place)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.lock'))
  return branch !== undefined && existsSync(branch) ? [branch, ...others] : others
}

export function removeOwnLocks(place: ItemPlace): void {
  for (const path of ownLocks(place)) if (isLeft(place, path)) rmSync(path, { force: true })
}

function isLeft({ folder }: ItemPlace, lock: string): boolean {
  if (process.platform !== 'linux') return false
  return !isLockInUse(lock, existsSync(folder) ? realpathSync(folder) : folder)
}

function branchLock({ repository, branch }: ItemPlace): string | undefined {
  const shared = realShared(repository)
  return shared === undefined ? undefined : join(shared, 'refs/heads', `${branch}.lock`)
}

function ownFolders({ repository, folder }: ItemPlace): string[] {
  const shared = realShared(repository)
  if (shared === undefined) return []
  return [
    join(shared, 'refs/agentos/leftover', basename(folder)),
    ...registrationsAt(repository, folder).map(({ gitFolder }) => gitFolder),
  ]
}

function realShared(repository: string): string | undefined {
  const shared = sharedFolderOf(repository)
  return shared === undefined ? undefined : realpathSync(shared)
}

/**
 * Whether somebody who lives has it: a user may commit there, and `git commit` has no lock open while an editor is, but
 * works in the worktree. Linux only: elsewhere nobody is seen.
 */
function isLockInUse(lock: string, worktree: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => isGitIn(pid, worktree) || hasOpen(pid, lock))
}

function isGitIn(pid: string, worktree: string): boolean {
  const folder = seen(() => readlinkSync(`/proc/${pid}/cwd`)) ?? ''
  if (folder !== worktree && !folder.startsWith(worktree + sep)) return false
  return /^git(-|$)/.test(seen(() => readFileSync(`/proc/${pid}/comm`, 'utf8'))?.trim() ?? '')
}

function hasOpen(pid: string, file: string): boolean {
  const descriptors = seen(() => readdirSync(`/proc/${pid}/fd`)) ?? []
  return descriptors.some(
    (descriptor) => seen(() => readlinkSync(join('/proc', pid, 'fd', descriptor))) === file,
  )
}

/** Nothing of a process that has just ended, or that is another user's. */
function seen<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(code))) return undefined
    throw error
  }
}
