import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import type { Worktree } from '../authoring/worktree.ts'
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

/** What is kept in a worktree's place by the next one that is made there. */
async function remade(worktree: Worktree) {
  const { kept } = await worktree.create(['HEAD'])
  const aside = kept.find((place) => place.includes('.kept-')) ?? ''
  return { kept, aside }
}

test('a commit that somebody has made on no branch is kept', async () => {
  const { worktree, folder, git, gitThere } = await made()
  gitThere('checkout', '--quiet', '--detach')
  put(folder, 'mine.txt', 'an hour of work')
  gitThere('add', '.')
  gitThere('commit', '--quiet', '-m', 'mine')
  const commit = gitThere('rev-parse', 'HEAD')
  const { kept } = await remade(worktree)
  expect(kept).toEqual([expect.stringMatching(/^refs\/agentos\/leftover\/1\//)])
  expect(git('for-each-ref', '--contains', commit)).toContain(kept[0])
})

test('one that its branch or its start has needs no other ref', async () => {
  const { worktree, gitThere } = await made()
  gitThere('checkout', '--quiet', '--detach')
  expect(await remade(worktree)).toMatchObject({ kept: [] })
})

test('a file that git ignores is moved aside with all that is around it', async () => {
  const { worktree, folder, git } = await made({ '.gitignore': '.env\n', 'a.txt': 'a\n' })
  put(folder, '.env', 'what I typed')
  put(folder, 'a.txt', 'edited')
  const { kept, aside } = await remade(worktree)
  expect(kept).toEqual([aside])
  expect(readFileSync(join(aside, '.env'), 'utf8')).toBe('what I typed')
  expect(readFileSync(join(aside, 'a.txt'), 'utf8')).toBe('edited')
  expect(existsSync(join(aside, '.git'))).toBe(false)
  expect(existsSync(join(folder, '.env'))).toBe(false)
  expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(2)
})

test('what set-up makes again is not', async () => {
  const { worktree, folder } = await made({ '.gitignore': 'node_modules\n*.pyc\n' })
  put(folder, 'packages/x/node_modules/y/index.js', '')
  put(folder, 'src/__pycache__/a.pyc', '')
  expect(await remade(worktree)).toMatchObject({ kept: [] })
})

test('a repository within it is moved aside when it is made anew, and else left alone', async () => {
  const { worktree, folder, base } = await made()
  put(folder, 'test/nested/notes.txt', 'mine')
  execFileSync('git', ['init', '--quiet'], { cwd: join(folder, 'test/nested') })
  await worktree.goTo(base, () => true)
  expect(existsSync(join(folder, 'test/nested/notes.txt'))).toBe(true)
  const { aside } = await remade(worktree)
  expect(readFileSync(join(aside, 'test/nested/notes.txt'), 'utf8')).toBe('mine')
  expect(existsSync(join(aside, 'test/nested/.git'))).toBe(true)
})
