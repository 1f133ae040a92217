/** Merges in a worktree, done or only tried. Append-only documents that both sides have changed keep the lines of both. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { PrivateFolder } from '../../files/private-folder.ts'
import type { Git } from '../git/git.ts'

/** A merge that was tried. */
interface Tried {
  readonly conflicts: readonly string[]
  /** Append-only files that both sides have changed, and that can be merged. */
  readonly united: readonly string[]
  readonly tree: string
  /** The last commit that both have. */
  readonly since: string
}

/**
 * Into what is checked out; returns the files that cannot be merged, after which nothing is. A merge that fails without
 * one, such as of a commit that is not there, throws.
 */
export async function merge(
  git: Git,
  commits: readonly string[],
  appendOnly: readonly string[] = [],
): Promise<string[]> {
  for (const commit of commits) {
    const identity = await git.identity()
    const shared = await appendedByBoth(git, ['HEAD', commit], appendOnly)
    const merged = await withUnion(git, shared, (options) =>
      git.try(...identity, ...options, 'merge', '--no-edit', '--quiet', commit),
    )
    if (merged.exitCode === 0) continue
    const files = await git.read('diff', '--name-only', '--diff-filter=U', '-z')
    await git.try('merge', '--abort') // fails where no merge has started, and then there is nothing to undo
    if (files === '') throw new Error(`git merge ${commit} failed: ${merged.stderr.trim()}`)
    return namesIn(files)
  }
  return []
}

/** What would become of two commits, without doing it. */
export async function tryMerge(
  git: Git,
  sides: readonly [string, string],
  appendOnly: readonly string[] = [],
): Promise<Tried> {
  const shared = await appendedByBoth(git, sides, appendOnly)
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ...sides]
  const { exitCode, stdout, stderr } = await withUnion(git, shared, (options) =>
    git.try(...options, ...args),
  )
  if (exitCode > 1) throw new Error(`git merge-tree failed: ${stderr.trim()}`)
  const [tree = '', ...conflicts] = namesIn(stdout)
  const united = shared.filter((path) => !conflicts.includes(path))
  return { conflicts, united, tree, since: await git.read('merge-base', ...sides) }
}

/**
 * Does something while the files are those of what is checked out with these commits merged into it; the branch stays, and
 * the files are put back. A commit that cannot be merged with those before it is left out.
 */
export async function whileMerged<T>(
  git: Git,
  options: { readonly commits: readonly string[]; readonly appendOnly: readonly string[] },
  work: (merged: readonly string[]) => Promise<T>,
): Promise<T> {
  const start = await git.read('rev-parse', 'HEAD')
  const { merged, within } = await mergedCommit(git, { start, ...options })
  await git.read('read-tree', '-m', '-u', 'HEAD', merged)
  try {
    return await work(within)
  } finally {
    await git.read('reset', '--hard', '--quiet', 'HEAD')
  }
}

/** Files that keep some of these commits from being merged with those before them; tried, without doing it. */
export async function conflictsAmong(
  git: Git,
  [start = 'HEAD', ...commits]: readonly string[],
  appendOnly: readonly string[] = [],
): Promise<readonly string[]> {
  return (await mergedCommit(git, { start, commits, appendOnly })).conflicts
}

/** A commit on no branch. One that cannot be merged with those before it is left out. */
async function mergedCommit(
  git: Git,
  options: {
    readonly start: string
    readonly commits: readonly string[]
    readonly appendOnly: readonly string[]
  },
) {
  const identity = await git.identity()
  const within: string[] = []
  const inConflict = new Set<string>()
  let merged = options.start
  for (const commit of options.commits) {
    const { conflicts, tree } = await tryMerge(git, [merged, commit], options.appendOnly)
    for (const path of conflicts) inConflict.add(path)
    if (conflicts.length > 0) continue
    const parents = ['-p', merged, '-p', commit]
    merged = await git.read(...identity, 'commit-tree', tree, ...parents, '-m', 'Merged for a test')
    within.push(commit)
  }
  return { merged, within, conflicts: [...inConflict] }
}

/** Since their merge base, by lines that are added alone, of the files that the globs name. */
async function appendedByBoth(
  git: Git,
  [one, other]: readonly [string, string],
  globs: readonly string[],
): Promise<string[]> {
  if (globs.length === 0) return []
  const appended = async (from: string, to: string) => {
    const counts = await git.try('diff', '--numstat', '--no-renames', '-z', `${from}...${to}`)
    if (counts.exitCode !== 0) return [] // nothing in common: the merge says so
    return namesIn(counts.stdout).flatMap((line) => /^\d+\t0\t(.+)$/s.exec(line)?.[1] ?? [])
  }
  const theirs = new Set(await appended(one, other))
  return (await appended(other, one)).filter(
    (path) => theirs.has(path) && globs.some((glob) => matchesGlob(path, glob)),
  )
}

/**
 * Git with the attribute `merge=union` for these files, told by an option: nothing in the user's repository changes. The
 * repository's own attributes come first, and those that the user has for all repositories.
 */
async function withUnion<T>(
  git: Git,
  files: readonly string[],
  work: (options: readonly string[]) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return work([])
  using folder = new PrivateFolder()
  const path = join(folder.path, 'attributes')
  const lines = files.map((file) => `${attributePattern(file)} merge=union\n`)
  writeFileSync(path, `${lines.join('')}${await usersAttributes(git)}`)
  return await work(['-c', `core.attributesFile=${path}`])
}

/** This file and no other one, in git's quotes. */
function attributePattern(file: string): string {
  const literal = file.replace(/[*?[\\]/g, '\\$&')
  return `"/${literal.replace(/["\\]/g, '\\$&')}"`
}

/** Our file takes the place of the one that the user's config names. */
async function usersAttributes(git: Git): Promise<string> {
  const named = await git.try('config', '--type=path', '--get', 'core.attributesFile')
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const path = named.exitCode === 0 ? named.stdout.trim() : join(config, 'git/attributes')
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? readFileSync(path, 'utf8') : '' // git ignores a folder, too
}

function namesIn(text: string): string[] {
  return text.split('\0').filter((name) => name !== '')
}
