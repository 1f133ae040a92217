/**
 * Where the git worktrees of a repository's items are: `<place>/<repository>/worktrees/<workflow>/<item>`. Not below the
 * repository: its test runner, its linter and searches would find a second copy of every file there.
 */
import { existsSync, realpathSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { repositoryName } from './state-directory.ts'

const FOLDER = 'worktrees'

/** Temporary files that a restart of the machine leaves, on a disk. */
const LASTING = '/var/tmp'

/**
 * The place is the one that the config names, or `AGENTOS_HOME`, or a folder of the user's among temporary files: nothing is
 * written to the home directory.
 */
export function worktreesFolder(
  root: string,
  options: {
    readonly configured?: string | undefined
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): string {
  const { configured, environment } = options
  const named =
    configured === undefined
      ? environment.AGENTOS_HOME
      : configured.startsWith('~/')
        ? join(homedir(), configured.slice(2))
        : resolve(root, configured)
  const place = named ? realPathOf(resolve(named)) : ownPlace()
  return join(place, repositoryName(root), FOLDER)
}

/** Its own name is not followed if it is a link: others may make one there. */
function ownPlace(): string {
  return join(realpathSync(existsSync(LASTING) ? LASTING : tmpdir()), ownName())
}

/** Whether a worktree of this repository is an item's, wherever the place was when it was made. */
export function isItemFolder(root: string, folder: string): boolean {
  const worktrees = dirname(dirname(folder))
  return basename(worktrees) === FOLDER && basename(dirname(worktrees)) === repositoryName(root)
}

/** Of the user's folder. */
export function ownName(): string {
  const { uid, username } = userInfo()
  return `agentos-${uid === -1 ? username : uid}`
}

/** As git writes it, also if some of it is not there yet. */
function realPathOf(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path)
  return join(realPathOf(dirname(path)), basename(path))
}
