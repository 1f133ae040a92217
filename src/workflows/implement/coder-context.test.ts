import { expect, test } from 'vitest'
import { testsBeside } from './coder-context.ts'

test.each([
  ['src/list.js', ['test/list.test.js'], ['test/list.test.js']],
  [
    'boltons/dictutils.py',
    ['tests/test_dictutils.py', 'tests/test_listutils.py'],
    ['tests/test_dictutils.py'],
  ],
  ['pool/pool.go', ['pool/pool_test.go', 'lease/lease_test.go'], ['pool/pool_test.go']],
  ['src/a.ts', ['src/b.test.ts'], []],
  ['src/a.test.ts', ['src/a.test.ts'], []],
])('the tests beside %s', (path, tests, beside) => {
  expect(testsBeside([path], tests)).toEqual(beside)
})

test('of many with one name the nearest two are taken', () => {
  const tests = ['a/index.test.ts', 'b/index.test.ts', 'b/c/index.test.ts', 'd/index.test.ts']
  expect(testsBeside(['b/c/index.ts'], tests)).toEqual(['b/c/index.test.ts', 'b/index.test.ts'])
})
