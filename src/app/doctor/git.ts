/** The user's repository, as far as runs need it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isAlive } from '../../fleet/processes.ts'
import { Git } from '../../repository/git/git.ts'
import { environmentOfGit } from '../../repository/git/git-environment.ts'
import { locksIn } from '../../repository/git/left-locks.ts'
import { viewStore } from '../../store/open-store.ts'
import { isItemFolder } from '../../store/worktrees-folder.ts'
import type { RepositoryHere } from '../repository-store.ts'
import { type Check, checkOf } from './check.ts'

export async function repositoryChecks(here: RepositoryHere): Promise<Check[]> {
  return [await checkRepository(here.root), ...(await checkLocks(here))]
}

async function checkRepository(root: string): Promise<Check> {
  const { ok, warn } = checkOf('repository')
  const env = environmentOfGit(process.env, { folder: root, gitFolder: undefined })
  const git = spawnSync('git', ['--version'], { encoding: 'utf8', env })
  if (git.status !== 0) {
    const remedy = 'Install git: designs look at the files that it does not ignore.'
    return warn('git cannot be started.', remedy)
  }
  if (!existsSync(join(root, '.git'))) {
    const remedy = 'Runs work in this folder; `git init` makes it a repository.'
    return warn(`${root} is not in a git repository.`, remedy)
  }
  const head = await new Git(root).try('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')
  if (head.exitCode === 0) return ok(`${root}, a git repository`)
  const why = head.stderr === '' ? '' : `: ${head.stderr.trim()}`
  const remedy = '`agentos implement` needs one: its branches begin there.'
  return warn(`${root} has no commit that git can read${why}.`, remedy)
}

/** Locks of items while a run works on any are that run's business. */
async function checkLocks(here: RepositoryHere): Promise<Check[]> {
  const { root } = here
  const { warn } = checkOf('git locks')
  const { own, shared } = locksIn(root, (folder) => isItemFolder(root, folder))
  const list = (paths: readonly string[]) => paths.map((path) => relative(root, path)).join(', ')
  const checks: Check[] = []
  if (own.length > 0 && !(await isAtWork(here)))
    checks.push(warn(`A killed git has left ${list(own)}.`, 'The next run of its item removes it.'))
  const remedy = 'Unless a git is working here now, a killed one has left it: remove it.'
  if (shared.length > 0) checks.push(warn(`There is ${list(shared)}.`, remedy))
  return checks
}

async function isAtWork({ store }: RepositoryHere): Promise<boolean> {
  try {
    return (await viewStore(store).heldItems()).some(({ holder }) => isAlive(holder))
  } catch {
    return false // a ledger that cannot be read has a check of its own
  }
}
