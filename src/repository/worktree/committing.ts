/** Commits of exactly the given paths, whatever else somebody has put into the worktree's index. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult } from '../../authoring/run-context.ts'
import type { HookedCommit } from '../../authoring/worktree.ts'
import { type Git, GitInterrupted } from '../git/git.ts'
import { literal } from './leftovers.ts'
import { statusOf } from './worktree-status.ts'

/** The second one is of a commit with `--only`. */
const INDEX_LOCK = /^(index|next-index-\d+)\.lock$/

interface Wanted {
  readonly message: string
  readonly paths: readonly string[]
}

/** Without the user's hooks. Returns the commit; the last one if none of the paths differs from it. */
export async function commitPaths(
  git: Git,
  options: {
    readonly paths: readonly string[]
    /** Asked for when the paths are staged, and only if one differs. */
    readonly message: () => Promise<string>
  },
): Promise<string> {
  const { paths, message } = options
  const changed = await stage(git, paths)
  if (changed.length > 0) await git.read(...(await commitWords(git, await message(), changed)))
  return git.read('rev-parse', 'HEAD')
}

/** By a git that runs the user's hooks. After a refusal the paths are as the last commit has them. */
export async function commitWithHooks(
  git: Git,
  options: Wanted & {
    /** The administrative folder of the worktree. */
    readonly gitFolder: string
    readonly run: (args: readonly string[]) => Promise<CommandResult>
  },
): Promise<HookedCommit> {
  const { message, paths, gitFolder, run } = options
  const changed = await stage(git, paths)
  if (changed.length > 0) {
    const result = await run(await commitWords(git, message, changed))
    if (result.signal !== null && !result.timedOut)
      throw new GitInterrupted(`git commit was killed (${result.signal}).`)
    if (result.timedOut) removeIndexLocks(gitFolder) // of the git that was killed with its hook
    if (result.exitCode !== 0) {
      const asBefore = ['restore', '--source=HEAD', '--staged', '--worktree', '--']
      await git.try(...asBefore, ...changed.map(literal)) // a hook may have taken some away
      return { refused: result }
    }
  }
  return { commit: await git.read('rev-parse', 'HEAD') }
}

function removeIndexLocks(gitFolder: string): void {
  const locks = readdirSync(gitFolder).filter((name) => INDEX_LOCK.test(name))
  for (const name of locks) rmSync(join(gitFolder, name), { force: true })
}

async function commitWords(git: Git, message: string, paths: readonly string[]): Promise<string[]> {
  const only = ['--only', '--', ...paths.map(literal)]
  return [...(await git.identity()), 'commit', '--quiet', '-m', message, ...only]
}

/** Makes the paths known to the index, which `--only` needs; returns those that differ from the last commit. */
async function stage(git: Git, paths: readonly string[]): Promise<string[]> {
  const known = new Set((await statusOf(git)).changed)
  const there = paths.filter((path) => known.has(path) || existsSync(join(git.folder, path)))
  if (there.length === 0) return []
  await git.read('add', '--all', '--force', '--', ...there.map(literal))
  const names = ['diff', '--cached', '--name-only', '--no-renames', '-z', 'HEAD', '--']
  const differing = await git.read(...names, ...there.map(literal))
  return differing.split('\0').filter((path) => path !== '')
}
