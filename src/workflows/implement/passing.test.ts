import { describe, expect, test } from 'vitest'
import { matching, NOTHING_WANTED, passTroubles } from './passing.ts'
import type { TestRun } from './red.ts'

function run(passing: readonly string[], more: Partial<TestRun> = {}): TestRun {
  const counts = { passed: passing.length, failed: 0, failing: [], passing }
  return { command: 'node --test', exitCode: 0, timedOut: false, output: '', counts, ...more }
}

describe('a run has not passed', () => {
  test.each([
    ['that did not end', run(['a'], { timedOut: true }), /in time/],
    ['that ran nothing', run([]), /no test was run/],
    ['whose output nobody can count', run([], { counts: null }), /cannot be counted/],
    ['that failed', run(['a'], { exitCode: 1 }), /exit code 1/],
  ])('%s', (_, tried, reason) => {
    expect(passTroubles(tried, 'node:test', NOTHING_WANTED).join()).toMatch(reason)
  })

  test('without a test that was written, or one that passed before', () => {
    const written = { ...NOTHING_WANTED, written: ['a', 'b'] }
    expect(passTroubles(run(['a', 'x > a']), 'node:test', written)).toEqual([
      'these tests did not run: b',
    ])
    const before = { ...NOTHING_WANTED, before: ['old, 12 ms'] }
    expect(passTroubles(run(['a']), 'go', before)).toEqual(['these tests did not run: old, 12 ms'])
    expect(passTroubles(run(['old, 13 ms']), 'go', before)).toEqual([])
  })

  test('with fewer tests than there were, where a runner names none, or too many', () => {
    const wanted = { written: ['a', 'b'], before: [], count: 2 }
    const files = { passed: 1, failed: 0, failing: [], passing: ['test/a.test.ts'] }
    const fewer = ['1 tests pass, and 2 should']
    expect(passTroubles(run([], { counts: files }), 'vitest', wanted)).toEqual(fewer)
    expect(passTroubles(run([], { counts: { ...files, passed: 2 } }), 'vitest', wanted)).toEqual([])
    const cut = { ...files, isCut: true }
    expect(passTroubles(run([], { counts: cut }), 'node:test', wanted)).toEqual(fewer)
  })
})

test('a runner of the project’s own has its exit code only', () => {
  const silent = run([], { counts: null })
  expect(passTroubles(silent, 'own', NOTHING_WANTED)).toEqual([])
})

test.each([
  ['adds', 'adds'],
  ['adds', 'list > adds'],
  [`adds \${count} items`, 'adds 3 items'],
  ['adds %d (REQ-1)', 'adds 3 (REQ-1)'],
  ["it\\'s (1+1)", "it's (1+1)"],
  ['test_c', 'tests/test_a.py::test_c'],
])('%s is printed as %s', (written, printed) => {
  expect(matching(written)(printed)).toBe(true)
  expect(matching(written)(`${printed} more`)).toBe(false)
})
