/** What the demo shows, and whether what it leaves holds up to somebody who looks for themselves. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readDocument } from '../../src/workflows/lld/document.ts'
import { marks, processesMarked } from '../rig/processes.ts'
import { Project } from '../rig/project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

/** The built package; there it is the same command as in a checkout. */
const root = dirname(dirname(process.env.TEST_LAUNCHER ?? ''))
const BUILT = ['2', '3', '4']

test('npx agentos demo, as the README says: from briefs to branches that hold up by hand', async () => {
  const place = temporaryFolder()
  const temporary = join(place, 'tmp')
  mkdirSync(temporary)
  const folder = join(place, 'demo')
  const mark = `demo-${process.pid}`
  const { stdout, stderr } = await promisify(execFile)('npx', ['agentos', 'demo', folder], {
    cwd: root,
    env: {
      ...process.env,
      ...{ npm_config_cache: join(place, 'npm'), TMPDIR: temporary, ...marks(mark) },
      NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE,
      npm_config_update_notifier: 'false',
      ...{ AGENTOS_HOME: join(place, 'elsewhere'), AGENTOS_MAX_PARALLEL: '1' },
    },
  })
  expect(stderr).toBe('')
  expectShown(stdout)
  expect(processesMarked(mark)).toEqual([])
  // npm keeps its compiled code there; nothing of ours is left.
  expect(readdirSync(temporary).filter((name) => name !== 'node-compile-cache')).toEqual([])
  expect(readdirSync(place).sort()).toEqual(['demo', 'npm', 'tmp'])

  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads/agentos')
    .split('\n')
    .map((name) => ({ name, id: name.replace(/^agentos\/|-.*$/g, '') }))
  expect(branches.map(({ id }) => id)).toEqual(['1', ...BUILT])
  const built = branches.filter(({ id }) => BUILT.includes(id))
  expectOwnFiles(git, folder, built)

  // One of two that change src/list.js is built on the other one.
  const chained = built.filter(({ name }) =>
    git('diff', '--name-only', 'main', name, 'src/list.js'),
  )
  expect(chained.length).toBe(2)
  git('merge-base', '--is-ancestor', ...chained.map(({ name }) => name))

  const suite = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts.test
  const runTests = (where: string) =>
    execFileSync('/bin/sh', ['-c', suite], { cwd: where, encoding: 'utf8', stdio: 'pipe' })
  for (const { name, id } of built) {
    const byHand = join(place, id)
    git('worktree', 'add', '--quiet', '--detach', byHand, name)
    expect(runTests(byHand)).toMatch(/^\S+ fail 0$/m)
  }
  // All merge into the base in order, without a conflict, and go together.
  expect(git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main')
  const merge = ['-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', '--no-edit']
  for (const { name } of built) git(...merge, name)
  expect(runTests(folder)).toMatch(/^\S+ pass 10$/m)
})

function expectShown(stdout: string): void {
  const inOrder = [
    'Estimate: 9 to 42 model calls, $0.12 to $1.47 (prices of anthropic:claude-sonnet-5 and',
    /Credential mock-anthropic-\d is rate-limited until .* \(retry-after of the provider\)\./,
    /\[LLD-\d\] round 1: REVISE: No timeout is stated/,
    /IMPL-\d {2}2 .*waits for \d: both change src\/list\.js/,
    /\[IMPL-\d\] red, as expected: \d new tests/,
    '[DEMO] kill -9, in the middle of the work. 3 answers had been paid for.',
    'Calls repeated: 0.',
    /The first code of IMPL-2 failed its tests; it was repaired/,
    '[DEMO] IMPL-1 was refused, as it should be',
    'all merged into main without a conflict: 10 tests pass',
    '$ git log --graph',
    /^\$ git diff \S+\.\.\.agentos\/2-\S+ -- src$/m,
    '[DEMO] Next, in a repository of yours:  agentos init',
  ]
  let rest = stdout
  for (const wanted of inOrder) {
    const at = typeof wanted === 'string' ? rest.indexOf(wanted) : rest.search(wanted)
    expect(at, `${wanted} in what follows:\n${rest}`).toBeGreaterThanOrEqual(0)
    rest = rest.slice(at)
  }
  expect(stdout).toMatch(/\[IMPL-2\] not green: \d of 3 tests fail/)
}

/** Files that its design names, tests, and its own reports: nothing else is in its commits. */
function expectOwnFiles(
  git: (...args: string[]) => string,
  folder: string,
  built: readonly { readonly name: string; readonly id: string }[],
): void {
  for (const { name, id } of built) {
    const others = built.filter((other) => other.name !== name).map((other) => `^${other.name}`)
    const range = [
      '--first-parent',
      name,
      '^main',
      ...others.filter((one) => isBefore(git, one, name)),
    ]
    const changed = git('log', '--format=', '--name-only', ...range).split('\n')
    const design = readDocument(readFileSync(join(folder, `docs/lld/LLD-${id}.md`), 'utf8'))
    const named = design.files.map(({ path }) => path)
    const foreign = changed.filter(
      (path) =>
        !named.includes(path) &&
        !path.startsWith('test/') &&
        !path.startsWith(`docs/reports/${id}-`),
    )
    expect({ name, foreign }).toEqual({ name, foreign: [] })
    expect(changed).toEqual(expect.arrayContaining(named))
  }
}

function isBefore(git: (...args: string[]) => string, excluded: string, name: string): boolean {
  const other = excluded.slice(1)
  return git('merge-base', other, name) === git('rev-parse', other)
}

test('stopped in the middle, it says so and leaves neither a file nor a process', async () => {
  const project = new Project()
  const demo = project.start(['demo'], { env: { TMPDIR: project.root } })
  await demo.says('[ISSUE-')
  demo.signal('SIGTERM')
  const { code, stdout } = await demo.finished
  expect(code).toBe(143)
  expect(stdout).toContain('[DEMO] Stopped.')
  expect(project.list('.')).toEqual([])
})

test('without git it says so before anything else; a folder with something in it is not touched', async () => {
  const project = new Project()
  const bare = await project.agentos(['demo', 'here'], { env: { PATH: project.root } })
  expect(bare).toMatchObject({ code: 2, stdout: '' })
  expect(bare.stderr).toContain('error: The demo needs git: code is built on branches.')
  expect(project.list('.')).toEqual([])

  project.write('full/file.txt', 'mine\n')
  const full = await project.agentos(['demo', 'full'])
  expect(full).toMatchObject({ code: 2, stdout: '' })
  expect(full.stderr).toContain('Folder full is not empty.')
  expect(project.list('full')).toEqual(['file.txt'])
})
