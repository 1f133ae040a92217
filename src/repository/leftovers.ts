/** Work that is in the way is never deleted: it becomes a commit under a ref of ours. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Git } from './git.ts'
import { isRepository, type Status } from './worktree-status.ts'

/** Keeps a commit that nothing else may point to any more. Returns the ref. */
export async function keepCommit(git: Git, item: string, commit: string): Promise<string> {
  const ref = `refs/agentos/leftover/${item}/${commit.slice(0, 12)}`
  await git.read('update-ref', ref, commit)
  return ref
}

/** Keeps changed files, and these untracked ones, as a commit on top of the worktree's last one. */
async function keepFiles(git: Git, item: string, untracked: readonly string[]): Promise<string> {
  const { randomBytes } = process.getBuiltinModule('node:crypto') // late: slow to load
  const index = join(tmpdir(), `agentos-index-${randomBytes(6).toString('hex')}`)
  try {
    await git.readWithIndex(index, 'read-tree', 'HEAD')
    await git.readWithIndex(index, 'add', '--update', '.')
    if (untracked.length > 0)
      await git.readWithIndex(index, 'add', '--force', '--', ...untracked.map(literal))
    const tree = await git.readWithIndex(index, 'write-tree')
    const message = 'What was left of a step that was cut off'
    const identity = await git.identity()
    const commit = await git.read(...identity, 'commit-tree', tree, '-p', 'HEAD', '-m', message)
    return await keepCommit(git, item, commit)
  } finally {
    rmSync(index, { force: true })
  }
}

/** Keeps what is not committed, and takes it away: untracked files only if they are our own. */
export async function keepAll(
  git: Git,
  item: string,
  { status, isOwn }: { readonly status: Status; readonly isOwn: (path: string) => boolean },
): Promise<string[]> {
  const own = status.untracked.filter((path) => !isRepository(path) && isOwn(path))
  if (status.changed.length === 0 && own.length === 0) return []
  const ref = await keepFiles(git, item, own)
  await git.read('reset', '--hard', '--quiet', 'HEAD')
  for (const path of own) rmSync(join(git.folder, path), { force: true })
  return [ref]
}

export async function isAncestor(git: Git, first: string, second: string): Promise<boolean> {
  return (await git.try('merge-base', '--is-ancestor', first, second)).exitCode === 0
}

/** A path as it is, whatever characters a pattern would be made of. */
export function literal(path: string): string {
  return `:(literal)${path}`
}
