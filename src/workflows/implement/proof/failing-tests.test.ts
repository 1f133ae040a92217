import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failingTests } from './failing-tests.ts'
import { readTestOutput } from './test-output.ts'
import type { Framework } from './test-tools.ts'

const NAME = "fails, isn't it? #3"

test.each<[string, Framework, string]>([
  ['node-20-tap', 'node:test', 'Expected values to be strictly equal:'],
  [
    'node-20-spec',
    'node:test',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
  ],
  ['node-24-tap', 'node:test', 'Expected values to be strictly equal:'],
  [
    'node-24-spec',
    'node:test',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
  ],
  ['mocha', 'mocha', 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:'],
  ['vitest', 'vitest', 'AssertionError: expected 1 to be 2 // Object.is equality'],
  ['jest', 'jest', 'expect(received).toBe(expected) // Object.is equality'],
  ['jasmine', 'jasmine', 'Expected 1 to be 2.'],
  ['pytest', 'pytest', 'assert 1 == 2'],
])('%s: a failing test is told with what it said first', (fixture, framework, complaint) => {
  const output = readFileSync(new URL(`fixtures/${fixture}.txt`, import.meta.url), 'utf8')
  const counts = readTestOutput(framework, output) ?? null
  const name = framework === 'pytest' ? 'test_names.py::test_bad' : NAME
  const [told] = failingTests({ counts, output }, []).filter((line) => line.includes(name))
  expect(told).toMatch(new RegExp(`${name.replace('?', '\\?')}: `))
  expect(told).toContain(complaint)
})

test('a run without names says why it does not count, and many tests are counted', () => {
  expect(failingTests({ counts: null, output: '' }, ['exit code 1'])).toEqual(['exit code 1'])
  const failing = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const counts = { passed: 0, failed: 7, passing: [], failing }
  expect(failingTests({ counts, output: '' }, [])).toEqual(['a', 'b', 'c', 'd', 'e', 'and 2 more'])
})
