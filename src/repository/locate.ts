import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
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

function mainRootOf(root: string, git: string): string {
  if (statSync(git).isDirectory()) return root
  const shared = sharedFolderOf(root)
  if (shared === undefined || shared === linkedFolderOf(root)) return root
  return basename(shared) === '.git' ? dirname(shared) : shared
}

/** The folder that all worktrees of a repository share: refs, objects, and what git keeps of each. */
export function sharedFolderOf(root: string): string | undefined {
  const own = statSync(join(root, '.git'), { throwIfNoEntry: false })
  const gitFolder = own?.isDirectory() === true ? join(root, '.git') : linkedFolderOf(root)
  if (gitFolder === undefined) return undefined
  const pointer = join(gitFolder, 'commondir')
  if (!existsSync(pointer)) return gitFolder
  return resolve(gitFolder, readFileSync(pointer, 'utf8').trim())
}

/** The folder that the `.git` of a linked worktree names; nothing if that is no such file. */
export function linkedFolderOf(root: string): string | undefined {
  const link = join(root, '.git')
  if (lstatSync(link, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const target = /^gitdir: (.+)$/m.exec(readFileSync(link, 'utf8'))?.[1]
  return target === undefined ? undefined : resolve(root, target.trim())
}
