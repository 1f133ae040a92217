import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { userRepository } from '../repository/user-repository.ts'
import { withContext } from './with-context.ts'

const ASKED = { files: [], symbols: [], searches: [] }

function project(files: Readonly<Record<string, string | Uint8Array>>) {
  const root = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  git('init', '--quiet')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'x')
    return git('rev-parse', 'HEAD').trim()
  }
  const cache = join(temporaryFolder(), 'context')
  return { root, git, commit, cache, repo: withContext(userRepository(root), cache) }
}

/** The last line of the text: what is left out, by kind. */
function leftOut({ text }: { readonly text: string }): string | undefined {
  return text.split('\n').at(-1)
}

function refusal(why: string, path: string) {
  return [{ what: path, why }]
}

function request(path: string) {
  return { show: 'asked', requests: { ...ASKED, files: [{ path, from: null, to: null }] } } as const
}

test('a file of 20 MB is not read: it is counted, refused with the reason, and starts no process again', async () => {
  const { root, repo, commit, cache } = project({ 'a.py': 'class Task:\n    pass\n' })
  writeFileSync(join(root, 'data.py'), 'x = 1\n')
  truncateSync(join(root, 'data.py'), 20_000_000)
  for (const at of [undefined, commit(), undefined]) {
    const options = at === undefined ? {} : { at }
    expect(leftOut(await repo.context('Task', options))).toBe('- files by kind: 1 too large')
    const { refused } = await repo.context('', { ...request('data.py'), ...options })
    expect(refused).toEqual(refusal('too large', 'data.py'))
  }
  const segments = readdirSync(cache)
  await repo.context('Task')
  expect(readdirSync(cache)).toEqual(segments)
})

test('a text that is not UTF-8, and one whose beginning looks like text but is not', async () => {
  const late = Buffer.concat([
    Buffer.from(`# ${'x'.repeat(9_000)}\n`),
    Buffer.from([0xff, 0xfe, 0]),
  ])
  const { repo, commit } = project({
    'a.py': 'class Task:\n    pass\n',
    'latin.py': Uint8Array.from([0x23, 0x20, 0xe9, 0x0a]),
    'utf16.py': Buffer.from('class Task: pass\n', 'utf16le'),
    'late.py': late,
  })
  for (const options of [{}, { at: commit() }]) {
    const shown = await repo.context('Task', options)
    expect(leftOut(shown)).toBe('- files by kind: 1 binary, 2 not UTF-8')
    expect(shown.shown.map(({ path }) => path)).toEqual(['a.py'])
    const { refused } = await repo.context('', { ...request('latin.py'), ...options })
    expect(refused).toEqual(refusal('not UTF-8', 'latin.py'))
  }
})

test('links in a circle, to a folder around them, and to nowhere are counted and refused', async () => {
  const { root, repo, commit } = project({ 'src/a.py': 'class Task:\n    pass\n' })
  symlinkSync('b', join(root, 'a'))
  symlinkSync('a', join(root, 'b'))
  symlinkSync('..', join(root, 'src/up'))
  symlinkSync('nowhere.py', join(root, 'lost.py'))
  const asked = request('src/up')
  for (const options of [{}, { at: commit() }, {}]) {
    expect(leftOut(await repo.context('Task', options))).toBe('- files by kind: 4 link')
    const { refused } = await repo.context('', { ...asked, ...options })
    expect(refused).toEqual(refusal('link', 'src/up'))
  }
})

test('a folder that has become a file, or a link to itself, has no files any more', async () => {
  const { root, repo, commit } = project({
    'src/a.py': 'class Task: pass\n',
    'lib/b.py': 'x = 1\n',
  })
  commit()
  for (const folder of ['src', 'lib']) rmSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'src'), 'class Task: pass\n')
  symlinkSync('lib', join(root, 'lib'))
  const { text } = await repo.context('Task')
  expect(text).toContain('./: lib src\n')
  expect(text).toContain('- files by kind: 1 link')
})

test('submodules, and repositories that git does not track, are named and not entered', async () => {
  const other = project({ 'inner.py': 'class Inner:\n    pass\n' })
  other.commit()
  const { root, git, repo, commit } = project({ 'a.py': 'class Task:\n    pass\n' })
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'dep')
  const at = commit()
  execFileSync('git', ['clone', '--quiet', other.root, join(root, 'nested')])
  const committed = await repo.context('Task and Inner', { at })
  expect(leftOut(committed)).toBe('- files by kind: 1 submodule')
  expect(committed.text).toContain('./: .gitmodules dep a.py\n')
  const onDisk = await repo.context('Task and Inner')
  expect(leftOut(onDisk)).toBe('- files by kind: 2 submodule')
  expect(onDisk.text).not.toContain('inner.py')
  expect((await repo.context('', request('dep'))).refused).toEqual(refusal('submodule', 'dep'))
})

test('50,000 small files: the file in question is found, and every one is named or counted', async () => {
  const { root, git, repo } = project({})
  const kinds = Array.from({ length: 50 }, (_, kind) => `def work_${kind}():\n    return ${kind}\n`)
  const paths = Array.from(
    { length: 50_000 },
    (_, index) => `area${index % 20}/part${index % 500}/file${index}.py`,
  )
  const stream = [
    ...kinds.map((text, kind) => `blob\nmark :${kind + 1}\ndata ${text.length}\n${text}\n`),
    'commit refs/heads/all\ncommitter A <a@b> 1 +0000\ndata 1\nx\n',
    ...paths.map((path, index) => `M 100644 :${1 + (index % kinds.length)} ${path}\n`),
    'M 100644 inline src/json_lines.py\ndata 25\nclass JSONLIterator: pass\n\n',
  ].join('')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: stream })
  const at = git('rev-parse', 'all').trim()
  const { text, tokens } = await repo.context('JSONLIterator skips a line', { at, budget: 8_000 })
  expect(text).toContain('### src/json_lines.py (whole, 1 lines)')
  expect(tokens).toBeLessThanOrEqual(8_000)
  const counts = [...text.matchAll(/^area\S+: (\d+) \.py files/gm)].map(([, count]) =>
    Number(count),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50_000)
})
