import { describe, expect, test } from 'vitest'
import { redTroubles, type TestRun } from './red.ts'
import { readTestOutput } from './test-output.ts'
import type { Framework } from './test-tools.ts'

const tests = { 'test/a.test.js': "test('T010 (REQ-1): adds', () => assert.equal(add(), 1))" }
const written = { tests, known: [], named: ['src/a.js', 'test/a.test.js'], requirements: [1] }

function run(output: string, more: Partial<TestRun> = {}): TestRun {
  const base = { command: 'node --test', exitCode: 1, timedOut: false, counts: null }
  return { ...base, output, ...more }
}

/** As it would be tried. */
function tried(framework: Framework, output: string, exitCode = 1): TestRun {
  return run(output, { exitCode, counts: readTestOutput(framework, output) ?? null })
}

const SEEN = '✖ T010 (REQ-1): adds (1ms)\nℹ pass 0\nℹ fail 1\n'
const UNLOADED = '✖ test/a.test.js (30ms)\nℹ pass 0\nℹ fail 1\n'

describe('red for the right reason', () => {
  test.each<[string, TestRun]>([
    ['an assertion fails', tried('node:test', `${SEEN}AssertionError: 1 !== 2`)],
    ['a test of syntax errors fails', tried('node:test', `${SEEN}no SyntaxError was thrown`)],
    [
      'the module is to be written',
      tried(
        'node:test',
        `${UNLOADED}Cannot find module '/w/src/a.js' imported from test/a.test.js`,
      ),
    ],
    [
      'an export is missing',
      tried(
        'node:test',
        `${UNLOADED}SyntaxError: The requested module '../src/a.js' does not provide an export named 'add'`,
      ),
    ],
    [
      'a runner that counts nothing then',
      tried(
        'mocha',
        " Exception during run: Error: Cannot find module '../src/a.js'\nRequire stack:",
      ),
    ],
    [
      'spelled by another runner',
      tried(
        'jest',
        "  ● Test suite failed to run\n\n    Cannot find module '../src/a' from 'test/a.test.js'\n\nTests:       0 total\n",
      ),
    ],
    [
      'a package of Python',
      tried(
        'pytest',
        "E   ModuleNotFoundError: No module named 'src'\nERROR test/a.py\n=== 1 error in 0.90s ===\n",
        2,
      ),
    ],
    [
      'a name of a module of Python',
      tried(
        'pytest',
        "E   ImportError: cannot import name 'x' from 'src.a' (src/a.py)\nERROR test/a.py\n=== 1 error in 0.90s ===\n",
        2,
      ),
    ],
    ['a compiler', tried('cargo', 'error[E0425]: cannot find function `add` in this scope\n', 101)],
    ['another compiler', tried('go', './a_test.go:9:5: undefined: Add\nFAIL\tm [build failed]\n')],
  ])('%s', (_, red) => {
    expect(redTroubles(red, written)).toEqual([])
  })

  test('a test that expects something else now', () => {
    const known = ['T010 (REQ-1): adds']
    expect(redTroubles(tried('node:test', SEEN), { ...written, known })).toEqual([])
  })
})

describe('red for a wrong reason', () => {
  test.each<[string, TestRun, RegExp]>([
    ['a syntax error', tried('node:test', `${UNLOADED}SyntaxError: Unexpected token`), /syntax/],
    [
      'a missing package',
      tried('node:test', `${UNLOADED}Cannot find package 'left-pad' imported from test/a.test.js`),
      /import left-pad/,
    ],
    [
      'an export that nobody will bring',
      tried(
        'node:test',
        `${UNLOADED}SyntaxError: The requested module 'node:fs' does not provide an export named 'x'`,
      ),
      /something of node:fs that it lacks/,
    ],
    ['a missing tool', run('sh: 1: vitest: not found', { exitCode: 127 }), /cannot be run/],
    ['no end', run('', { timedOut: true }), /in time/],
    ['a throw before any test', tried('node:test', `${UNLOADED}Error: not today`), /did not run/],
    ['another test that fails', tried('node:test', SEEN.replace('adds', 'takes')), /did not run/],
    ['nothing but an exit code', run(''), /cannot be counted/],
    [
      'no tests of its kind',
      tried('pytest', 'collected 0 items\n\n=== no tests ran in 0.67s ===\n', 5),
      /No test was run/,
    ],
    [
      'no file',
      tried(
        'pytest',
        '=== no tests ran in 0.91s ===\nERROR: file or directory not found: x.py\n',
        4,
      ),
      /No test was run/,
    ],
  ])('%s', (_, red, reason) => {
    expect(redTroubles(red, written)).toEqual([expect.stringMatching(reason)])
  })

  test('not red at all', () => {
    expect(redTroubles(run('', { exitCode: 0 }), written)[0]).toMatch(/pass already/)
    const counts = { passed: 1, failed: 1, failing: ['x'], passing: ['T010 (REQ-1): adds'] }
    expect(redTroubles(run('', { counts }), written)[0]).toMatch(/"T010 .* passes already/)
  })

  test('a test that does not run beside one that does', () => {
    const two = {
      'test/a.test.js': `${tests['test/a.test.js']}\ntest('b', () => assert.equal(b(), 1))`,
    }
    const output = `${SEEN}Cannot find module '/w/src/a.js' imported from test/a.test.js`
    expect(redTroubles(tried('node:test', output), { ...written, tests: two })).toEqual([
      'The test "b" was not seen to fail: it did not run.',
    ])
  })

  test('an old test that passes is none of it', () => {
    const counts = { passed: 1, failed: 1, failing: ['T010 (REQ-1): adds'], passing: ['x > old'] }
    const text = `${tests['test/a.test.js']}\ntest('old', () => assert.equal(old(), 1))`
    const grown = { ...written, tests: { 'test/a.test.js': text }, known: ['old'] }
    expect(redTroubles(run('', { counts }), grown)).toEqual([])
    expect(redTroubles(run('', { counts }), { ...grown, known: [] })).toHaveLength(1)
  })

  test('nothing that could be red', () => {
    const nothing = { ...written, tests: { 'test/a.test.js': '// later' } }
    expect(redTroubles(run(''), nothing)).toEqual([
      'There is no test in what was written as tests.',
    ])
    const counts = { passed: 0, failed: 0, failing: [], passing: [] }
    expect(redTroubles(run('', { counts }), written)).toEqual(['No test was run.'])
  })

  test('a requirement that no test names', () => {
    const more = { ...written, requirements: [1, 2] }
    expect(redTroubles(run(''), more)[0]).toMatch(/REQ-2/)
    const told = { 'test/a.test.js': `${tests['test/a.test.js']} // REQ-2 later` }
    expect(redTroubles(run(''), { ...more, tests: told })[0]).toMatch(/REQ-2/)
  })
})
