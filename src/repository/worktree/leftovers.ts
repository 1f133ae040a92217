/**
 * Work that is in the way is never deleted: it becomes a commit under a ref of ours. Files with a known
 * secret in them, which no commit may have, are kept beside the worktree.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PrivateFolder } from '../../files/private-folder.ts'
import type { Redactor } from '../../model/secrets/redactor.ts'
import type { Git } from '../git/git.ts'
import { secretInFile } from '../without-secrets.ts'
import { isRepository, type Status } from './worktree-status.ts'

/** Keeps a commit that nothing else may point to any more. Returns the ref. */
export async function keepCommit(git: Git, item: string, commit: string): Promise<string> {
  const ref = `refs/agentos/leftover/${item}/${commit.slice(0, 12)}`
  await git.read('update-ref', ref, commit)
  return ref
}

/** Keeps changed files, and untracked ones, as a commit on top of the worktree's last one. */
async function keepFiles(
  git: Git,
  item: string,
  { changed, untracked }: Pick<Status, 'changed' | 'untracked'>,
): Promise<string> {
  using folder = new PrivateFolder()
  const index = join(folder.path, 'index')
  await git.readWithIndex(index, 'read-tree', 'HEAD')
  if (changed.length > 0)
    await git.readWithIndex(index, 'add', '--update', '--', ...changed.map(literal))
  if (untracked.length > 0)
    await git.readWithIndex(index, 'add', '--force', '--', ...untracked.map(literal))
  const tree = await git.readWithIndex(index, 'write-tree')
  const message = 'What was left of a step that was cut off'
  const identity = await git.identity()
  const commit = await git.read(...identity, 'commit-tree', tree, '-p', 'HEAD', '-m', message)
  return await keepCommit(git, item, commit)
}

/** Keeps what is not committed, and takes it away: untracked files only if they are our own. */
export async function keepAll(
  git: Git,
  item: string,
  options: {
    readonly status: Status
    readonly isOwn: (path: string) => boolean
    readonly redactor: Redactor
  },
): Promise<string[]> {
  const { status, isOwn, redactor } = options
  const own = status.untracked.filter((path) => !isRepository(path) && isOwn(path))
  if (status.changed.length === 0 && own.length === 0) return []
  const hasSecret = (path: string) => secretInFile(git.folder, path, redactor) !== undefined
  const secret = new Set([...status.changed, ...own].filter(hasSecret))
  const isPlain = (path: string) => !secret.has(path)
  const aside = copyAside(git.folder, [...secret])
  const plain = { changed: status.changed.filter(isPlain), untracked: own.filter(isPlain) }
  const ref = await keepFiles(git, item, plain)
  await git.read('reset', '--hard', '--quiet', 'HEAD')
  for (const path of own) rmSync(join(git.folder, path), { force: true })
  return [ref, ...aside]
}

function copyAside(root: string, paths: readonly string[]): string[] {
  const aside = `${root}.kept-${Date.now()}`
  for (const path of paths) {
    mkdirSync(dirname(join(aside, path)), { recursive: true, mode: 0o700 })
    cpSync(join(root, path), join(aside, path))
  }
  return paths.length === 0 ? [] : [aside]
}

export async function isAncestor(git: Git, first: string, second: string): Promise<boolean> {
  return (await git.try('merge-base', '--is-ancestor', first, second)).exitCode === 0
}

/** A path as it is, whatever characters a pattern would be made of. */
export function literal(path: string): string {
  return `:(literal)${path}`
}
