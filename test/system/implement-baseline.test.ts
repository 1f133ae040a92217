/** Suites that do not pass before an item has changed anything: red tests, flaky ones, suites that cannot run. */
import { expect, test } from 'vitest'
import { sharedByTests } from '../rig/at-end.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import type { Project } from '../rig/project.ts'

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

/** A test that knows how often it was run. */
function counting(project: Project, name: string, assertion: string): void {
  const counter = JSON.stringify(`${project.root}/.git/counter-${name}`)
  project.write(`.git/counter-${name}`, '0')
  project.write(
    `test/${name}.test.js`,
    `${TEST_FILE}
test('is ${name}', () => {
  const count = Number(readFileSync(${counter}, 'utf8')) + 1
  writeFileSync(${counter}, String(count))
  ${assertion}
})
`,
  )
}

/** A suite that cannot run, by its script and then by the config; repaired, it has tests that are red or fail at random. */
const built = sharedByTests(async () => {
  const made = await implementProject({
    designs: ['3'],
    after: (project) => {
      project.write('package.json', PACKAGE('exit 3'))
      project.write('test/day.test.js', RED)
      counting(project, 'random', 'assert.equal(count % 2, 0)')
      // Not yet when the suite is run before any change, which happens twice.
      counting(project, 'late', 'assert.notEqual(count, 3)')
    },
  })
  const { project, args, provider } = made
  const config = (test: string) =>
    project.write('agentos.config.mjs', `export default { implement: { test: '${test}' } }`)
  const failed = await project.agentos(args('3'))
  project.write('package.json', PACKAGE('node --test-isolation=none --test'))
  project.commit('package.json')
  config('exit 4')
  const failedByConfig = await project.agentos(args('3'))
  const { answered } = provider.statistics()
  config('node --test-isolation=none --test')
  const run = await project.agentos(args('3'))
  return {
    ...made,
    failed,
    failedByConfig,
    answered,
    run,
    report: lastKept(project, '3', 'test-report'),
  }
})

test('a suite that could not run is tried again by the same command, on the base as it is then', () => {
  const { failed, failedByConfig, answered } = built()
  expect(failed.code).toBe(1)
  expect(failed.stdout).toContain('The tests fail before anything was changed (exit 3)')
  expect(failedByConfig.stdout).toContain('the base has changed: the worktree is made again')
  expect(answered).toBe(0)
})

test('a changed test command is taken up by the same command', () => {
  const { failedByConfig, run } = built()
  expect(failedByConfig.code).toBe(1)
  expect(failedByConfig.stdout).toContain('The tests fail before anything was changed (exit 4)')
  expect(run.code).toBe(0)
})

test('a test that is red before may go on failing, and is named in the log, the report and the review', () => {
  const { project, run, report } = built()
  expect(run.stdout).toContain(
    '[IMPL-3] known red: 1 test failed before anything was changed and may go on: test/day.test.js > sorts by day',
  )
  expect(report).toContain('- test/day.test.js > sorts by day: failed before anything was changed')
  expect(lastKept(project, '3', 'verdict')).toContain('sorts by day')
})

test('a test that fails at random is recognised by one repetition, and stops nothing', () => {
  const { run, report } = built()
  expect(run.stdout).toContain(
    '[IMPL-3] flaky: 1 test failed and passed on the same files: test/random.test.js > is random',
  )
  expect(report).toContain('- test/random.test.js > is random: failed and passed on the same files')
})

test('a test that passes at first, and fails at random later, is recognised too', () => {
  const { run, report } = built()
  expect(run.stdout).toContain(
    '[IMPL-3] flaky: failed and passed on the same files: test/late.test.js > is late',
  )
  expect(report).toContain('- test/late.test.js > is late: failed and passed on the same files')
})
