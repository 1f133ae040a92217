import { expect, test } from 'vitest'
import { readTestOutput } from './test-output.ts'

test.each([
  [
    'node:test',
    'ok 1 - a\nnot ok 2 - b\n# tests 2\n# pass 1\n# fail 1\n# cancelled 0\n',
    1,
    1,
    ['b'],
  ],
  [
    'node:test',
    '✔ a (1.2ms)\n✖ b (3ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\n✖ b (3ms)\n',
    1,
    1,
    ['b'],
  ],
  [
    'vitest',
    ' FAIL  test/a.test.ts > b\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n',
    2,
    1,
    ['test/a.test.ts > b'],
  ],
  ['jest', '  ✕ b (2 ms)\n\nTests:       1 failed, 2 passed, 3 total\n', 2, 1, ['b']],
  [
    'pytest',
    'FAILED tests/test_a.py::test_b - assert 1 == 2\n==== 1 failed, 2 passed in 0.03s ====\n',
    2,
    1,
    ['tests/test_a.py::test_b'],
  ],
  ['pytest', '1 failed, 2 passed in 0.03s\n', 2, 1, []],
  [
    'cargo',
    'test a ... ok\ntest b ... FAILED\ntest result: FAILED. 1 passed; 1 failed; 0 ignored;\ntest result: ok. 3 passed; 0 failed; 0 ignored;\n',
    4,
    1,
    ['b'],
  ],
  ['go', '--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\n', 1, 1, ['TestB']],
] as const)('%s', (framework, output, passed, failed, failing) => {
  expect(readTestOutput(framework, output)).toMatchObject({ passed, failed, failing })
})

test('a file that cannot be loaded is a failure, though no test of it was counted', () => {
  const vitest = ' FAIL  test/b.test.ts [ test/b.test.ts ]\nError: x\n      Tests  no tests\n'
  expect(readTestOutput('vitest', vitest)).toMatchObject({ failed: 1, failing: ['test/b.test.ts'] })
  const jest = '  ● Test suite failed to run\n\nTests:       0 total\n'
  expect(readTestOutput('jest', jest)).toMatchObject({ passed: 0, failed: 1 })
  const pytest = 'ERROR tests/test_c.py\n==== 1 error in 3.26s ====\n'
  expect(readTestOutput('pytest', pytest)).toMatchObject({
    failed: 1,
    failing: ['tests/test_c.py'],
  })
})

test('colours do no harm, and what says nothing is not counted', () => {
  const coloured = '\u001B[31m✖ b\u001B[39m (1ms)\nℹ pass 0\nℹ fail 1\n'
  expect(readTestOutput('node:test', coloured)?.failing).toEqual(['b'])
  expect(readTestOutput('node:test', 'Killed')).toBeUndefined()
  expect(readTestOutput('own', 'all is well')).toBeUndefined()
})

test('what an unknown runner prints is read as that of a known one, or as TAP that is complete', () => {
  const wrapped = 'make: entering\n==== 1 failed, 2 passed in 0.03s ====\n'
  expect(readTestOutput('own', wrapped)).toMatchObject({ passed: 2, failed: 1 })
  const tap = 'TAP version 13\nok 1 - a \\# b\nnot ok 2 c\nok 3 - d # SKIP later\n'
  expect(readTestOutput('own', `${tap}1..3\n`)).toEqual({
    ...{ passed: 1, failed: 1, passing: ['a # b'], failing: ['c'] },
  })
  expect(readTestOutput('own', tap)).toBeUndefined()
  expect(readTestOutput('own', `${tap}1..4\n`)).toBeUndefined()
})

test('warnings of a runner are no failures', () => {
  const jest = '  ● Console\n\n    console.log x\n\nTests:       2 passed, 2 total\n'
  expect(readTestOutput('jest', jest)).toMatchObject({ passed: 2, failed: 0, failing: [] })
})
