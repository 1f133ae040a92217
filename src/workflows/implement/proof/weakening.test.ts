import { describe, expect, test } from 'vitest'
import { readTestFile, type TestFile } from './source/test-file.ts'
import { hollowTests, lostLines, weakenings } from './weakening.ts'

async function read(path: string, text: string): Promise<TestFile> {
  const file = await readTestFile(path, text)
  if (file === undefined) throw new Error(`${path} cannot be read`)
  return file
}

const weakened = async (path: string, before: string, after: string) =>
  weakenings(path, await read(path, before), await read(path, after))
const hollow = async (path: string, after: string, before = '') =>
  hollowTests(path, await read(path, before), await read(path, after))
const names = async (path: string, text: string) =>
  (await read(path, text)).tests.map(({ name }) => name)

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
    ['a condition to skip it', FILE.replace("test('adds'", "test.skipIf(isWindows)('adds'")],
    [
      'a helper that asserts in its place',
      `${FILE.replace(/.*add\(0, 0\).*/, '  checkZero(0)')}function checkZero(a) {\n  assert.equal(add(a, a), 0)\n}\n`,
    ],
  ])('%s', async (_, after) => {
    expect(await weakened('a.test.ts', FILE, after)).toEqual([])
  })
})

describe('tests of the work itself', () => {
  const OWN = `test('B1: multiplies', () => {
  assert.equal(times(2, 3), 6)
  assert.equal(times(0, 3), 0)
})
`
  const change = async (after: string, findings = '', before = FILE + OWN) => {
    const path = 'test/a.test.ts'
    const own = { base: await read(path, FILE), findings }
    return weakenings(path, await read(path, before), await read(path, after), own)
  }

  test('may be renamed, with all that they check', async () => {
    const renamed = OWN.replace('B1: multiplies', 'multiplies')
    const more = renamed.replace('})\n', '  assert.equal(times(1, 1), 1)\n})\n')
    expect(await change(FILE + renamed)).toEqual([])
    expect(await change(FILE + more)).toEqual([])
    expect(await change(more + FILE)).toEqual([])
    const less = renamed.replace(/.*times\(0, 3\).*\n/, '')
    expect(await change(FILE + less)).toEqual([
      'test/a.test.ts: the test "B1: multiplies" would be removed',
    ])
    expect(await change(FILE)).toHaveLength(1)
  })

  test('may be changed where a finding names them or their file, and still check something', async () => {
    const less = FILE + OWN.replace(/.*times\(0, 3\).*\n/, '')
    expect(await change(less)).toEqual([
      'test/a.test.ts: the test "B1: multiplies" would lose 1 of its 2 assertions',
    ])
    expect(await change(less, 'In "B1: multiplies", drop the second line.')).toEqual([])
    expect(await change(less, 'test/a.test.ts: the last test tolerates the bug')).toEqual([])
    expect(await change(less, 'another test')).toHaveLength(1)
    const nothing = FILE + OWN.replace(/.*times\(.*\n/g, '')
    expect(await change(nothing, 'test/a.test.ts is wrong')).toEqual([
      'test/a.test.ts: the new test "B1: multiplies" has no assertion that could fail; let it check a result',
    ])
  })

  test('may be removed only where a finding names them', async () => {
    expect(await change(FILE, '"B1: multiplies" is there twice')).toEqual([])
    expect(await change(FILE, 'test/a.test.ts has a test too many')).toHaveLength(1)
  })

  test.each([
    ['a file of the same name elsewhere', 'src/a.test.ts is slow'],
    ['a longer path', 'packages/x/test/a.test.ts is slow'],
    ['a longer word', '"B1: multiplies_fast" is missing'],
  ])('are not named by %s', async (_, findings) => {
    const less = FILE + OWN.replace(/.*times\(0, 3\).*\n/, '')
    expect(await change(less, findings)).toHaveLength(1)
    expect(await change(FILE, findings)).toHaveLength(1)
  })

  test('that are called by one ordinary word, or by none, are named in quotes only', async () => {
    for (const name of ['grows', '']) {
      const own = OWN.replace('B1: multiplies', name)
      expect(await change(FILE, 'The list grows too slowly.', FILE + own)).toHaveLength(1)
    }
    const grows = FILE + OWN.replace('B1: multiplies', 'grows')
    expect(await change(FILE, 'The test "grows" is there twice.', grows)).toEqual([])
  })

  test('may not end early, whatever a finding says', async () => {
    const early = FILE + OWN.replace('assert.equal(times(2', 'return\n  assert.equal(times(2')
    expect(await change(early, 'test/a.test.ts is wrong')).not.toEqual([])
  })

  test('do not make the others theirs', async () => {
    const findings = 'test/a.test.ts: "adds" and "refuses" check too much'
    expect(await change(FILE.replace(/.*add\(0, 0\).*\n/, '') + OWN, findings)).toEqual([
      'test/a.test.ts: the test "adds" would lose 1 of its 2 assertions',
    ])
    expect(await change(FILE.replace('refuses', 'accepts') + OWN, findings)).toEqual([
      'test/a.test.ts: the test "refuses" would be removed',
    ])
  })
})

describe('a test file is weakened by', () => {
  test.each([
    ['losing a test', FILE.replace(/test\("refuses"[\s\S]*/, ''), /"refuses" would be removed/],
    ['a renamed test', FILE.replace('refuses', 'accepts'), /"refuses" would be removed/],
    ['losing an assertion', FILE.replace(/.*add\(0, 0\).*\n/, ''), /lose 1 of its 2 assertions/],
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
    ['only', FILE.replace("test('adds'", "test.only('adds'"), /keep other tests/],
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
      /lose 1 of its 1 assertions/,
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
    [
      'an assertion that moves to another test',
      FILE.replace(/.*add\(0, 0\).*\n/, '').replace(
        'test("refuses", () => {',
        'test("refuses", () => {\n  assert.equal(add(0, 0), 0)',
      ),
      /"adds" would lose 1/,
    ],
    ['a failure that no code can avoid', FILE.replace('add(0, 0), 0', '1, 2'), /fails whatever/],
  ])('%s', async (_, after, finding) => {
    expect((await weakened('a.test.ts', FILE, after)).join('\n')).toMatch(finding)
  })

  test('its other languages too', async () => {
    const python = 'def test_a():\n    assert f() == 1\n    assert f() == 2\n'
    expect(await weakened('t.py', python, 'def test_a():\n    assert f() == 1\n')).toHaveLength(1)
    expect(await weakened('t.py', python, `@pytest.mark.skip\n${python}`)).toHaveLength(1)
    expect(await weakened('t.py', python, python.replace('test_a', 'test_b'))).toHaveLength(1)
    const go = 'func TestA(t *testing.T) {\n  if f() != 1 { t.Fatal("x") }\n}\n'
    expect(await weakened('a_test.go', go, go.replace('t.Fatal("x")', ''))).toHaveLength(1)
  })
})

test.each([
  ["test('x', () => {})", /"x" has no assertion/],
  ["test('x', () => {})\ntest('y', () => assert.equal(f(), 1))", /"x" has no assertion/],
  ["test('x')", /switched off/],
  ["test.skip('x', () => assert.equal(f(), 1))", /switched off/],
  ["describe.skip('d', () => { test('x', () => assert.equal(f(), 1)) })", /switched off/],
  ["test('x', { todo: 'later' }, () => assert.equal(f(), 1))", /switched off/],
  ["test('x', (t) => {\n  t.skip()\n  assert.equal(f(), 1)\n})", /switched off/],
  ["test.only('x', () => assert.equal(f(), 1))", /keep other tests from running/],
  ["process.exit(0)\ntest('x', () => assert.equal(f(), 1))", /keep other tests from running/],
  ["test('x', () => expect(true).toBe(true))", /holds whatever/],
  ["test('x', () => assert.deepEqual(f(1), f(1)))", /holds whatever/],
  ["test('x', () => { expect(f()) })", /has no assertion/],
  ["test('x', () => { return\n  assert.equal(f(), 1) })", /has no assertion/],
  ["test('x', () => { try { assert.equal(f(), 1) } catch {} })", /has no assertion/],
  ["test('x', () => { if (false) assert.equal(f(), 1) })", /has no assertion/],
])('%j proves nothing', async (text, reason) => {
  expect((await hollow('a.test.js', text)).join()).toMatch(reason)
})

test('tests that were there need no justification, whatever is in them', async () => {
  const old = "test.skip('a', f)\ntest('b', () => {})\ntest('c', () => assert.fail('x'))\n"
  const more = "test('d', () => assert.equal(f(), 1))\n"
  expect(await hollow('a.test.js', old + more, old)).toEqual([])
  expect(await hollow('a.test.js', old, old)).toEqual([])
})

test('tests with assertions of their own prove something', async () => {
  expect(await hollow('a.test.js', FILE)).toEqual([])
  const list = "test('x', () => assert.deepEqual(items.skip(1), [{ todo: 'milk', only: 1 }]))"
  expect(await hollow('a.test.js', list)).toEqual([])
})

test('a file that may only grow keeps its lines, whatever becomes of its imports and its commas', () => {
  const before = `import { a } from './a.js'\nimport {\n  b,\n  c,\n} from './b.js'\ncases([\n  1,\n  2\n])\nend()\n`
  const after = `import { a, d } from './a.js'\nimport { b, c } from './b.js'\ncases([\n  1,\n  2,\n  3\n])\nmore()\nend()\n`
  expect(lostLines('a.test.js', before, after)).toEqual([])
  const lost = lostLines('a.test.js', before, after.replace('  1,\n', '').replace('end()', ''))
  expect(lost).toEqual([
    'a.test.js: the design does not name it, so what is there stays: `1`, `end()`',
  ])
})

test('the names of tests are read in every language', async () => {
  expect(await names('a.js', `it('a', f)\ntest("b (REQ-1)", f)`)).toEqual(['a', 'b (REQ-1)'])
  expect(await names('a.py', 'class T:\n  def test_c(self):\n    pass')).toEqual(['test_c'])
  expect(await names('a.go', 'func TestD(t *testing.T) {}')).toEqual(['TestD'])
  expect(await names('a.rs', '#[test]\nfn e() {}')).toEqual(['e'])
})

test('a test for many cases has one name', async () => {
  const text = `test.each([[1, f(2)], [3, 4]])('adds %d', (a) => expect(a).toBe(g(1)))\nit('b', h)`
  expect(await names('a.js', text)).toEqual(['adds %d', 'b'])
  const two = `test('one', () => f(1))\ntest('two', () => f(2))`
  expect(await names('a.js', two)).toEqual(['one', 'two'])
})

test.each([
  'assert.ok(false)',
  'assert(false)',
  "assert.fail('x')",
  'expect(true).toBe(false)',
  'assert.equal(1, 2)',
  "throw new Error('x')",
])('no code can make %s pass', async (line) => {
  const text = (statement: string) => `test('x', () => {\n  ${statement}\n})`
  expect((await hollow('a.test.js', text(line))).join()).toMatch(/fails whatever the code does/)
  expect(await hollow('a.test.js', text(`if (f() !== 1) { ${line} }`))).toEqual([])
})
