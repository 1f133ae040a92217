/** Test files that nobody here wrote: each grows by a good test without a refusal, and by no hollow one; none is weakened. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judgeChanges } from '../edits/judge.ts'
import { textTroubles } from './written-tests.ts'

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const FEWEST = 20
const FEWEST_HOLLOW = 12
/** Of one corpus, from all of it: more take minutes. */
const MOST_FILES = 30

interface Corpus {
  readonly name: string
  readonly files: readonly string[]
  readonly good: string
  readonly hollow: readonly string[]
  /** A line with an assertion, and the beginning of a test with what disables it. */
  readonly assertion: RegExp
  readonly disabled: readonly [RegExp, string]
}

/** The same twelve that prove nothing, in the words of a framework. */
function hollowInJavaScript({
  parameter,
  end = '',
  right,
  same,
  always,
  never,
}: {
  readonly parameter: string
  readonly end?: string
  readonly right: string
  readonly same: string
  readonly always: string
  readonly never: string
}): string[] {
  const named = (call: string, body: string, options = '') =>
    `\n${call}('T010 (REQ-1): grows', ${options}(${parameter}) => {\n  ${body}\n${end}})\n`
  return [
    named('test', ''),
    named('test', 'grown(1)'),
    named('test', `// ${right}`),
    named('test', same),
    named('test', always),
    named('test', never),
    named('test', `return\n  ${right}`),
    named('test', `try {\n    ${right}\n  } catch {}`),
    named('test', `if (false) ${right}`),
    named('test', `process.exit(0)\n  ${right}`),
    named('test.skip', right),
    "\ntest.todo('T010 (REQ-1): grows')\n",
  ]
}

