import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { userRepository } from '../repository/user-repository.ts'
import { gitTree } from './git-tree.ts'
import { withContext } from './with-context.ts'

function project(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  git('init', '--quiet')
  for (const [path, text] of Object.entries(files)) write(path, text)
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'x')
    return git('rev-parse', 'HEAD').trim()
  }
  const cache = join(temporaryFolder(), 'context')
  return { root, git, write, commit, cache, repo: withContext(userRepository(root), cache) }
}

const FILES = {
  '.gitignore': 'ignored/\n',
  '.gitattributes': 'made/*.py linguist-generated\n',
  'src/task.py': 'class Task:\n    def run(self):\n        pass\n',
  'made/api.py': 'class Task:\n    pass\n',
}

test('files on disk, uncommitted and new ones included; parsed in a process of its own, once', async () => {
  const { repo, write, commit, cache } = project(FILES)
  commit()
  write('src/task.py', 'class Task:\n    def walk(self):\n        pass\n')
  write('src/new.py', 'def fresh():\n    return Task\n')
  write('ignored/x.py', 'class Task: pass\n')
  const first = await repo.context('Task')
  expect(first.text).toContain('def walk(self)')
  expect(first.text).toContain('./: .gitattributes .gitignore\nmade/: api.py\nsrc/: new.py task.py')
  expect(first.text).not.toContain('ignored/')
  expect(first.text).toContain('files by kind: 1 generated')
  const segments = readdirSync(cache)
  expect(segments).toHaveLength(1)
  expect(await repo.context('Task')).toEqual(first)
  expect(readdirSync(cache)).toEqual(segments)
})

test('a commit as it is, whatever is on disk', async () => {
  const { repo, write, commit, root } = project(FILES)
  const first = commit()
  write('src/task.py', 'gone\n')
  write('src/new.py', 'new\n')
  commit()
  rmSync(join(root, 'src'), { recursive: true })
  const { text } = await repo.context('Task', { at: first })
  expect(text).toContain('def run(self)')
  expect(text).not.toContain('new.py')
  expect((await repo.context('Task')).text).not.toContain('src/')
})

test('no link is followed, neither of a file nor of a folder', async () => {
  const { repo, root, write, commit } = project(FILES)
  write('outside.txt', 'x')
  symlinkSync('/etc/hostname', join(root, 'AGENTS.md'))
  const at = commit()
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'task.py'), 'SECRET = 1\n')
  rmSync(join(root, 'src'), { recursive: true })
  symlinkSync(elsewhere, join(root, 'src'))
  const asked = { files: ['AGENTS.md', 'src/task.py'] }
  const onDisk = await repo.context('Task', asked)
  expect(onDisk.text).not.toContain('SECRET')
  expect(onDisk.refused.map(({ what }) => what)).toEqual(['AGENTS.md', 'src/task.py'])
  const committed = await repo.context('Task', { ...asked, at })
  expect(committed.refused.map(({ what }) => what)).toEqual(['AGENTS.md'])
})

test('requests search what is committed and what is new, as literal text', async () => {
  const { repo, write, commit } = project({ ...FILES, 'a.txt': 'x\nsome (text) here\n' })
  const at = commit()
  write('b.txt', 'more (text) there\n')
  const requests = { files: [], symbols: [], searches: ['(text)', '--help'] }
  const onDisk = await repo.context('', { requests, show: 'asked' })
  expect(onDisk.shown.map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
  expect(onDisk.refused).toEqual([{ what: '--help', why: 'found nowhere' }])
  const committed = await repo.context('', { requests, show: 'asked', at })
  expect(committed.shown.map(({ path }) => path)).toEqual(['a.txt'])
})

test('names with spaces, line breaks and letters of other scripts', async () => {
  const names = ['a b.py', 'änderung.py', 'line\nbreak.py', '-x.py', '"quoted".py']
  const { repo, commit, root } = project(Object.fromEntries(names.map((name) => [name, 'x = 1\n'])))
  const at = commit()
  for (const tree of [gitTree(root), gitTree(root, at)])
    expect((await tree.files()).map(({ path }) => path).sort()).toEqual([...names].sort())
  expect((await repo.context('', { files: ['a b.py', 'änderung.py'] })).shown).toHaveLength(2)
})

test('without git and without commits', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'task.py'), 'class Task:\n    pass\n')
  const repo = withContext(userRepository(root), join(temporaryFolder(), 'context'))
  expect((await repo.context('Task')).text).toContain('class Task:')
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  expect((await repo.context('Task')).text).toContain('class Task:')
})
