/**
 * Where the git worktrees of a repository's items are: `<place>/<repository>/worktrees/<workflow>/<item>`. Not below the
 * repository: its test runner, its linter and searches would find a second copy of every file there.
 */
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { repositoryName } from './state-directory.ts'

const FOLDER = 'worktrees'

/**
 * The place is the one that the config names, or `AGENTOS_HOME`, or the user's folder for the state of programs, by the XDG
 * base directory specification.
 */
export function worktreesFolder(
  root: string,
  options: {
    readonly configured?: string | undefined
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): string {
  const { configured, environment } = options
  const place =
    configured === undefined
      ? environment.AGENTOS_HOME || stateOfPrograms(environment)
      : configured.startsWith('~/')
        ? join(homedir(), configured.slice(2))
        : resolve(root, configured)
  return join(realPathOf(resolve(place)), repositoryName(root), FOLDER)
}

/** Whether a worktree of this repository is an item's, wherever the place was when it was made. */
export function isItemFolder(root: string, folder: string): boolean {
  const worktrees = dirname(dirname(folder))
  return basename(worktrees) === FOLDER && basename(dirname(worktrees)) === repositoryName(root)
}

function stateOfPrograms({
  XDG_STATE_HOME: state = '',
}: Readonly<Record<string, string | undefined>>): string {
  return join(isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'agentos')
}

/** As git writes it, also if some of it is not there yet. */
function realPathOf(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path)
  return join(realPathOf(dirname(path)), basename(path))
}
