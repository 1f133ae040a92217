/** The idioms of test frameworks: what is usual grows without a refusal, what proves nothing or less is refused. */
import { describe, expect, test } from 'vitest'
import { readTestFile } from './source/test-file.ts'
import { hollowTests, weakenings } from './weakening.ts'

interface Kind {
  readonly name: string
  readonly path: string
  readonly file: string
  /** Each is added at the end of the file. */
  readonly good: readonly string[]
  readonly hollow: readonly string[]
  /** What is replaced in the file, and by what. */
  readonly weakened: readonly (readonly [string, string])[]
}

async function refusals(path: string, before: string, after: string): Promise<string[]> {
  const [was, is] = [await readTestFile(path, before), await readTestFile(path, after)]
  if (was === undefined || is === undefined) throw new Error(`${path} cannot be read`)
  return [...weakenings(path, was, is), ...hollowTests(path, was, is)]
}

/** The same twelve, in the words of a framework. */
const jest: Kind = {
  name: 'jest and vitest',
  path: 'a.test.ts',
  file: `import { add } from './add'
import { expectTotal } from './test-helpers'
const same = (a, b) => expect(a).toEqual(b)
describe('add', () => {
  it('adds', () => {
    expect(add(1, 2)).toBe(3)
    expect(add(0, 0)).toBe(0)
  })
  it.skip('later', () => {})
  test('smoke', () => { add(1, 1) })
})
`,
  good: [
    "it('b', () => { same(add(1, 1), 2) })",
    "it('b', () => expect(() => add()).toThrow(TypeError))",
    "it('b', async () => { await expect(add(1)).rejects.toThrow() })",
    "it('b', () => { const f = vi.fn(); add(f); expect(f).toHaveBeenCalledOnce() })",
    "it('b', () => { expectTotal(add(1, 1), 2) })",
    "it.each([[1, 2]])('b %d', (a, b) => { expect(add(a)).toBe(b) })",
    `it.each\`a | b\n\${1} | \${2}\`('b $a', ({ a, b }) => { expect(add(a)).toBe(b) })`,
    "test.runIf(process.platform === 'linux')('b', () => { expect(add(1, 1)).toBe(2) })",
    "it('b', () => { expect(add(1)).toMatchSnapshot() })",
    "it('b', () => { try { add(); expect.fail('no error') } catch (e) { expect(e).toBe(1) } })",
    "it('b', () => { if (add(1, 1) !== 2) throw new Error('wrong') })",
    "it('b', () => { expectTypeOf(add).returns.toBeNumber() })",
    "test('b', () => { fc.assert(fc.property(fc.nat(), (n) => add(n, 0) === n)) })",
    "it('b', async () => { for (const a of [1, 2]) { if (a > 3) continue; expect(add(a)).toBe(a) } })",
  ],
  hollow: [
    "it('b', () => {})",
    "it('b', () => { add(1, 1) })",
    "it('b', () => { // expect(add(1, 1)).toBe(2)\n })",
    "it('b', () => { expect(true).toBe(true) })",
    "it('b', () => { expect(add(1)).toEqual(add(1)) })",
    "it('b', () => { expect(add(1) || true).toBeTruthy() })",
    "it('b', () => { expect(add(1)) })",
    "it.skip('b', () => { expect(add(1, 1)).toBe(2) })",
    "it.todo('b')",
    "it.failing('b', () => { expect(add(1, 1)).toBe(2) })",
    "it.only('b', () => { expect(add(1, 1)).toBe(2) })",
    "it('b', () => { try { expect(add(1, 1)).toBe(2) } catch {} })",
    "it('b', () => { return; expect(add(1, 1)).toBe(2) })",
    "it('b', () => { expect(false).toBe(true) })",
    "xit('b', () => { expect(add(1, 1)).toBe(2) })",
  ],
  weakened: [
    ['    expect(add(0, 0)).toBe(0)\n', ''],
    ['expect(add(0, 0)).toBe(0)', 'expect(add(0, 0)).toBeDefined()'],
    ['expect(add(0, 0)).toBe(0)', 'expect(0).toBe(0)'],
    ["it('adds'", "it.skip('adds'"],
    ["it('adds'", "it('adds things'"],
    ["describe('add'", "describe.skip('add'"],
    ['    expect(add(1', '    if (process.env.CI) return\n    expect(add(1'],
  ],
}

