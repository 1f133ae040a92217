import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { Git, GitInterrupted } from './git.ts'
import { environmentOfGit } from './git-environment.ts'

function repository(): string {
  const root = temporaryFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  git('init', '--quiet')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '--quiet', '--allow-empty', '-m', 'x')
  return root
}

test('a folder without a repository of its own is in none', async () => {
  const root = repository()
  mkdirSync(join(root, 'below'))
  const { exitCode, stderr } = await new Git(join(root, 'below')).try('rev-parse', '--git-dir')
  expect(exitCode).not.toBe(0)
  expect(stderr).toContain('not a git repository')
})

test.each([
  ['what a hook says of its repository', 'GIT_DIR', undefined],
  ['an index of somebody', 'GIT_INDEX_FILE', undefined],
  ['objects of somebody', 'GIT_OBJECT_DIRECTORY', undefined],
  ['how paths are read', 'GIT_LITERAL_PATHSPECS', undefined],
  ['who commits', 'GIT_AUTHOR_NAME', 'x'],
  ['the config of a user', 'GIT_CONFIG_GLOBAL', 'x'],
  ['anything else', 'PATH', 'x'],
])('of the environment, %s: %s is %s', (_, name, kept) => {
  const made = environmentOfGit({ [name]: 'x' }, { folder: '/a/b', gitFolder: undefined })
  expect(made[name]).toBe(kept)
  expect(made).toMatchObject({ GIT_CEILING_DIRECTORIES: '/a' })
})

test('a worktree is where it was said to be', () => {
  const place = { folder: '/a/.agentos/worktrees/1', gitFolder: '/a/.git/worktrees/1' }
  expect(environmentOfGit({ GIT_DIR: '/other', GIT_WORK_TREE: '/other' }, place)).toMatchObject({
    GIT_DIR: place.gitFolder,
    GIT_WORK_TREE: place.folder,
  })
})

test("a lock that nobody else can have is removed when it does not change; anybody else's never", async () => {
  const root = repository()
  const lock = join(root, '.git/refs/heads/ours.lock')
  writeFileSync(lock, '')
  let waited = 0
  const pause = async () => {
    waited += 1
  }
  const update = ['update-ref', 'refs/heads/ours', 'HEAD']
  await expect(new Git(root, { pause }).read(...update)).rejects.toThrow(`${lock} is held`)
  expect(existsSync(lock)).toBe(true)
  expect(waited).toBe(99)
  await new Git(root, { pause, isOwnLock: (path) => path === lock }).read(...update)
  expect(readdirSync(join(root, '.git/refs/heads'))).toContain('ours')
  expect(existsSync(lock)).toBe(false)
})

test('a lock that is released is waited for', async () => {
  const root = repository()
  const lock = join(root, '.git/packed-refs.lock')
  writeFileSync(lock, '')
  const pause = async () => rmSync(lock, { force: true })
  await new Git(root, { pause }).read('pack-refs', '--all')
  expect(existsSync(join(root, '.git/packed-refs'))).toBe(true)
})

test('a git that is killed says so', async () => {
  const alias = ['-c', 'alias.die=!kill -9 $PPID', 'die']
  await expect(new Git(repository()).read(...alias)).rejects.toThrow(GitInterrupted)
})
