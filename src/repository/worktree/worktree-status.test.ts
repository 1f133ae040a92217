import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { removeIfCommitted } from './worktree-status.ts'

function repositoryWithWorktree() {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  git('init', '--quiet')
  writeFileSync(join(root, 'a.txt'), 'a')
  git('add', '.')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '--quiet', '-m', 'x')
  const places = join(root, '.agentos')
  mkdirSync(places)
  git('worktree', 'add', '--quiet', '-b', 'one', join(places, '1'))
  return { root, places, folder: join(places, '1'), git }
}

test('a worktree with nothing but commits goes, and git knows', async () => {
  const { root, places, folder, git } = repositoryWithWorktree()
  expect(await removeIfCommitted(root, folder)).toEqual({ removed: true, left: [] })
  expect(readdirSync(places)).toEqual([])
  expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  expect(git('branch', '--list', 'one')).toContain('one')
})

test('one with a file that is not committed stays as it is', async () => {
  const { root, folder } = repositoryWithWorktree()
  writeFileSync(join(folder, 'mine.txt'), 'mine')
  expect(await removeIfCommitted(root, folder)).toEqual({ removed: false, left: ['mine.txt'] })
  expect(existsSync(join(folder, 'a.txt'))).toBe(true)
})

test('one that a kill has left on its way out is cleared away', async () => {
  const { root, places, folder, git } = repositoryWithWorktree()
  renameSync(folder, join(places, '.going-1'))
  expect(await removeIfCommitted(root, folder)).toEqual({ removed: true, left: [] })
  expect(readdirSync(places)).toEqual([])
  expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
})