const mocha: Kind = {
  name: 'mocha with chai or assert',
  path: 'test/a.js',
  file: `const { expect } = require('chai')
const assert = require('assert')
const { equal } = require('node:assert/strict')
function checkSum(a, b, sum) {
  assert.strictEqual(add(a, b), sum)
}
describe('add', function () {
  it('adds', function (done) {
    expect(add(1, 2)).to.equal(3)
    assert.ok(add(0, 1) === 1)
    done()
  })
})
`,
  good: [
    "it('b', function () { expect(add(1, 1)).to.be.true })",
    "it('b', function () { add(1, 1).should.equal(2) })",
    "it('b', function () { checkSum(1, 1, 2) })",
    "it('b', () => equal(add(1, 1), 2))",
    "it('b', () => assert.throws(() => add(), TypeError))",
    "it('b', function (done) { emitter.on('ready', done); add(emitter) })",
    "it('b', () => request(app).get('/').expect(200))",
    "it('b', () => { sinon.assert.calledOnce(add(spy)) })",
    "specify('b', () => { assert(add(1, 1) === 2) })",
    "it('b', function () { if (isWindows) this.skip(); assert.equal(add(1, 1), 2) })",
  ],
  hollow: [
    "it('b', function () {})",
    "it('b')",
    "it('b', function (done) { add(1, 1); done() })",
    "it('b', function () { /* assert.equal(add(1, 1), 2) */ })",
    "it('b', function () { assert(true) })",
    "it('b', function () { assert.ok(1) })",
    "it('b', function () { assert.deepStrictEqual(add(1), add(1)) })",
    "it('b', function () { expect(true).to.equal(true) })",
    "it.skip('b', function () { assert.equal(add(1, 1), 2) })",
    "xit('b', function () { assert.equal(add(1, 1), 2) })",
    "it('b', function () { this.skip(); assert.equal(add(1, 1), 2) })",
    "it.only('b', function () { assert.equal(add(1, 1), 2) })",
    "it('b', function () { try { assert.equal(add(1, 1), 2) } catch (e) { console.log(e) } })",
    "it('b', function () { assert.fail('x') })",
    "it('b', function () { process.exit(0); assert.equal(add(1, 1), 2) })",
  ],
  weakened: [
    ['    expect(add(1, 2)).to.equal(3)\n', ''],
    ['expect(add(1, 2)).to.equal(3)', 'expect(add(1, 2)).to.exist'],
    ["it('adds'", "it.skip('adds'"],
    ["  it('adds'", "  it('more'"],
  ],
}

