import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTestFile } from './source/test-file.ts'
import { matching } from './test-names.ts'
import { readTestOutput } from './test-output.ts'
import type { Framework } from './test-tools.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
const HOLE = `\${…}`
const names = async (code: string, path = 'a.js') =>
  ((await readTestFile(path, code))?.tests ?? []).map(({ name }) => name)

test.each([
  [String.raw`it('it\'s', f)`, ["it's"]],
  [String.raw`it("a \"b\" \\ c", f)`, ['a "b" \\ c']],
  [String.raw`it('\u00fc\x41\u{1F600}\n', f)`, ['üA\u{1F600}\n']],
  [`it(\`a \${b({ c: 1 })} d\`, f)`, [`a ${HOLE} d`]],
  ["it('a ' + 'b', f)", ['a b']],
  ["it('a ' + b.c + ' d', f)", [`a ${HOLE} d`]],
  ["it(b + ' a', f)", [`${HOLE} a`]],
  ["it('a'.toUpperCase(), f)", [HOLE]],
  ["it(\n  'a',\n  f,\n)", ['a']],
  ["test.each([[1, f(2)]])('adds %d', f)", ['adds %d']],
  ["test.each`\n a\n 1\n`('adds $a', f)", ['adds $a']],
  ['it(name, f)', []],
  ['it(async () => f)', []],
  ["it('never closed", []],
  ["/x/.test('a')", []],
])('%j names %j', async (code, expected) => {
  expect(await names(code)).toEqual(expected)
})

describe('names as their file has them are found among those that are printed', () => {
  test.each<[string, Framework, string]>([
    ['node-20-tap', 'node:test', 'names.js'],
    ['node-20-spec', 'node:test', 'names.js'],
    ['node-24-tap', 'node:test', 'names.js'],
    ['node-24-spec', 'node:test', 'names.js'],
    ['vitest', 'vitest', 'names.js'],
    ['jest', 'jest', 'names.js'],
    ['mocha', 'mocha', 'names.js'],
    ['bun', 'bun', 'names.js'],
    ['pytest', 'pytest', 'names.py'],
  ])('by %s', async (run, framework, source) => {
    const counts = readTestOutput(framework, fixture(run))
    const written = await names(fixture(source), source)
    const bad = written.pop() ?? ''
    expect(written.length).toBeGreaterThan(2)
    for (const name of written) expect(counts?.passing.filter(matching(name))).not.toEqual([])
    expect(counts?.failing.filter(matching(bad))).not.toEqual([])
    expect(counts?.passing.filter(matching(bad))).toEqual([])
  })

  test('by jasmine those that fail', async () => {
    const counts = readTestOutput('jasmine', fixture('jasmine'))
    expect(counts).toMatchObject({ passed: 9, failed: 1, passing: [] })
    const bad = (await names(fixture('names.js'))).at(-1) ?? ''
    expect(counts?.failing.filter(matching(bad))).toHaveLength(1)
  })
})

test.each([
  ['adds', 'adds'],
  ['adds', 'list > adds'],
  [`adds \${count} items`, 'adds 3 items'],
  ['adds %d (REQ-1)', 'adds 3 (REQ-1)'],
  ["it's (1+1)", "it's (1+1)"],
  ['test_c', 'tests/test_a.py::test_c'],
  ['test_c', 'tests/test_a.py::test_c[x y]'],
  ['adds', 'tests::adds'],
  ['waits 5ms', 'waits 5ms 12ms'],
])('%s is printed as %s', (written, printed) => {
  expect(matching(written)(printed)).toBe(true)
  expect(matching(written)(`${printed} more`)).toBe(false)
})

test.each([
  ['adds', 'readds'],
  ['adds', 'adds twice'],
  ['a.b', 'aXb'],
])('%s is not printed as %s', (written, printed) => {
  expect(matching(written)(printed)).toBe(false)
})
