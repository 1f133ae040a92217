/** The user's repository, as far as runs need it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isAlive } from '../../fleet/processes.ts'
import { Git } from '../../repository/git/git.ts'
import { environmentOfGit } from '../../repository/git/git-environment.ts'
import { locksIn } from '../../repository/git/left-locks.ts'
import type { RepositoryLocation } from '../../repository/locate.ts'
import { storeIn, viewStore } from '../../store/open-store.ts'
import type { Places } from '../../store/state-directory.ts'
import type { Check } from './check.ts'

export async function repositoryChecks(
  { root }: RepositoryLocation,
  places: Places,
): Promise<Check[]> {
  return [await checkRepository(root), ...(await checkLocks(root, places))]
}

async function checkRepository(root: string): Promise<Check> {
  const name = 'repository'
  const env = environmentOfGit(process.env, { folder: root, gitFolder: undefined })
  const git = spawnSync('git', ['--version'], { encoding: 'utf8', env })
  if (git.status !== 0) {
    const remedy = 'Install git: designs look at the files that it does not ignore.'
    return { name, status: 'warn', detail: 'git cannot be started.', remedy }
  }
  if (!existsSync(join(root, '.git')))
    return {
      name,
      status: 'warn',
      detail: `${root} is not in a git repository.`,
      remedy: 'Runs work in this folder; `git init` makes it a repository.',
    }
  const head = await new Git(root).try('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (head.exitCode === 0) return { name, status: 'ok', detail: `${root}, a git repository` }
  return {
    name,
    status: 'warn',
    detail: `${root} has no commit that git can read${head.stderr === '' ? '' : `: ${head.stderr.trim()}`}.`,
    remedy: '`agentos implement` needs one: its branches begin there.',
  }
}

/** Locks of items while a run works on any are that run's business. */
async function checkLocks(root: string, places: Places): Promise<Check[]> {
  const name = 'git locks'
  const locks = locksIn(root, places.state.worktrees())
  const list = (paths: readonly string[]) => paths.map((path) => relative(root, path)).join(', ')
  const own: Check = {
    name,
    status: 'warn',
    detail: `A killed git has left ${list(locks.own)}.`,
    remedy: 'The next run of its item removes it.',
  }
  const others: Check = {
    name,
    status: 'warn',
    detail: `There is ${list(locks.shared)}.`,
    remedy: 'Unless a git is working here now, a killed one has left it: remove it.',
  }
  return [
    ...(locks.own.length > 0 && !(await isAtWork(places)) ? [own] : []),
    ...(locks.shared.length > 0 ? [others] : []),
  ]
}

async function isAtWork(places: Places): Promise<boolean> {
  try {
    const held = await viewStore(storeIn(places)).heldItems()
    return held.some(({ holder }) => isAlive(holder))
  } catch {
    return false // a ledger that cannot be read has a check of its own
  }
}
