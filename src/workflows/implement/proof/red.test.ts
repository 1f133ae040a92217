import { describe, expect, test } from 'vitest'
import type { Scenario } from '../../lld/document.ts'
import { redTroubles, redWords, type TestRun } from './red.ts'
import { readTestOutput } from './test-output.ts'
import type { Framework } from './test-tools.ts'
import { readWritten, textTroubles, type WrittenTests } from './written-tests.ts'

const TEXT = "test('T010 (REQ-1): adds', () => assert.equal(add(), 1))"
const tests = await writtenTests(TEXT)
const scenarios = [scenario('T010', 'Auto', 1)]
const written = { tests, named: ['src/a.js', 'test/a.test.js'], scenarios }

async function writtenTests(text: string, before?: string): Promise<WrittenTests> {
  return { 'test/a.test.js': await readWritten('test/a.test.js', text, before) }
}

function scenario(id: string, type: string, requirement: number): Scenario {
  const cells = { scenario: '', input: '', expected: '', criteria: '' }
  return { id, type, requirements: [requirement], ...cells }
}

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

  test('a test that expects something else now', async () => {
    const changed = await writtenTests(TEXT, TEXT.replace('(), 1)', '(), 2)'))
    expect(redTroubles(tried('node:test', SEEN), { ...written, tests: changed })).toEqual([])
    const words = redWords(tried('node:test', SEEN), changed)
    expect(words).toBe('tests that were there expect something else now, and fail')
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

  test('a test that does not run beside one that does', async () => {
    const two = await writtenTests(`${TEXT}\ntest('b', () => assert.equal(b(), 1))`)
    const output = `${SEEN}Cannot find module '/w/src/a.js' imported from test/a.test.js`
    expect(redTroubles(tried('node:test', output), { ...written, tests: two })).toEqual([
      'The test "b" was not seen to fail: it did not run.',
    ])
  })

  test('an old test that passes is none of it', async () => {
    const counts = { passed: 1, failed: 1, failing: ['T010 (REQ-1): adds'], passing: ['x > old'] }
    const old = "test('old', () => assert.equal(old(), 1))"
    const grown = await writtenTests(`${TEXT}\n${old}`, old)
    expect(redTroubles(run('', { counts }), { ...written, tests: grown })).toEqual([])
    const fresh = await writtenTests(`${TEXT}\n${old}`)
    expect(redTroubles(run('', { counts }), { ...written, tests: fresh })).toHaveLength(1)
  })

  test('no test that was run', () => {
    const counts = { passed: 0, failed: 0, failing: [], passing: [] }
    expect(redTroubles(run('', { counts }), written)).toEqual(['No test was run.'])
  })

  test('all of its reasons at once', async () => {
    const three = await writtenTests(
      `${TEXT}\ntest('b', () => assert.equal(b(), 1))\ntest('c', () => assert.equal(c(), 1))`,
    )
    const counts = { passed: 1, failed: 1, failing: ['T010 (REQ-1): adds'], passing: ['b'] }
    const output = "Cannot find package 'left-pad' imported from test/a.test.js"
    const troubles = redTroubles(run(output, { counts }), { ...written, tests: three })
    expect(troubles).toEqual([
      expect.stringMatching(/"b" passes already/),
      expect.stringMatching(/import left-pad/),
      expect.stringMatching(/"c" was not seen to fail/),
    ])
  })
})

