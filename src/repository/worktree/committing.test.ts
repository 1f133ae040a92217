import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { Git } from '../git/git.ts'
import { commitWithHooks } from './committing.ts'

test('a commit that was killed at its timeout leaves no lock, on any system', async () => {
  const root = temporaryFolder()
  const ask = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      ...{ cwd: root, encoding: 'utf8', stdio: 'pipe' },
    })
  ask('init', '--quiet')
  ask('commit', '--quiet', '--allow-empty', '-m', 'base')
  const folder = join(root, 'linked')
  ask('worktree', 'add', '--quiet', '-b', 'side', folder)
  const gitFolder = join(root, '.git/worktrees/linked')
  const locks = ['index.lock', 'next-index-12.lock'].map((name) => join(gitFolder, name))
  writeFileSync(join(folder, 'a.txt'), 'a\n')
  // Nobody says that a lock is ours, as where processes cannot be seen.
  const git = new Git(folder, { gitFolder, pause: async () => {} })
  const killed = { exitCode: null, signal: 'SIGKILL', timedOut: true, output: 'hook' } as const
  const committed = await commitWithHooks(git, {
    ...{ message: 'x', paths: ['a.txt'], gitFolder },
    run: async () => {
      for (const lock of locks) writeFileSync(lock, '')
      return killed
    },
  })
  expect(committed).toEqual({ refused: killed })
  expect(locks.filter((lock) => existsSync(lock))).toEqual([])
  expect(existsSync(join(folder, 'a.txt'))).toBe(false)
  expect(await git.read('status', '--short')).toBe('')
})