const vitest: Corpus = {
  name: 'zod, by vitest',
  files: filesIn('zod/src/v4', /\.test\.tsx?$/),
  good: "\ntest('T010 (REQ-1): grows', () => {\n  expect(grown(1)).toBe(2)\n})\n",
  hollow: hollowInJavaScript({
    parameter: '',
    right: 'expect(grown(1)).toBe(2)',
    same: 'expect(grown(1)).toBe(grown(1))',
    always: 'expect(true).toBe(true)',
    never: 'expect(1).toBe(2)',
  }),
  assertion: /^ {2}expect\(.*\)\.to\w+\(.*\);?\n/m,
  disabled: [/^test\("/m, 'test.skip("'],
}
const tape: Corpus = {
  name: 'fast-uri, by tape',
  files: filesIn('fast-uri/test', /\.test\.js$/),
  good: "\ntest('T010 (REQ-1): grows', (t) => {\n  t.equal(grown(1), 2)\n  t.end()\n})\n",
  hollow: hollowInJavaScript({
    parameter: 't',
    end: '  t.end()\n',
    right: 't.equal(grown(1), 2)',
    same: 't.equal(grown(1), grown(1))',
    always: 't.pass()',
    never: "t.fail('x')",
  }),
  assertion: /^ {2}t\.(equal|same|deepEqual|throws|ok)\(.*\)\n/m,
  disabled: [/^test\('/m, "test.skip('"],
}
const nodeTest: Corpus = {
  name: 'process-warning, by node:test',
  files: filesIn('process-warning/test', /\.test\.js$/),
  good: "\ntest('T010 (REQ-1): grows', (t) => {\n  t.assert.equal(grown(1), 2)\n})\n",
  hollow: hollowInJavaScript({
    parameter: 't',
    right: 't.assert.equal(grown(1), 2)',
    same: 't.assert.equal(grown(1), grown(1))',
    always: 't.assert.ok(true)',
    never: 't.assert.fail()',
  }),
  assertion: /^ {2}(t\.)?assert\.\w+\(.*\)\n/m,
  disabled: [/^test\('/m, "test.skip('"],
}

const PYTHON_TEST = `

class Grown(unittest.TestCase):
    def test_t010_req_1_grows(self):
`
const RIGHT = '        self.assertEqual(grown(1), 2)\n'
const python: Omit<Corpus, 'name' | 'files'> = {
  good: `${PYTHON_TEST}${RIGHT}`,
  hollow: [
    `${PYTHON_TEST}        pass\n`,
    `${PYTHON_TEST}        grown(1)\n`,
    `${PYTHON_TEST}        # self.assertEqual(grown(1), 2)\n        grown(1)\n`,
    `${PYTHON_TEST}        self.assertEqual(grown(1), grown(1))\n`,
    `${PYTHON_TEST}        self.assertTrue(True)\n`,
    `${PYTHON_TEST}        self.fail("x")\n`,
    `${PYTHON_TEST}        return\n${RIGHT}`,
    `${PYTHON_TEST}        try:\n    ${RIGHT}        except AssertionError:\n            pass\n`,
    `${PYTHON_TEST}        if False:\n    ${RIGHT}`,
    `${PYTHON_TEST}        self.skipTest("later")\n${RIGHT}`,
    `${PYTHON_TEST.replace('    def', '    @unittest.skip("later")\n    def')}${RIGHT}`,
    `${PYTHON_TEST.replace('    def', '    @unittest.expectedFailure\n    def')}${RIGHT}`,
  ],
  assertion: /^ {8}self\.assert\w+\(.*\)\n(?= {8}self)/m,
  disabled: [/^ {4}def test_/m, '    @unittest.skip("later")\n    def test_'],
}
const skulpt: Corpus = {
  name: 'skulpt, by unittest',
  files: filesIn('skulpt/test/unit3', /\/test_\w+\.py$/),
  ...python,
}

/** Empty where Python is installed without its tests, or not at all. */
const ownOfPython: Corpus = { name: "Python's own", files: pythonTests(), ...python }

const javascript = [vitest, tape, nodeTest]
const pythons = [skulpt, ownOfPython]

for (const [language, corpora] of Object.entries({ JavaScript: javascript, Python: pythons })) {
  const counts = corpora.map(({ name, files }) => `${files.length} of ${name}`).join(', ')
  test(`files in ${language}: ${counts}`, () => {
    const [first] = corpora
    expect(first?.files.length).toBeGreaterThanOrEqual(FEWEST)
    for (const { hollow } of corpora) expect(hollow.length).toBeGreaterThanOrEqual(FEWEST_HOLLOW)
  })
}

describe.each([...javascript, ...pythons].filter(({ files }) => files.length > 0))('$name', grows)

function grows({ files, good, hollow, assertion, disabled }: Corpus): void {
  const cases = files.map((file, index) => ({ file, index }))
  test.each(cases)('$file grows by a good test, and by no hollow one', async ({ file, index }) => {
    const before = readFileSync(file, 'utf8')
    expect(await refusals(before, before + good, file)).toEqual([])
    // A third of them for each file: all of them take minutes.
    for (const more of hollow.filter((_, variant) => (variant + index) % 3 === 0))
      expect(await refusals(before, before + more, file), more).not.toEqual([])
  })

  test('without an assertion, or with a test disabled, none is accepted beside a good test', async () => {
    const weaker = files.flatMap((file) => {
      const before = readFileSync(file, 'utf8')
      const changed = [before.replace(assertion, ''), before.replace(...disabled)]
      return changed.map((after) => ({ file, before, after }))
    })
    const changed = weaker.filter(({ before, after }) => after !== before)
    expect(changed.length).toBeGreaterThanOrEqual(Math.min(files.length, FEWEST_HOLLOW))
    for (const { file, before, after } of changed)
      expect(await refusals(before, after + good, file), file).not.toEqual([])
  })
}

/** As a proposal of tests is judged, by a design with one scenario that does not name the file. */
async function refusals(before: string, after: string, file: string): Promise<readonly string[]> {
  const path = `test/${file.slice(file.lastIndexOf('/') + 1)}`
  const worktree = {
    read: async () => before,
    pathTrouble: () => undefined,
    secretIn: () => undefined,
  }
  const rules = {
    phase: 'tests' as const,
    named: ['src/grown.ts'],
    allowedPaths: [],
    testPaths: [],
    existing: [path],
    deletable: [],
    proven: {},
    original: worktree.read,
    findings: '',
  }
  const change = { path, action: 'write' as const, content: after, edits: [] }
  const judged = await judgeChanges(worktree, { changes: [change] }, rules)
  const cell = { scenario: '', input: '', expected: '', criteria: '' }
  const scenario = { id: 'T010', type: 'Auto', requirements: [1], ...cell }
  return [...judged.refused, ...judged.problems, ...(await textTroubles(judged.files, [scenario]))]
}

function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(MODULES, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(MODULES, folder, name))
    .filter((name) => pattern.test(name))
    .sort()
    .filter(isChosen)
}

function isChosen(_: string, index: number, { length }: readonly string[]): boolean {
  return index % Math.ceil(length / MOST_FILES) === 0
}

function pythonTests(): string[] {
  const script = 'import os, test; print(os.path.dirname(test.__file__))'
  try {
    const folder = execFileSync('python3', ['-c', script], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
    return readdirSync(folder)
      .filter((name) => /^test_\w+\.py$/.test(name))
      .sort()
      .filter(isChosen)
      .map((name) => join(folder, name))
  } catch {
    return [] // no Python, or one without its tests
  }
}
