import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { ItemWorktree } from './item-worktree.ts'

const NOBODY = ['-c', 'user.name=t', '-c', 'user.email=t@t']

/** A repository with the worktree of item 1, which is made. */
async function made(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }) {
  const root = temporaryFolder()
  const folder = join(root, '.agentos/worktrees/1')
  const gitIn =
    (cwd: string) =>
    (...args: string[]) =>
      execFileSync('git', [...NOBODY, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  const git = gitIn(root)
  git('init', '--quiet')
  for (const [path, text] of Object.entries(files)) put(root, path, text)
  git('add', '.')
  git('commit', '--quiet', '-m', 'base')
  const item = new ItemWorktree({
    ...{ repository: root, folder, branch: 'agentos/1-x' },
    command: () => Promise.reject(new Error('No command runs here.')),
  })
  const worktree = item.view()
  const { commit } = await worktree.create(['HEAD'])
  return { root, folder, worktree, base: commit, git, gitThere: gitIn(folder) }
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('a diff shows what is in a file, whatever a byte or an attribute makes of it', async () => {
  const { worktree, base } = await made({ '.gitattributes': '*.js -diff\n' })
  await worktree.write('a.js', 'seen()\n')
  await worktree.write('b.txt', 'seen too \0\n')
  const commit = await worktree.commit('x', ['a.js', 'b.txt'])
  const diff = await worktree.diff(base, commit)
  expect(diff).toContain('+seen()')
  expect(diff).toContain('+seen too')
  expect(await worktree.diff(base, commit, ['b.txt'])).not.toContain('a.js')
})