const ava: Kind = {
  name: 'ava, tape and node:test',
  path: 'test/a.mjs',
  file: `import test from 'ava'
const sums = (t, a, b, sum) => { t.is(add(a, b), sum) }
test('adds', (t) => {
  t.is(add(1, 2), 3)
  t.deepEqual(add([]), [])
})
`,
  good: [
    "test('b', sums, 1, 1, 2)",
    "test.serial('b', async (t) => { await t.throwsAsync(add()) })",
    "test('b', (t) => { t.plan(1); add(() => t.is(1, two())) })",
    "test('b', (t) => { t.test('c', (st) => { st.equal(add(1, 1), 2); st.end() }) })",
    "test('b', (t) => { t.assert.strictEqual(add(1, 1), 2) })",
    "test('b', { skip: process.platform === 'win32' }, (t) => { t.is(add(1, 1), 2) })",
    "test('b', async ({ is }) => { t.like(add(1), { a: 1 }) })",
    "tap.test('b', (t) => { t.same(add(1), [1]); t.end() })",
    "QUnit.test('b', (assert) => { assert.propEqual(add(1), {}) })",
    "Deno.test({ name: 'b', fn: () => { assertEquals(add(1, 1), 2) } })",
  ],
  hollow: [
    "test('b', () => {})",
    "test('b', (t) => { add(1, 1); t.end() })",
    "test('b', (t) => { t.pass() })",
    "test('b', (t) => { t.true(true) })",
    "test('b', (t) => { t.is(add(1), add(1)) })",
    "test('b', (t) => { t.log(add(1)); t.plan(0) })",
    "test.skip('b', (t) => { t.is(add(1, 1), 2) })",
    "test.todo('b')",
    "test.failing('b', (t) => { t.is(add(1, 1), 2) })",
    "test.only('b', (t) => { t.is(add(1, 1), 2) })",
    "test('b', { todo: 'later' }, (t) => { t.is(add(1, 1), 2) })",
    "test('b', (t) => { t.skip(); t.is(add(1, 1), 2) })",
    "test('b', (t) => { return; t.is(add(1, 1), 2) })",
    "test('b', (t) => { t.fail() })",
  ],
  weakened: [
    ['  t.deepEqual(add([]), [])\n', ''],
    ['t.is(add(1, 2), 3)', 't.truthy(add(1, 2))'],
    ['t.is(add(1, 2), 3)', 't.is(3, 3)'],
    ["test('adds'", "test.skip('adds'"],
  ],
}

const pytest: Kind = {
  name: 'pytest',
  path: 'tests/test_a.py',
  file: `import pytest
from pytest import raises
from tests.helpers import same_tree

def check(a, b):
    assert add(a) == b

@pytest.mark.skipif(sys.platform == "win32", reason="posix")
def test_adds():
    assert add(1, 2) == 3
    assert add(0, 0) == 0

@pytest.mark.skip(reason="later")
def test_later():
    pass

def test_smoke():
    add(1, 1)
`,
  good: [
    'def test_b():\n    with raises(ValueError):\n        add()',
    'def test_b():\n    with pytest.warns(UserWarning):\n        add()',
    'def test_b(mocker):\n    m = mocker.Mock()\n    add(m)\n    m.assert_called_once_with(1)',
    'def test_b():\n    np.testing.assert_allclose(add(1), 2)',
    'def test_b():\n    check(1, 2)',
    'def test_b():\n    same_tree(add(1), 2)',
    '@pytest.mark.skipif(sys.version_info < (3, 8), reason="x")\ndef test_b():\n    assert add(1) == 2',
    'def test_b():\n    try:\n        add()\n    except ValueError:\n        pass\n    else:\n        assert False, "no error"',
    'def test_b():\n    try:\n        add()\n        pytest.fail("no error")\n    except ValueError:\n        pass',
    '@pytest.mark.parametrize("a", [1, 2])\ndef test_b(a):\n    assert add(a) == a',
    'async def test_b():\n    assert await add(1) == 2',
    'class TestB:\n    def test_b(self):\n        assert add(1) == 2',
    'def test_b():\n    if add(1) != 2:\n        raise AssertionError("x")',
    'def test_b():\n    if not hasattr(os, "fork"):\n        pytest.skip("no fork")\n    assert add(1) == 2',
  ],
  hollow: [
    'def test_b():\n    pass',
    'def test_b():\n    ...',
    'def test_b():\n    add(1)',
    'def test_b():\n    # assert add(1) == 2\n    add(1)',
    'def test_b():\n    assert True',
    'def test_b():\n    assert add(1) == add(1)',
    'def test_b():\n    assert add(1) or True',
    'def test_b():\n    assert (add(1) == 2, "wrong")',
    '@pytest.mark.skip\ndef test_b():\n    assert add(1) == 2',
    '@pytest.mark.skipif(True, reason="x")\ndef test_b():\n    assert add(1) == 2',
    '@pytest.mark.xfail(reason="x")\ndef test_b():\n    assert add(1) == 2',
    'def test_b():\n    pytest.skip("later")\n    assert add(1) == 2',
    'def test_b():\n    try:\n        assert add(1) == 2\n    except Exception:\n        pass',
    'def test_b():\n    return\n    assert add(1) == 2',
    'def test_b():\n    assert False',
    'def test_b():\n    pytest.fail("x")',
  ],
  weakened: [
    ['    assert add(0, 0) == 0\n', ''],
    ['assert add(0, 0) == 0', 'assert add(0, 0)'],
    ['assert add(0, 0) == 0', 'assert True'],
    ['def test_adds', '@pytest.mark.skip\ndef test_adds'],
    ['def test_adds', 'def test_sums'],
    ['import pytest\n', 'import pytest\npytestmark = pytest.mark.skip(reason="x")\n'],
    ['    assert add(1, 2) == 3', '    if not add:\n        return\n    assert add(1, 2) == 3'],
  ],
}

