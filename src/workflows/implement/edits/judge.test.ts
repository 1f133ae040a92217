import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import { judgeChanges } from './judge.ts'
import type { Rules } from './scope.ts'

const FILES: Readonly<Record<string, string>> = {
  'src/a.js': 'export const a = 1\n',
  '.npmrc': 'registry=y\n',
  'test/a.test.js':
    "import { a } from '../src/a.js'\ntest('a', () => {\n  assert.equal(a, 1)\n})\n",
  'test/use.test.js': 'useClock()\ncheckAll(cases)\n',
  'test/run.js': "console.log('runs all')\n",
}
const rules: Rules = {
  phase: 'code',
  named: ['src/a.js'],
  allowedPaths: [],
  testPaths: [],
  existing: Object.keys(FILES),
  deletable: [],
  proven: {},
  original: async (path) => FILES[path],
  findings: '',
}
const worktree = {
  read: async (path: string) => FILES[path],
  pathTrouble: () => undefined,
  secretIn: (text: string) =>
    text.includes('[secret key-1]') ? { id: 'key-1', line: 2 } : undefined,
}

function judge(path: string, content: string, more: Partial<Rules> = {}) {
  const change: Change = { path, action: 'write', content, edits: [] }
  return judgeChanges(worktree, { changes: [change] }, { ...rules, ...more })
}

test('what would change nothing is no change', async () => {
  const same = await judge('src/a.js', FILES['src/a.js'] ?? '')
  expect(same.problems).toEqual(['src/a.js: the model returned the same file'])
})

test('what tests are run with is only for a design that names it', async () => {
  for (const path of ['test/run.js', 'test/conftest.py', 'test/vitest.config.ts'])
    expect((await judge(path, 'x\n')).refused, path).toEqual([
      `"${path}": it is no test but what tests are run with`,
    ])
  expect((await judge('test/run.js', 'x\n', { named: ['test/run.js'] })).refused).toEqual([])
  expect((await judge('test/helper.js', 'x\n')).refused).toEqual([])
})

test('a test that the design does not name may grow, and nothing else', async () => {
  const old = FILES['test/a.test.js'] ?? ''
  const grown = `import { more } from '../src/a.js'\n${old}test('b', () => assert.equal(more, 2))\n`
  expect((await judge('test/a.test.js', grown)).problems).toEqual([])
  const changed = old.replace('(a, 1)', '(a, 2)')
  expect((await judge('test/a.test.js', changed)).problems).toEqual([
    'test/a.test.js: the design does not name it, so what is there stays: `assert.equal(a, 1)`',
  ])
  const named = { named: ['test/a.test.js'] }
  expect((await judge('test/a.test.js', changed, named)).problems).toEqual([])
  const shifted = (await judge('test/use.test.js', 'checkAll(cases)\n')).problems
  expect(shifted).toEqual([
    'test/use.test.js: the design does not name it, so what is there stays: `useClock()`',
  ])
})

test('in a file of the project, the tests of this work are no part of what stays', async () => {
  const old = FILES['test/a.test.js'] ?? ''
  const own = "test('B1: c', () => {\n  assert.equal(c(), 3)\n})\n"
  const texts: Record<string, string> = { ...FILES, 'test/a.test.js': old + own }
  const now = { ...worktree, read: async (path: string) => texts[path] }
  const renamed = edited('test/a.test.js', "'B1: c'", "'c is three'")
  expect((await judgeChanges(now, { changes: [renamed] }, rules)).problems).toEqual([])
  const changed = edited('test/a.test.js', '  assert.equal(c(), 3)\n', '  assert.ok(c())\n')
  expect((await judgeChanges(now, { changes: [changed] }, rules)).problems).toEqual([
    'test/a.test.js: the test "B1: c" would check less: 1 of its assertions would hold for nearly any value',
  ])
  const asked = { ...rules, findings: 'The test "B1: c" demands too much.' }
  expect((await judgeChanges(now, { changes: [changed] }, asked)).problems).toEqual([])
})

test('a file with a secret in it, or with what is left of one, is refused with its line', async () => {
  const { problems } = await judge('src/a.js', 'export const a = 2\nconst key = "[secret key-1]"\n')
  expect(problems).toEqual(['src/a.js, line 2: the secret key-1 must not stand in a file'])
})

test('what a model was not shown it may not write over', async () => {
  const { refused } = await judge('.npmrc', 'registry=x\n', { named: ['.npmrc'] })
  expect(refused).toEqual([
    '".npmrc": its name is that of a file with secrets, which no model is shown',
  ])
  const { problems } = await judge('src/a.js', 'export const a = "[looks like a secret]"\n')
  expect(problems).toEqual([
    'src/a.js: "[looks like a secret]" stands for what is in the file; edit around it',
  ])
})

test('a file that needs no change may be repeated beside others that do', async () => {
  const same: Change = {
    path: 'src/a.js',
    action: 'write',
    content: 'export const a = 1\n',
    edits: [],
  }
  const other = { ...same, path: 'src/b.js' }
  const named = { ...rules, named: ['src/a.js', 'src/b.js'] }
  const judged = await judgeChanges(worktree, { changes: [same, other] }, named)
  expect(judged.problems).toEqual([])
  expect([...judged.files.keys()]).toEqual(['src/b.js'])
  const empty = await judgeChanges(worktree, { changes: [], mayBeEmpty: true }, named)
  expect(empty.problems).toEqual([])
})

test('what a refused answer would have written is corrected by edits', async () => {
  const proposal = {
    changes: [edited('src/new.js', 'twoo', 'two')],
    draft: { 'src/new.js': 'twoo\n' },
  }
  const judged = await judgeChanges(worktree, proposal, { ...rules, named: ['src/new.js'] })
  expect(judged.problems).toEqual([])
  expect([...judged.files]).toEqual([['src/new.js', { before: undefined, after: 'two\n' }]])
  const alone = await judgeChanges(worktree, { ...proposal, changes: [] }, rules)
  expect([...alone.files.keys()]).toEqual(['src/new.js'])
})

test('of a refused answer new files are kept, and what was there stays as it was', async () => {
  const weaker = edited('test/a.test.js', '  assert.equal(a, 1)\n', '')
  const fresh: Change = {
    path: 'src/b.js',
    action: 'write',
    content: '[secret key-1]\n',
    edits: [],
  }
  const unfit = edited('src/a.js', 'nowhere', 'x')
  const named = { ...rules, named: ['src/a.js', 'src/b.js', 'test/a.test.js'] }
  const judged = await judgeChanges(worktree, { changes: [weaker, fresh, unfit] }, named)
  expect(judged.problems).toHaveLength(3)
  expect(judged.draft).toEqual({ 'src/b.js': '[secret key-1]\n' })
  expect(judged.unfit).toEqual(['src/a.js'])
  const taken = { changes: [{ ...fresh, action: 'delete' as const }], draft: judged.draft }
  expect((await judgeChanges(worktree, taken, named)).problems).toEqual([
    'src/b.js: the model returned the same file',
  ])
})

test('a file of another phase is no part of what is kept', async () => {
  const change: Change = { path: 'src/b.js', action: 'write', content: 'b\n', edits: [] }
  const named = { ...rules, named: ['src/b.js'], phase: 'tests' as const }
  const judged = await judgeChanges(worktree, { changes: [change] }, named)
  expect(judged.problems).toEqual(['src/b.js is no test; only tests are written now'])
  expect(judged.draft).toEqual({})
})

function edited(path: string, search: string, replace: string): Change {
  return { path, action: 'edit', content: '', edits: [{ search, replace }] }
}
