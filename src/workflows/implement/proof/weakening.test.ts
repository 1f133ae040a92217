import { describe, expect, test } from 'vitest'
import { cannotPass, hollowTests, testNames, weakenings } from './weakening.ts'

const FILE = `import { test } from 'node:test'
test('adds', () => {
  assert.equal(add(1, 2), 3)
  assert.equal(add(0, 0), 0)
})
test("refuses", () => {
  assert.throws(() => add('x'))
})
`

describe('a test file is not weakened by', () => {
  test.each([
    ['staying as it is', FILE],
    ['a further test', `${FILE}test('more', () => assert.equal(1, one()))\n`],
    ['another expected value', FILE.replace('3)', '4)')],
    [
      'words that mean something else where no test is meant',
      `${FILE}test('more', () => assert.deepEqual(list.only(open), [{ todo: 'milk' }]))\n`,
    ],
  ])('%s', (_, after) => {
    expect(weakenings('a.test.ts', FILE, after)).toEqual([])
  })
})

describe('a test file is weakened by', () => {
  test.each([
    ['going away', undefined, /deleted/],
    ['losing a test', FILE.replace(/test\("refuses"[\s\S]*/, ''), /"refuses" would be removed/],
    ['a renamed test', FILE.replace('refuses', 'accepts'), /"refuses" would be removed/],
    ['losing an assertion', FILE.replace(/.*add\(0, 0\).*\n/, ''), /1 of its assertions/],
    [
      'an assertion commented out',
      FILE.replace('  assert.equal(add(0', '  // assert.equal(add(0'),
      /1 of its/,
    ],
    [
      'an assertion that checks less',
      FILE.replace('assert.equal(add(0, 0), 0)', 'assert.ok(add(0, 0))'),
      /check less/,
    ],
    ['skip', FILE.replace("test('adds'", "test.skip('adds'"), /switched off/],
    ['only', FILE.replace("test('adds'", "test.only('adds'"), /switched off/],
    ['an option', FILE.replace("'adds', ", "'adds', { skip: true }, "), /switched off/],
    [
      'an option that is true in other words',
      FILE.replace("'adds', ", "'adds', { skip: 1 }, "),
      /off/,
    ],
    ['expecting to fail', FILE.replace("test('adds'", "test.fails('adds'"), /switched off/],
    ['returning early', FILE.replace('  assert.throws', '  return\n  assert.throws'), /end early/],
    [
      'returning early on some machines',
      FILE.replace('  assert.throws', '  if (process.env.CI) return\n  assert.throws'),
      /end early/,
    ],
    [
      'swallowing what it finds',
      FILE.replace(
        "assert.throws(() => add('x'))",
        "try { assert.throws(() => add('x')) } catch {}",
      ),
      /end early or swallow/,
    ],
    [
      'comparing something with itself',
      FILE.replace('assert.equal(add(1, 2), 3)', 'assert.equal(add(1), add(1))'),
      /whatever the code does/,
    ],
    [
      'leaving early',
      FILE.replace('  assert.throws', '  process.exit(0)\n  assert.throws'),
      /switched off/,
    ],
  ])('%s', (_, after, finding) => {
    expect(weakenings('a.test.ts', FILE, after).join('\n')).toMatch(finding)
  })

  test('its other languages too', () => {
    const python = 'def test_a():\n    assert f() == 1\n    assert f() == 2\n'
    expect(weakenings('t.py', python, 'def test_a():\n    assert f() == 1\n')).toHaveLength(1)
    expect(weakenings('t.py', python, `@pytest.mark.skip\n${python}`)).toHaveLength(1)
    expect(weakenings('t.py', python, python.replace('test_a', 'test_b'))).toHaveLength(1)
    const go = 'func TestA(t *testing.T) {\n  if f() != 1 { t.Fatal("x") }\n}\n'
    expect(weakenings('a_test.go', go, go.replace('t.Fatal("x")', ''))).toHaveLength(1)
  })
})

test.each([
  ["test('x', () => {})", /"x" has no assertion/],
  ["test('x', () => {})\ntest('y', () => assert.equal(f(), 1))", /"x" has no assertion/],
  ["test.skip('x', () => assert.equal(f(), 1))", /switched off/],
  ["test('x', { todo: 'later' }, () => assert.equal(f(), 1))", /switched off/],
  ["test('x', (t) => {\n  t.skip()\n  assert.equal(f(), 1)\n})", /switched off/],
  ["test('x', () => expect(true).toBe(true))", /holds whatever/],
  ["test('x', () => assert.deepEqual(f(1), f(1)))", /holds whatever/],
  ['def test_x():\n    pass', /"test_x" has no assertion/],
])('%j proves nothing', (text, reason) => {
  expect(hollowTests('a', text).join()).toMatch(reason)
})

test('tests with assertions of their own prove something', () => {
  expect(hollowTests('a', FILE)).toEqual([])
  const list = "test('x', () => assert.deepEqual(items.skip(1), [{ todo: 'milk', only: 1 }]))"
  expect(hollowTests('a', list)).toEqual([])
  expect(hollowTests('a', 'def test_x():\n    with pytest.raises(E):\n        f()')).toEqual([])
})

test('the names of tests are read in every language', () => {
  const text = `it('a', f)\ntest("b (REQ-1)", f)\n  def test_c(self):\nfunc TestD(t *testing.T)\n#[test]\nfn e() {}`
  expect(testNames(text)).toEqual(['a', 'b (REQ-1)', 'test_c', 'TestD', 'e'])
})

test('a test for many cases has one name', () => {
  const text = `test.each([[1, f(2)], [3, 4]])('adds %d', (a) => expect(a).toBe(g(1)))\nit('b', h)`
  expect(testNames(text)).toEqual(['adds %d', 'b'])
  expect(testNames(`test('one', () => f(1))\ntest('two', () => f(2))`)).toEqual(['one', 'two'])
})

test.each([
  'assert.ok(false)',
  'assert(false)',
  "assert.fail('x')",
  'expect(true).toBe(false)',
  'assert.equal(1, 2)',
  'assert False',
  'assert!(false)',
])('no code can make %s pass', (line) => {
  expect(cannotPass('a', `test('x', () => {\n  ${line}\n})`)).toHaveLength(1)
})