const unittest: Kind = {
  name: 'unittest',
  path: 'tests/test_u.py',
  file: `import unittest

class AddTest(unittest.TestCase):
    def check(self, a, b):
        self.assertEqual(add(a), b)

    def test_adds(self):
        self.assertEqual(add(1, 2), 3)
        self.assertIn(add(0), [0])

    @unittest.expectedFailure
    def test_known(self):
        self.assertEqual(add(), 1)
`,
  good: [
    '    def test_b(self):\n        self.check(1, 2)',
    '    def test_b(self):\n        with self.assertRaises(ValueError):\n            add()',
    '    def test_b(self):\n        self.assertRaisesRegex(ValueError, "x", add)',
    '    def test_b(self):\n        eq = self.assertEqual\n        eq(add(1), 2)',
    '    def test_b(self):\n        for a in [1, 2]:\n            with self.subTest(a=a):\n                self.assertEqual(add(a), a)',
    '    @unittest.skipUnless(hasattr(os, "fork"), "no fork")\n    def test_b(self):\n        self.assertTrue(add(1) > 0)',
    '    def test_b(self):\n        with self.assertLogs() as logs:\n            add()',
    '    @mock.patch("a.b")\n    def test_b(self, m):\n        add(m)\n        m.assert_not_called()',
    '    def test_b(self):\n        try:\n            add()\n        except ValueError:\n            return\n        self.fail("no error")',
    '    async def test_b(self):\n        self.assertEqual(await add(1), 2)',
  ],
  hollow: [
    '    def test_b(self):\n        pass',
    '    def test_b(self):\n        """Adds."""',
    '    def test_b(self):\n        add(1)',
    '    def test_b(self):\n        self.assertTrue(True)',
    '    def test_b(self):\n        self.assertEqual(add(1), add(1))',
    '    def test_b(self):\n        self.assertIsNotNone("x")',
    '    @unittest.skip("later")\n    def test_b(self):\n        self.assertEqual(add(1), 2)',
    '    @unittest.skipIf(True, "x")\n    def test_b(self):\n        self.assertEqual(add(1), 2)',
    '    @unittest.expectedFailure\n    def test_b(self):\n        self.assertEqual(add(1), 2)',
    '    def test_b(self):\n        self.skipTest("x")\n        self.assertEqual(add(1), 2)',
    '    def test_b(self):\n        raise unittest.SkipTest("x")\n        self.assertEqual(add(1), 2)',
    '    def test_b(self):\n        try:\n            self.assertEqual(add(1), 2)\n        except AssertionError:\n            print("x")',
    '    def test_b(self):\n        self.fail("x")',
    '    def test_b(self):\n        if False:\n            self.assertEqual(add(1), 2)',
  ],
  weakened: [
    ['        self.assertIn(add(0), [0])\n', ''],
    ['self.assertEqual(add(1, 2), 3)', 'self.assertTrue(add(1, 2))'],
    ['    def test_adds', '    @unittest.skip("x")\n    def test_adds'],
    ['class AddTest', '@unittest.skip("x")\nclass AddTest'],
  ],
}

