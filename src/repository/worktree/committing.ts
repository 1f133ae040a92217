/** Commits of exactly the given paths, whatever else somebody has put into the worktree's index. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Git, GitInterrupted } from '../git/git.ts'
import { literal } from './leftovers.ts'
import { statusOf } from './worktree-status.ts'

/** Returns the commit; the last one if none of the paths differs from it. */
export async function commitPaths(
  git: Git,
  options: {
    readonly message: string
    readonly paths: readonly string[]
    /** Runs git with these words; left out, without the user's hooks. */
    readonly run?: (args: readonly string[]) => Promise<unknown>
  },
): Promise<string> {
  const { message, run = (args) => git.read(...args) } = options
  const changed = await stage(git, options.paths)
  if (changed.length > 0) {
    const identity = await git.identity()
    const only = ['--only', '--', ...changed.map(literal)]
    await run([...identity, 'commit', '--quiet', '-m', message, ...only])
  }
  return git.read('rev-parse', 'HEAD')
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

/** A command that was killed says by what. */
export function orKilled(error: unknown): never {
  if (error instanceof Error && 'signal' in error && typeof error.signal === 'string')
    throw new GitInterrupted(`git commit was killed (${error.signal}).`, { cause: error })
  throw error
}
