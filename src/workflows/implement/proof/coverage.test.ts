import { expect, test } from 'vitest'
import { coverageOf, uncovered } from './coverage.ts'
import { readWritten } from './written-tests.ts'

const scenario = (id: string, requirements: number[], type = 'Auto') => ({
  ...{ id, type, requirements, scenario: '', input: '', expected: '', criteria: '' },
})
const requirements = [1, 2, 3, 4, 5, 6].map((number) => ({ number, text: `Rule ${number}` }))
const scenarios = [
  scenario('T010', [1]),
  scenario('S2', [2]),
  scenario('T030', [3]),
  scenario('T040', [4], 'Manual: a person listens'),
  scenario('T050', [5]),
  scenario('T060', [6], 'Stays'),
]

test('requirements count as tested by the names that Python allows, and a manual one is no tested one', async () => {
  const before = 'def test_req_5_stays():\n    assert add(1) == 2\n'
  const text = `${before}
class TestReq1:
    def test_adds(self):
        assert add(1) == 2

def test_s2_is_empty():
    assert add(0) == 1

def test_refuses():
    """T030: what cannot be used is refused."""
    assert add(None) is None
`
  const rows = coverageOf(
    { requirements, scenarios },
    { 'tests/test_add.py': await readWritten('tests/test_add.py', text, before) },
  )
  expect(rows.map(({ tests, otherwise }) => otherwise ?? tests)).toEqual([
    ['test_adds'],
    ['test_s2_is_empty'],
    ['test_refuses'],
    { how: 'Manual', scenarios: ['T040'] },
    [], // its test was there before
    { how: 'Stays', scenarios: ['T060'] },
  ])
  expect(uncovered(rows).map(({ requirement }) => requirement)).toEqual([5])
})

test('a test that was there and expects something else now counts for its requirement', async () => {
  const path = 'test/add.test.js'
  const text = (sum: number) => `test('REQ-1: adds', () => expect(add(1)).toBe(${sum}))\n`
  const tests = { [path]: await readWritten(path, text(3), text(2)) }
  expect(coverageOf({ requirements, scenarios }, tests)[0]?.tests).toEqual(['REQ-1: adds'])
})
