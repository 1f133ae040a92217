/** What git remembers: branches, and files as commits have them. Without git, nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Branch, Repository } from '../../authoring/repository.ts'
import { literal } from '../worktree/leftovers.ts'
import { Git } from './git.ts'

type History = Pick<
  Repository,
  'branches' | 'commitOf' | 'readAt' | 'lastChange' | 'differing' | 'isAncestor'
>

export function historyOf(root: string): History {
  const git = new Git(root)
  return {
    branches: (prefix) => readBranches(git, prefix),
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
      const found = await git.try(
        'log',
        '--max-count=1',
        '--format=%H',
        commit,
        '--',
        literal(path),
      )
      return found.exitCode === 0 ? found.stdout.trim() || undefined : undefined
    },
    async differing(tree, commit) {
      const known = await git.try('cat-file', '-e', `${tree}^{tree}`)
      return known.exitCode === 0 ? changedBetween(git, tree, commit) : undefined
    },
    async isAncestor(first, second) {
      const { exitCode } = await git.try('merge-base', '--is-ancestor', first, second)
      return exitCode === 0
    },
  }
}

/** The paths of files that differ between two commits or trees. */
export async function changedBetween(git: Git, from: string, to: string): Promise<string[]> {
  const names = ['diff-tree', '-r', '--name-only', '--no-renames', '--ignore-submodules=none', '-z']
  const paths = await git.read(...names, from, to, '--')
  return paths.split('\0').filter((path) => path !== '')
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
