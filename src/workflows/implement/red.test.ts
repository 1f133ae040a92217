import { describe, expect, test } from 'vitest'
import { redTroubles, type TestRun } from './red.ts'

const tests = { 'test/a.test.js': "test('T010 (REQ-1): adds', () => assert.equal(add(), 1))" }
const written = { tests, named: ['src/a.js', 'test/a.test.js'], requirements: [1] }

function run(output: string, more: Partial<TestRun> = {}): TestRun {
  const base = { command: 'node --test', exitCode: 1, timedOut: false, counts: null }
  return { ...base, output, ...more }
}

describe('red for the right reason', () => {
  test.each([
    ['an assertion fails', 'AssertionError: 1 !== 2'],
    [
      'the module is to be written',
      "Cannot find module '/w/src/a.js' imported from /w/test/a.test.js",
    ],
    ['spelled by another runner', "Cannot find module '../src/a' from 'test/a.test.js'"],
    ['a package of Python', "ModuleNotFoundError: No module named 'src'"],
    ['a module of Python', "ModuleNotFoundError: No module named 'src.a'"],
    ['an export is missing', "SyntaxErrorless: does not provide an export named 'add'"],
  ])('%s', (_, output) => {
    expect(redTroubles(run(output), written)).toEqual([])
  })
})

describe('red for a wrong reason', () => {
  test.each([
    ['a syntax error', run('SyntaxError: Unexpected token')],
    ['a missing package', run("Cannot find package 'left-pad' imported from /w/test/a.test.js")],
    ['a missing tool', run('sh: 1: vitest: not found', { exitCode: 127 })],
    ['no end', run('', { timedOut: true })],
  ])('%s', (_, red) => {
    expect(redTroubles(red, written)).toHaveLength(1)
  })

  test('not red at all', () => {
    expect(redTroubles(run('', { exitCode: 0 }), written)[0]).toMatch(/pass already/)
    const counts = { passed: 1, failed: 1, failing: ['x'], passing: ['T010 (REQ-1): adds'] }
    expect(redTroubles(run('', { counts }), written)[0]).toMatch(/"T010 .* passes already/)
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
