import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { userRepository } from './user-repository.ts'

function repository() {
  const root = temporaryFolder()
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, '.git/hooks/pre-commit'), 'the hook')
  symlinkSync('../.git/hooks', join(root, 'docs/lineage'))
  symlinkSync('../.git/new', join(root, 'docs/dangling'))
  symlinkSync('../.git/hooks/pre-commit', join(root, 'docs/link.md'))
  return { root, repo: userRepository(root) }
}

test.each([
  ['docs/lineage/pre-commit', 'it leads through a link'],
  ['docs/dangling', 'it leads through a link'],
  ['docs/dangling/a.md', 'it leads through a link'],
  ['docs/link.md', 'it leads through a link'],
  ['.git/hooks/pre-commit', "it lies in git's or AgentOS's own folder"],
  ['docs/../.git/hooks/pre-commit', "it lies in git's or AgentOS's own folder"],
  ['.agentos/ledger.db', "it lies in git's or AgentOS's own folder"],
])('nothing is written to %s', async (path, why) => {
  const { root, repo } = repository()
  await expect(repo.write(path, 'x')).rejects.toThrow(`${JSON.stringify(path)} is refused: ${why}.`)
  expect(readFileSync(join(root, '.git/hooks/pre-commit'), 'utf8')).toBe('the hook')
  expect(existsSync(join(root, '.git/new'))).toBe(false)
})

test('other files are written, with their folders', async () => {
  const { repo } = repository()
  await repo.write('./docs/new/a.md', 'a')
  expect(await repo.read('docs/new/a.md')).toBe('a')
})

test('nothing is read behind a link', async () => {
  const { repo } = repository()
  for (const path of ['docs/link.md', 'docs/lineage/pre-commit', 'docs/dangling'])
    expect(await repo.read(path)).toBeUndefined()
  expect(await repo.list('docs/lineage')).toEqual([])
  expect(await repo.list('docs')).toEqual([])
})

test('tracked files that differ from the last commit are uncommitted; in a folder without git none are', async () => {
  const root = temporaryFolder()
  expect(await userRepository(root).uncommitted()).toEqual([])
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  git('init', '--quiet')
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name)
  git('add', 'a', 'b')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '--quiet', '-m', 'x')
  expect(await userRepository(root).uncommitted()).toEqual([])
  writeFileSync(join(root, 'a'), 'changed')
  git('add', 'c')
  expect(await userRepository(root).uncommitted()).toEqual(['a', 'c'])
})

test('a file that is written again keeps its mode', async () => {
  const { root, repo } = repository()
  const path = join(root, 'docs/run.sh')
  for (const mode of [0o755, 0o777, 0o600]) {
    writeFileSync(path, 'old')
    chmodSync(path, mode)
    await repo.write('docs/run.sh', 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(mode)
  }
})