const go: Kind = {
  name: 'Go: testing, tables, examples',
  path: 'a_test.go',
  file: `package a

import "testing"

func equal(t *testing.T, got, want int) {
	t.Helper()
	if got != want {
		t.Fatalf("got %d", got)
	}
}

func TestAdds(t *testing.T) {
	if got := Add(1, 2); got != 3 {
		t.Errorf("got %d", got)
	}
	equal(t, Add(0, 0), 0)
}

func TestMain(m *testing.M) { os.Exit(m.Run()) }
`,
  good: [
    'func TestB(t *testing.T) {\n\tequal(t, Add(1, 1), 2)\n}',
    `func TestB(t *testing.T) {
	tests := []struct{ name string; a, want int; fails bool }{{"T010 (REQ-1)", 1, 2, false}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Add(tt.a)
			if tt.fails {
				if err == nil {
					t.Error("no error")
				}
				return
			}
			if got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}`,
    'func TestB(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n\tif Add(1) != 2 {\n\t\tt.Fail()\n\t}\n}',
    'func ExampleAdd() {\n\tfmt.Println(Add(1, 1))\n\t// Output: 2\n}',
    'func TestB(t *testing.T) {\n\tif diff := cmp.Diff(Add(1), 2); diff != "" {\n\t\tt.Fatal(diff)\n\t}\n}',
    'func FuzzB(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, a int) {\n\t\tif Add(a, 0) != a {\n\t\t\tt.Error(a)\n\t\t}\n\t})\n}',
    'func TestB(t *testing.T) {\n\tassertSum(t, Add(1), 2)\n}',
    'func TestB(t *testing.T) {\n\tdefer func() {\n\t\tif recover() == nil {\n\t\t\tt.Error("no panic")\n\t\t}\n\t}()\n\tAdd(-1)\n}',
  ],
  hollow: [
    'func TestB(t *testing.T) {}',
    'func TestB(t *testing.T) {\n\tAdd(1, 1)\n}',
    'func TestB(t *testing.T) {\n\t_ = Add(1, 1)\n\tt.Log("ok")\n}',
    'func TestB(t *testing.T) {\n\t// if Add(1) != 2 { t.Error("x") }\n}',
    'func TestB(t *testing.T) {\n\tif false {\n\t\tt.Error("x")\n\t}\n}',
    'func TestB(t *testing.T) {\n\tif Add(1) != Add(1) {\n\t\tt.Error("x")\n\t}\n}',
    'func TestB(t *testing.T) {\n\tt.Skip("later")\n\tequal(t, Add(1), 2)\n}',
    'func TestB(t *testing.T) {\n\tt.SkipNow()\n\tequal(t, Add(1), 2)\n}',
    'func TestB(t *testing.T) {\n\treturn\n\tequal(t, Add(1), 2)\n}',
    'func TestB(t *testing.T) {\n\tt.Fatal("x")\n}',
    'func TestB(t *testing.T) {\n\tos.Exit(0)\n\tequal(t, Add(1), 2)\n}',
    'func TestB(t *testing.T) {\n\tt.Parallel()\n\tt.Helper()\n}',
    'func TestB(t *testing.T) {\n\tt.Run("a", func(t *testing.T) { Add(1) })\n}',
  ],
  weakened: [
    ['	equal(t, Add(0, 0), 0)\n', ''],
    ['		t.Errorf("got %d", got)\n', ''],
    ['func TestAdds(t *testing.T) {', 'func TestAdds(t *testing.T) {\n\tt.Skip("x")'],
    ['func TestAdds', 'func TestSums'],
    ['	equal(t, Add(0', '	if os.Getenv("CI") != "" {\n\t\treturn\n\t}\n\tequal(t, Add(0'],
    ['package a\n', '//go:build ignore\n\npackage a\n'],
  ],
}

