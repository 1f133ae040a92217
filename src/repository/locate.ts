import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export interface RepositoryLocation {
  /** The worktree the command runs in, or the working directory when there is no git. */
  readonly root: string
  /**
   * The repository's main worktree; the same as `root` except in a linked worktree. Runs in
   * linked worktrees share its locks, so that no item is worked on twice.
   */
  readonly mainRoot: string
}

/** Finds the repository by its `.git`, without needing git itself. */
export function locateRepository(workingDirectory: string): RepositoryLocation {
  for (let at = resolve(workingDirectory); ; at = dirname(at)) {
    const git = join(at, '.git')
    if (existsSync(git)) return { root: at, mainRoot: mainRootOf(at, git) }
    if (at === dirname(at)) return { root: workingDirectory, mainRoot: workingDirectory }
  }
}

/** In a linked worktree `.git` is a file that names a folder, which names the shared one. */
function mainRootOf(root: string, git: string): string {
  if (statSync(git).isDirectory()) return root
  const target = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1]
  if (target === undefined) return root
  const gitDirectory = resolve(root, target.trim())
  const pointer = join(gitDirectory, 'commondir')
  if (!existsSync(pointer)) return root
  const shared = resolve(gitDirectory, readFileSync(pointer, 'utf8').trim())
  return basename(shared) === '.git' ? dirname(shared) : shared
}
