/** What git remembers: branches, and files as commits have them. Without git, nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Branch, Repository } from '../authoring/repository.ts'
import { Git } from './git.ts'

/** What was reviewed is near the end of a branch. */
const MOST_COMMITS = 500

type History = Pick<Repository, 'branches' | 'commitOf' | 'readAt' | 'hasTree' | 'isAncestor'>

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
    async hasTree(commit, tree) {
      const trees = await git.read('log', '--format=%T', `--max-count=${MOST_COMMITS}`, commit)
      return trees.split('\n').includes(tree)
    },
    async isAncestor(first, second) {
      const { exitCode } = await git.try('merge-base', '--is-ancestor', first, second)
      return exitCode === 0
    },
  }
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
