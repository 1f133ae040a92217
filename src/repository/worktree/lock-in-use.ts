/**
 * Whether a lock file that only gits of one item's worktree make is somebody's who lives: a user may commit there, and `git
 * commit` has no lock open while an editor is, but works in the worktree. Linux only: elsewhere nobody is seen.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, sep } from 'node:path'

export function isLockInUse(lock: string, worktree: string): boolean {
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
