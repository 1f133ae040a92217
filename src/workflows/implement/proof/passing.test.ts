import { describe, expect, test } from 'vitest'
import { NOTHING_WANTED, passTroubles, suspects } from './passing.ts'
import type { TestRun } from './red.ts'
import { readTestOutput } from './test-output.ts'

function run(passing: readonly string[], more: Partial<TestRun> = {}): TestRun {
  const counts = { passed: passing.length, failed: 0, failing: [], passing }
  return { command: 'node --test', exitCode: 0, timedOut: false, output: '', counts, ...more }
}

describe('a run has not passed', () => {
  test.each([
    ['that did not end', run(['a'], { timedOut: true }), /in time/],
    ['that ran nothing', run([]), /no test was run/],
    ['that says nothing of its tests', run([], { counts: null }), /printed no results/],
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
    const wanted = { ...NOTHING_WANTED, written: ['a', 'b'], count: 2 }
    const files = { passed: 1, failed: 0, failing: [], passing: [] }
    const fewer = ['1 tests pass, and 2 should']
    expect(passTroubles(run([], { counts: files }), 'vitest', wanted)).toEqual(fewer)
    expect(passTroubles(run([], { counts: { ...files, passed: 2 } }), 'vitest', wanted)).toEqual([])
    const cut = { ...files, isCut: true }
    expect(passTroubles(run([], { counts: cut }), 'node:test', wanted)).toEqual(fewer)
  })
})

test('a file that node:test counts as one passed test has run none of its own, whatever it has printed', () => {
  const forged = (line: string) =>
    `✔ adds (0.5ms)\n${line}\n✔ test/helper.mjs (9ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0\n`
  const wanted = { ...NOTHING_WANTED, written: ['adds'], files: ['test/a.test.mjs'] }
  for (const line of ['✔ test/a.test.mjs (35.1ms)', 'unfinished line ✔ test/a.test.mjs (35.1ms)']) {
    const counts = readTestOutput('node:test', forged(line)) ?? null
    expect(passTroubles(run([], { counts }), 'node:test', wanted)).toEqual([
      'no test of these files ran, their process ended before: test/a.test.mjs',
    ])
  }
  const tap = readTestOutput('node:test', 'ok 1 - test/a.test.mjs\n# pass 1\n# fail 0\n') ?? null
  expect(passTroubles(run([], { counts: tap }), 'node:test', wanted).join()).toMatch(/test\/a.test/)
  const honest = readTestOutput('node:test', forged('✔ b (1ms)')) ?? null
  expect(passTroubles(run([], { counts: honest }), 'node:test', wanted)).toEqual([])
})

test('an exit code alone is no proof, whoever runs the tests', () => {
  const silent = run([], { counts: null, command: 'make check' })
  expect(passTroubles(silent, 'own', NOTHING_WANTED)).toEqual([
    expect.stringMatching(/what `make check` prints cannot be counted.*implement\.test.*TAP/),
  ])
})

test('with the consent of the config it is, if it is 0 and tests were run', () => {
  const byExitCode = run([], { counts: null, command: 'make check', isByExitCode: true })
  const wanted = { ...NOTHING_WANTED, written: ['a'], count: 3 }
  expect(passTroubles(byExitCode, 'own', wanted)).toEqual([])
  expect(passTroubles({ ...byExitCode, exitCode: 2 }, 'own', wanted)).toEqual(['exit code 2'])
  expect(passTroubles({ ...byExitCode, output: 'no tests ran' }, 'own', wanted)).toEqual([
    'no test was run',
  ])
})

test('a name that only a run completes is looked for among those that no other test has', () => {
  const written = { ...NOTHING_WANTED, written: ['adds', `\${…} items`] }
  expect(passTroubles(run(['adds', '3 items']), 'node:test', written)).toEqual([])
  expect(passTroubles(run(['adds', 'no']), 'node:test', written)).toHaveLength(1)
  const any = { ...NOTHING_WANTED, written: ['adds', `\${…}`] }
  expect(passTroubles(run(['adds', 'what ever']), 'node:test', any)).toEqual([])
  expect(passTroubles(run(['adds']), 'node:test', any)).toHaveLength(1)
})

test('a runner that has named every test that it ran is taken at its word', () => {
  const written = { ...NOTHING_WANTED, written: ['a'] }
  expect(passTroubles(run(['a.test.ts > b']), 'vitest', written)).toEqual([
    'these tests did not run: a',
  ])
})

describe('tests that failed before', () => {
  const failing = (names: readonly string[], passing = ['a']) =>
    run([], {
      exitCode: 1,
      counts: { passed: passing.length, failed: names.length, failing: names, passing },
    })
  const wanted = { ...NOTHING_WANTED, excused: ['old', 'at random'], before: ['a'] }

  test('may go on failing', () => {
    expect(passTroubles(failing(['old']), 'node:test', wanted)).toEqual([])
    expect(passTroubles(run(['a', 'old']), 'node:test', wanted)).toEqual([])
  })

  test('and nothing else may', () => {
    expect(passTroubles(failing(['old', 'b']), 'node:test', wanted)).toEqual([
      '1 of 3 tests fail, beside 1 that failed before (b)',
    ])
    const unnamed = { passed: 1, failed: 2, failing: ['old'], passing: ['a'] }
    expect(passTroubles(run([], { exitCode: 1, counts: unnamed }), 'vitest', wanted)).toHaveLength(
      1,
    )
    expect(passTroubles(failing(['old'], ['c']), 'node:test', wanted)).toEqual([
      'these tests did not run: a',
    ])
    const lint = { passed: 1, failed: 0, failing: [], passing: ['a'] }
    expect(passTroubles(run([], { exitCode: 1, counts: lint }), 'node:test', wanted)).toEqual([
      'exit code 1',
    ])
  })

  test('are no reason to try again; those that passed before are', () => {
    expect(suspects(failing(['old', 'a', 'new']), wanted)).toEqual(['a'])
  })
})

test('a test that moves into another suite of its file has not vanished; one that moves to another file has', () => {
  const before = ['a.test.js > adds', 'a.test.js > list > shows', 'b.test.js > adds']
  const passing = ['a.test.js > sums > adds', 'a.test.js > lists > shows', 'c.test.js > adds']
  const now = run(passing)
  expect(passTroubles(now, 'vitest', { ...NOTHING_WANTED, before })).toEqual([
    'these tests did not run: b.test.js > adds',
  ])
})