const testify: Kind = {
  name: 'Go: testify and its suites',
  path: 'b_test.go',
  file: `package b

func TestAdds(t *testing.T) {
	assert.Equal(t, 3, Add(1, 2))
	require.NoError(t, err)
}

func (s *AddSuite) TestSums() {
	s.Equal(3, Add(1, 2))
	s.Require().NoError(err)
}
`,
  good: [
    'func TestB(t *testing.T) {\n\tassert.Equal(t, 2, Add(1, 1))\n}',
    'func TestB(t *testing.T) {\n\trequire.ErrorIs(t, Add(1), ErrX)\n}',
    'func TestB(t *testing.T) {\n\tassert := assert.New(t)\n\tassert.True(Add(1) > 1)\n}',
    'func (s *AddSuite) TestB() {\n\ts.ElementsMatch(Add(1), []int{1})\n}',
    'func (s *AddSuite) TestB() {\n\ts.Require().Len(Add(1), 2)\n}',
    'func TestB(t *testing.T) {\n\tm := new(Mock)\n\tAdd(m)\n\tm.AssertExpectations(t)\n}',
  ],
  hollow: [
    'func TestB(t *testing.T) {\n\tassert.True(t, true)\n}',
    'func TestB(t *testing.T) {\n\tassert.Equal(t, Add(1), Add(1))\n}',
    'func TestB(t *testing.T) {\n\trequire.Equal(t, 2, 2)\n}',
    'func TestB(t *testing.T) {\n\tassert.New(t)\n\tAdd(1)\n}',
    'func TestB(t *testing.T) {\n\tassert.Fail(t, "x")\n}',
    'func TestB(t *testing.T) {\n\tassert.Equal(t, 1, 2)\n}',
    'func TestB(t *testing.T) {\n\tt.Skip()\n\tassert.Equal(t, 2, Add(1, 1))\n}',
    'func (s *AddSuite) TestB() {}',
    'func (s *AddSuite) TestB() {\n\tAdd(1)\n}',
    'func (s *AddSuite) TestB() {\n\ts.True(true)\n}',
    'func (s *AddSuite) TestB() {\n\ts.Equal(Add(1), Add(1))\n}',
    'func (s *AddSuite) TestB() {\n\ts.T().Log("x")\n}',
    'func (s *AddSuite) TestB() {\n\treturn\n\ts.Equal(2, Add(1, 1))\n}',
  ],
  weakened: [
    ['	require.NoError(t, err)\n', ''],
    ['	s.Require().NoError(err)\n', ''],
    ['assert.Equal(t, 3, Add(1, 2))', 'assert.NotNil(t, Add(1, 2))'],
    ['TestSums', 'TestOther'],
  ],
}

