import { expect, test } from 'vitest'
import { baselineTrouble } from './baseline.ts'
import { excusedBy, excusedWords } from './excused.ts'
import type { TestRun } from './red.ts'

const tools = { framework: 'node:test', all: 'npm test', some: '', from: '' } as const

function run(failing: readonly string[], more: Partial<TestRun> = {}): TestRun {
  const counts = { passed: 3, failed: failing.length, failing, passing: ['a', 'b', 'c'] }
  const exitCode = failing.length === 0 ? 0 : 1
  return { command: 'npm test', exitCode, timedOut: false, output: '', counts, ...more }
}

test('a suite can be used if all that fails in it has a name', () => {
  expect(baselineTrouble(run([]), tools)).toBeUndefined()
  expect(baselineTrouble(run(['d']), tools)).toBeUndefined()
})

test('with the consent of the config an exit code is enough, if it is 0', () => {
  const passed = run([], { counts: null, isByExitCode: true })
  expect(baselineTrouble(passed, tools)).toBeUndefined()
  expect(baselineTrouble({ ...passed, exitCode: 2 }, tools)).toBe(
    'exit code 2, by which they are judged',
  )
  expect(baselineTrouble({ ...passed, timedOut: true }, tools)).toMatch(/in time/)
})

test.each<[string, TestRun, RegExp]>([
  ['does not end', run([], { timedOut: true }), /in time/],
  ['has no runner', run([], { counts: null, exitCode: 127, output: 'x: not found' }), /not found/],
  [
    'cannot be counted',
    run([], { counts: null }),
    /cannot be counted.*implement\.judgeBy: 'exit-code'/,
  ],
  ['breaks off', run([], { counts: null, exitCode: 2 }), /exit code 2, and no results/],
  ['fails for another reason', run([], { exitCode: 1 }), /although no test fails/],
  [
    'does not name what fails',
    run([], { exitCode: 1, counts: { passed: 1, failed: 2, failing: ['d'], passing: ['a'] } }),
    /2 of them fail, and not all of their names/,
  ],
  [
    'fails altogether',
    run([], { exitCode: 1, counts: { passed: 0, failed: 2, failing: ['d', 'e'], passing: [] } }),
    /all of them fail/,
  ],
])('a suite cannot be used if it %s', (_, tried, reason) => {
  expect(baselineTrouble(tried, tools)).toMatch(reason)
})

test('what fails twice is red, what fails once is flaky', () => {
  const excused = excusedBy(run(['d', 'e']), run(['d', 'f']))
  expect(excused).toEqual({ red: ['d'], flaky: ['e', 'f'] })
  expect(excusedWords(excused)).toEqual([
    'known red: 1 test failed before anything was changed and may go on: d',
    'flaky: 2 tests failed and passed on the same files: e; f',
  ])
})
