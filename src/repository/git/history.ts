/** What git remembers: branches, and files as commits have them. Without git, nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Branch, Repository } from '../../authoring/repository.ts'
import type { ChangedFile } from '../../authoring/worktree.ts'
import { isAncestor, literal } from '../worktree/leftovers.ts'
import { Git } from './git.ts'

type History = Pick<
  Repository,
  | 'branches'
  | 'uncommitted'
  | 'commitOf'
  | 'readAt'
  | 'lastChange'
  | 'differing'
  | 'subjects'
  | 'isAncestor'
>

export function historyOf(root: string): History {
  const git = new Git(root)
  return {
    branches: (prefix) => readBranches(git, prefix),
    async uncommitted() {
      if (!existsSync(join(root, '.git'))) return []
      const { exitCode, stdout } = await git.try('diff', '--name-only', '-z', 'HEAD', '--')
      return exitCode === 0 ? stdout.split('\0').filter((path) => path !== '') : []
    },
    async commitOf(name) {
      if (!existsSync(join(root, '.git'))) return undefined
      const result = await git.try('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
      return result.exitCode === 0 ? result.stdout.trim() : undefined
    },
    async readAt(commit, path) {
      const { exitCode, stdout } = await git.try('show', `${commit}:${path}`)
      return exitCode === 0 ? stdout : undefined
    },
    async lastChange(commit, path) {
      const last = ['log', '--max-count=1', '--format=%H']
      const found = await git.try(...last, commit, '--', literal(path))
      return found.exitCode === 0 ? found.stdout.trim() || undefined : undefined
    },
    async differing(tree, commit) {
      const known = await git.try('cat-file', '-e', `${tree}^{tree}`)
      if (known.exitCode !== 0) return undefined
      return (await changesBetween(git, tree, commit)).map(({ path }) => path)
    },
    async subjects(commit, most) {
      const last = ['log', '--no-merges', `--max-count=${most}`, '--format=%s']
      return (await git.read(...last, commit, '--')).split('\n').filter((line) => line !== '')
    },
    isAncestor: (first, second) => isAncestor(git, first, second),
  }
}

/** Files that differ between two commits or trees, whatever is in a worktree. */
export async function changesBetween(git: Git, from: string, to: string): Promise<ChangedFile[]> {
  const how = ['-r', '--name-status', '--no-renames', '--ignore-submodules=none', '-z']
  return readNameStatus(await git.read('diff-tree', ...how, from, to, '--'))
}

const CHANGES: Readonly<Record<string, ChangedFile['change']>> = { A: 'added', D: 'deleted' }

/** Reads the output of `--name-status -z`. */
export function readNameStatus(output: string): ChangedFile[] {
  const words = output.split('\0')
  return Array.from({ length: Math.floor(words.length / 2) }, (_, index) => ({
    path: words[2 * index + 1] ?? '',
    change: CHANGES[words[2 * index] ?? ''] ?? 'modified',
  }))
}

async function readBranches(git: Git, prefix: string): Promise<Branch[]> {
  if (!existsSync(join(git.folder, '.git'))) return []
  const format = '--format=%(objectname) %(refname)'
  const refs = await git.read('for-each-ref', format, 'refs/heads', 'refs/remotes')
  return refs
    .split('\n')
    .map((line) => /^(\S+) refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec(line))
    .flatMap((match) => (match === null ? [] : [{ commit: match[1] ?? '', name: match[2] ?? '' }]))
    .filter(({ name }) => name.startsWith(prefix))
}