const rust: Kind = {
  name: 'Rust',
  path: 'tests/a.rs',
  file: `use a::add;

fn same(a: i32, b: i32) {
    assert_eq!(a, b);
}

#[test]
fn adds() {
    assert_eq!(add(1, 2), 3);
    same(add(0, 0), 0);
}

#[test]
#[ignore]
fn later() {}
`,
  good: [
    '#[test]\n#[should_panic(expected = "negative")]\nfn b() {\n    add(-1, 0);\n}',
    '#[tokio::test]\nasync fn b() {\n    assert_eq!(add(1).await, 2);\n}',
    '#[test]\nfn b() {\n    same(add(1, 1), 2);\n}',
    '#[test]\nfn b() -> Result<(), Error> {\n    let sum = add(1, 1)?;\n    assert!(sum > 1, "sum {sum}");\n    Ok(())\n}',
    '#[test]\nfn b() {\n    match add(1, 1) {\n        2 => {}\n        other => panic!("{other}"),\n    }\n}',
    '#[test]\nfn b() {\n    let error = add(1).unwrap_err();\n}',
    '#[rstest]\n#[case(1, 2)]\nfn b(#[case] a: i32, #[case] b: i32) {\n    assert_eq!(add(a), b);\n}',
    '#[test_case(1, 2; "T010")]\nfn b(a: i32, b: i32) {\n    assert_eq!(add(a), b);\n}',
    'proptest! {\n    #[test]\n    fn b(a in 0..9) {\n        prop_assert_eq!(add(a, 0), a);\n    }\n}',
    '#[cfg(unix)]\n#[test]\nfn b() {\n    assert_matches!(add(1), Ok(2));\n}',
    'mod more {\n    #[test]\n    fn b() {\n        insta::assert_snapshot!(add(1));\n    }\n}',
  ],
  hollow: [
    '#[test]\nfn b() {}',
    '#[test]\nfn b() {\n    add(1, 1);\n}',
    '#[test]\nfn b() {\n    // assert_eq!(add(1, 1), 2);\n}',
    '#[test]\nfn b() {\n    assert!(true);\n}',
    '#[test]\nfn b() {\n    assert_eq!(add(1), add(1));\n}',
    '#[test]\nfn b() {\n    println!("{}", add(1));\n}',
    '#[test]\n#[ignore]\nfn b() {\n    assert_eq!(add(1, 1), 2);\n}',
    '#[test]\n#[ignore = "slow"]\nfn b() {\n    assert_eq!(add(1, 1), 2);\n}',
    '#[test]\n#[cfg(any())]\nfn b() {\n    assert_eq!(add(1, 1), 2);\n}',
    '#[test]\nfn b() {\n    return;\n    assert_eq!(add(1, 1), 2);\n}',
    '#[test]\nfn b() {\n    panic!("x");\n}',
    '#[test]\nfn b() {\n    assert!(false);\n}',
    '#[test]\n#[should_panic]\nfn b() {\n    panic!("x");\n}',
    '#[test]\nfn b() {\n    if false {\n        assert_eq!(add(1, 1), 2);\n    }\n}',
    '#[tokio::test]\nasync fn b() {\n    add(1).await;\n}',
  ],
  weakened: [
    ['    same(add(0, 0), 0);\n', ''],
    ['assert_eq!(add(1, 2), 3)', 'assert!(add(1, 2))'],
    ['assert_eq!(add(1, 2), 3)', 'assert_eq!(3, 3)'],
    ['#[test]\nfn adds', '#[test]\n#[ignore]\nfn adds'],
    ['fn adds', 'fn sums'],
    ['    assert_eq!(a, b);\n', ''],
  ],
}

describe.each([jest, mocha, ava, pytest, unittest, go, testify, rust])('$name', (kind) => {
  const { path, file, good, hollow, weakened } = kind

  test.each(good)('%j is a good test', async (more) => {
    expect(await refusals(path, file, `${file}\n${more}\n`)).toEqual([])
    const [added] = hollowTests(path, await readTestFile(path, file), { tests: [], alone: [] })
    expect(added).toBeUndefined()
    const tests = (await readTestFile(path, `${file}\n${more}\n`))?.tests ?? []
    expect(tests.length).toBeGreaterThan((await readTestFile(path, file))?.tests.length ?? 0)
  })

  test.each(hollow)('%j proves nothing', async (more) => {
    expect(await refusals(path, file, `${file}\n${more}\n`)).not.toEqual([])
  })

  test.each(weakened)('%j must not become %j', async (from, to) => {
    expect(file).toContain(from)
    expect(
      await refusals(
        path,
        file,
        file.replace(from, () => to),
      ),
    ).not.toEqual([])
  })

  test(`${good.length} good, ${hollow.length} hollow, ${weakened.length} weakened`, () => {
    expect(good.length).toBeGreaterThanOrEqual(6)
    expect(hollow.length).toBeGreaterThanOrEqual(12)
    expect(hollow.length + weakened.length).toBeGreaterThan(15)
  })
})
