import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTestFile } from '../source/test-file.ts'
import { matching } from '../test-names.ts'
import { readTestOutput, type TestCounts } from '../test-output.ts'
import { goText, readGoEvents } from './go-events.ts'
import { readJestJson } from './jest-json.ts'
import { readJunit } from './junit.ts'
import { mochaText, readMochaJson } from './mocha-json.ts'
import { readNodeEvents } from './node-events.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), 'utf8')
const BAD = "names #1 > fails, isn't it? #3"

type Read = (text: string) => TestCounts | undefined

describe('results are counted and named exactly', () => {
  test.each<[string, Read, number, string[]]>([
    ['vitest-json', readJestJson, 9, ['broken.test.js', 'hook.test.js', `names.test.js > ${BAD}`]],
    [
      'jest-json',
      readJestJson,
      9,
      [`names.test.js > ${BAD}`, 'hook.test.js > hooked > needs it', 'broken.test.js'],
    ],
    [
      'mocha-json',
      readMochaJson,
      9,
      [
        'hook.test.js > hooked "before all" hook for "needs it"',
        "names.test.js > names #1 fails, isn't it? #3",
      ],
    ],
    [
      'node-24-events',
      readNodeEvents,
      12,
      ['broken.test.js', 'hook.test.js > hooked > needs it', `names.test.js > ${BAD}`],
    ],
    [
      'node-20-events',
      readNodeEvents,
      12,
      ['broken.test.js', 'hook.test.js > hooked > needs it', `names.test.js > ${BAD}`],
    ],
    [
      'pytest-junit',
      readJunit,
      7,
      [
        'tests/test_broken.py',
        'tests/test_names.py::test_bad',
        'tests/test_names.py::test_teardown',
        'tests/test_unit.py::TestUnit::test_bad',
        'tests/test_unit.py::TestUnit::test_sub',
        'tests/test_unit.py::TestSetUp::test_needs',
      ],
    ],
    [
      'go-events',
      readGoEvents,
      4,
      ['example.com/todo::TestAdds/none', 'example.com/todo::TestAdds', 'example.com/todo/broken'],
    ],
  ])('%s', (name, read, passed, failing) => {
    const counts = read(fixture(name))
    expect(counts).toMatchObject({ passed, failed: failing.length })
    expect(counts?.failing).toEqual(failing)
    expect(counts?.passing).toHaveLength(passed)
  })

  test.each<[string, number, string[]]>([
    ['cargo', 4, ['tests::fails', 'src/lib.rs - wrong (line 14)']],
    [
      'unittest',
      1,
      [
        'test_broken',
        'test_unit.TestSetUp::setUpClass',
        'test_unit.TestUnit::test_bad',
        'test_unit.TestUnit::test_sub[i=1]',
      ],
    ],
  ])('%s prints them', (name, passed, failing) => {
    const counts = readTestOutput(name as 'cargo' | 'unittest', fixture(name))
    expect(counts).toMatchObject({ passed, failed: failing.length, failing })
    expect(counts?.passing).toHaveLength(passed)
  })

  test('what a failing test said first is known by its name', () => {
    const said = (read: Read, name: string) => Object.values(read(fixture(name))?.said ?? {})
    expect(said(readNodeEvents, 'node-24-events')).toContain(
      'Expected values to be strictly equal:',
    )
    expect(said(readJestJson, 'vitest-json')).toContain(
      "Cannot find module './nothing.js' imported from broken.test.js",
    )
    expect(said(readMochaJson, 'mocha-json')).toContain('Error: no database')
    expect(said(readJunit, 'pytest-junit')).toContain('AssertionError: 1 != 2')
    expect(said(readGoEvents, 'go-events')).toContain('a_test.go:3: got 1, want 2')
  })

  test('the names of a test file are found among them', async () => {
    const written = ((await readTestFile('names.js', fixture('names.js')))?.tests ?? []).map(
      ({ name }) => name,
    )
    const bad = written.pop() ?? ''
    for (const [name, read] of [
      ['vitest-json', readJestJson],
      ['jest-json', readJestJson],
      ['mocha-json', readMochaJson],
      ['node-24-events', readNodeEvents],
    ] as const) {
      const counts = read(fixture(name))
      for (const one of written) expect(counts?.passing.filter(matching(one))).toHaveLength(1)
      expect(counts?.failing.filter(matching(bad))).toHaveLength(1)
    }
  })
})

test('a file of node:test without tests is no test that ran', () => {
  expect(readNodeEvents(fixture('node-24-events'))?.asOne).toEqual(['none.test.js'])
})

test('a package of Go that cannot be built is named by its events, as newer versions have them', () => {
  const events = [
    {
      ImportPath: 'a/broken [a/broken.test]',
      Action: 'build-output',
      Output: 'c.go:1: undefined: x\n',
    },
    { ImportPath: 'a/broken [a/broken.test]', Action: 'build-fail' },
    { Action: 'start', Package: 'a/broken' },
    { Action: 'output', Package: 'a/broken', Output: 'FAIL\ta/broken [build failed]\n' },
    { Action: 'fail', Package: 'a/broken', Elapsed: 0, FailedBuild: 'a/broken [a/broken.test]' },
  ]
  const text = events.map((event) => JSON.stringify(event)).join('\n')
  expect(readGoEvents(text)).toMatchObject({ passed: 0, failed: 1, failing: ['a/broken'] })
  expect(goText(text)).toBe('c.go:1: undefined: x\nFAIL\ta/broken [build failed]\n')
})

test('what runners print no more is written for people', () => {
  expect(goText(fixture('go-events'))).toContain('--- FAIL: TestAdds (0.00s)\n')
  const shown = mochaText(fixture('mocha-json'))
  expect(readTestOutput('mocha', shown)).toMatchObject({ passed: 9, failed: 2 })
  expect(shown).toContain('     Error: no database')
})

test.each<[string, Read]>([
  ['vitest-json', readJestJson],
  ['mocha-json', readMochaJson],
  ['node-24-events', readNodeEvents],
  ['pytest-junit', readJunit],
])('half a file of %s, or something else, is no result', (name, read) => {
  const text = fixture(name)
  expect(read(text.slice(0, text.length / 2))).toBeUndefined()
  expect(read('{}')).toBeUndefined()
  expect(read('Killed')).toBeUndefined()
})