describe('what stays as it is', () => {
  const BOTH = `${TEXT}\ntest('T020 (REQ-2): keeps the order', () => assert.equal(order(), 1))`
  const stays = [...scenarios, scenario('T020', 'Stays', 2)]
  const [FAILS, KEEPS] = ['T010 (REQ-1): adds', 'T020 (REQ-2): keeps the order']

  test('passes before the code is written', async () => {
    const judged = { ...written, tests: await writtenTests(BOTH), scenarios: stays }
    const counts = { passed: 1, failed: 1, failing: [FAILS], passing: [KEEPS] }
    expect(redTroubles(run('', { counts }), judged)).toEqual([])
    expect(redWords(run('', { counts }), judged.tests)).toBe(
      '2 new tests, 1 of them fail, 1 pass, for what they test stays',
    )
    const auto = [...scenarios, scenario('T020', 'Auto', 2)]
    expect(redTroubles(run('', { counts }), { ...judged, scenarios: auto })).toHaveLength(1)
  })

  test('and nothing else does; nor may it fail', async () => {
    const judged = { ...written, tests: await writtenTests(BOTH), scenarios: stays }
    const swapped = { passed: 1, failed: 1, failing: [KEEPS], passing: [FAILS] }
    expect(redTroubles(run('', { counts: swapped }), judged)).toEqual([
      expect.stringMatching(/"T010 .* passes already/),
      expect.stringMatching(/"T020 .* fails before any code is written/),
    ])
  })

  test('may be all that is new', async () => {
    const only = BOTH.split('\n')[1] ?? ''
    const judged = { ...written, tests: await writtenTests(only), scenarios: stays.slice(1) }
    const counts = { passed: 1, failed: 0, failing: [], passing: [KEEPS] }
    expect(redTroubles(run('', { exitCode: 0, counts }), judged)).toEqual([])
  })
})

describe('by their text alone', () => {
  const troubles = (after: string, wanted = scenarios) =>
    textTroubles(new Map([['test/a.test.js', { before: undefined, after }]]), wanted)

  test('tests must be tests', async () => {
    expect(await troubles('// later')).toEqual(['There is no test in what was written as tests.'])
  })

  test('every requirement is named, by itself or by its scenario, in a name or a text, not in a comment', async () => {
    const more = [...scenarios, scenario('T020', 'Auto', 2)]
    expect((await troubles(TEXT, more)).join()).toMatch(/No new test names REQ-2/)
    expect((await troubles(`${TEXT} // REQ-2 later`, more)).join()).toMatch(/REQ-2/)
    const named = `${TEXT}\ntest('t020 takes', () => assert.equal(take(), 1))`
    expect(await troubles(named, more)).toEqual([])
    const table = `${TEXT}\ntest.each(['REQ-2: takes'])('%s', () => assert.equal(take(), 1))`
    expect(await troubles(table, more)).toEqual([])
    const manual = [...scenarios, scenario('T020', 'Manual: a printer is needed', 2)]
    expect(await troubles(TEXT, manual)).toEqual([])
    const stays = [...scenarios, scenario('T020', 'Stays', 2)]
    expect(await troubles(TEXT, stays)).toEqual([])
  })

  test('all reasons come at once, and tests of a language that cannot be read have none', async () => {
    const text = "test.skip('a', f)\ntest('b', () => {})\ntest('c', () => assert.ok(true))"
    expect(await troubles(text)).toHaveLength(4)
    const ruby = new Map([['spec/a_spec.rb', { before: undefined, after: 'it "adds" do\nend' }]])
    expect(await textTroubles(ruby, scenarios)).toEqual([])
  })
})

describe('by exit code alone, with the consent of the config', () => {
  const byExitCode = (output: string, exitCode = 1) => run(output, { exitCode, isByExitCode: true })

  test('new tests are red if the suite fails with them', () => {
    expect(redTroubles(byExitCode('1 problem'), written)).toEqual([])
    expect(redWords(byExitCode('1 problem'), tests)).toBe(
      '1 new test, with exit code 1; they were not counted',
    )
  })

  test.each<[string, TestRun, RegExp]>([
    ['passes', byExitCode('', 0), /pass already/],
    ['does not end', { ...byExitCode(''), timedOut: true }, /in time/],
    ['has no tool', byExitCode('sh: 1: zig: not found', 127), /cannot be run/],
    ['cannot be parsed', byExitCode('SyntaxError: x'), /syntax error/],
    ['lacks a package', byExitCode("Cannot find package 'left-pad'"), /import left-pad/],
  ])('a suite that %s is not red', (_, tried, reason) => {
    expect(redTroubles(tried, written).join()).toMatch(reason)
  })

  test('tests of what stays must pass', () => {
    const stays = { ...written, scenarios: [scenario('T010', 'Stays', 1)] }
    expect(redTroubles(byExitCode('', 0), stays)).toEqual([])
    expect(redTroubles(byExitCode(''), stays).join()).toMatch(/of type Stays, but fails/)
  })
})
