/** Suites that do not pass before an item has changed anything: red tests, flaky ones, suites that cannot run. */
import { expect, test } from 'vitest'
import { implementProject, lastKept } from '../rig/implement-project.ts'

const TEST_FILE = `import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
`
const RED = `${TEST_FILE}
test('sorts by day', () => assert.equal([3, 1].sort()[0], 3))
test('keeps the order', () => assert.deepEqual([1, 2], [1, 2]))
`
const PACKAGE = (test: string) =>
  `{ "name": "todo", "version": "1.0.0", "type": "module", "scripts": { "test": "${test}" } }\n`

test('a test that is red before may go on failing, and is named in the log, the report and the review', async () => {
  const { project, args, provider } = await implementProject({
    designs: ['2'],
    before: (made) => made.write('test/day.test.js', RED),
  })
  const run = await project.agentos(args('2'))
  expect(run.stdout).toContain(
    '[IMPL-2] known red: 1 test failed before anything was changed and may go on: test/day.test.js > sorts by day',
  )
  expect(run.code).toBe(0)
  const report = lastKept(project, '2', 'test-report')
  expect(report).toContain('- test/day.test.js > sorts by day: failed before anything was changed')
  expect(lastKept(project, '2', 'verdict')).toContain('sorts by day')
  expect(provider.statistics().answered).toBeGreaterThan(0)
})

test('a test that fails at random is recognised by one repetition, and stops nothing', async () => {
  const { project, args } = await implementProject({
    designs: ['2'],
    before: (made) => {
      const counter = JSON.stringify(`${made.root}/.git/counter`)
      made.write('.git/counter', '0')
      made.write(
        'test/random.test.js',
        `${TEST_FILE}
test('is on time', () => {
  const count = Number(readFileSync(${counter}, 'utf8')) + 1
  writeFileSync(${counter}, String(count))
  assert.equal(count % 2, 0)
})
`,
      )
    },
  })
  const run = await project.agentos(args('2'))
  expect(run.stdout).toContain(
    '[IMPL-2] flaky: 1 test failed and passed on the same files: test/random.test.js > is on time',
  )
  expect(run.code).toBe(0)
  const report = lastKept(project, '2', 'test-report')
  expect(report).toContain(
    '- test/random.test.js > is on time: failed and passed on the same files',
  )
})

test('a test that passes at first, and fails at random later, is recognised too', async () => {
  const { project, args } = await implementProject({
    designs: ['2'],
    before: (made) => {
      const counter = JSON.stringify(`${made.root}/.git/counter`)
      made.write('.git/counter', '0')
      made.write(
        'test/random.test.js',
        `${TEST_FILE}
test('is on time', () => {
  const count = Number(readFileSync(${counter}, 'utf8')) + 1
  writeFileSync(${counter}, String(count))
  assert.notEqual(count, 2)
})
`,
      )
    },
  })
  const run = await project.agentos(args('2'))
  expect(run.stdout).toContain(
    '[IMPL-2] flaky: failed and passed on the same files: test/random.test.js > is on time',
  )
  expect(run.code).toBe(0)
  const report = lastKept(project, '2', 'test-report')
  expect(report).toContain(
    '- test/random.test.js > is on time: failed and passed on the same files',
  )
})

test('a suite that could not run is tried again by the same command, on the base as it is then', async () => {
  const { project, args, provider } = await implementProject({
    designs: ['2'],
    before: (made) => made.write('package.json', PACKAGE('exit 3')),
  })
  const failed = await project.agentos(args('2'))
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('The tests fail before anything was changed (exit 3)')
  expect(provider.statistics().answered).toBe(0)
  project.write('package.json', PACKAGE('node --test-isolation=none --test'))
  project.commit('package.json')
  const repaired = await project.agentos(args('2'))
  expect(repaired.stdout).toContain('the base has changed: the worktree is made again')
  expect(repaired.code).toBe(0)
})

test('a changed test command is taken up by the same command', async () => {
  const { project, args } = await implementProject({ designs: ['2'] })
  const config = (test: string) =>
    project.write('agentos.config.mjs', `export default { implement: { test: '${test}' } }`)
  config('exit 3')
  expect((await project.agentos(args('2'))).code).toBe(1)
  config('node --test-isolation=none --test')
  expect((await project.agentos(args('2'))).code).toBe(0)
})
