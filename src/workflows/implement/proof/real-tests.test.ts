/** Test files that nobody here wrote: each grows by a good test without a refusal, and by no hollow one. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { judgeChanges } from '../edits/judge.ts'
import { textTroubles } from './written-tests.ts'

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const FEWEST = 20

interface Corpus {
  readonly name: string
  readonly files: readonly string[]
  readonly good: string
  readonly hollow: readonly string[]
}

const vitest: Corpus = {
  name: 'zod, by vitest',
  files: filesIn('zod/src/v4', /\.test\.tsx?$/),
  good: "\ntest('T010 (REQ-1): grows', () => {\n  expect(grown(1)).toBe(2)\n})\n",
  hollow: [
    "\ntest('T010 (REQ-1): grows', () => {\n  grown(1)\n})\n",
    "\ntest('T010 (REQ-1): grows', () => {\n  expect(grown(1)).toBe(grown(1))\n})\n",
    "\ntest.skip('T010 (REQ-1): grows', () => {\n  expect(grown(1)).toBe(2)\n})\n",
    "\ntest('T010 (REQ-1): grows', () => {\n  expect(1).toBe(2)\n})\n",
  ],
}
const tape: Corpus = {
  name: 'fast-uri, by tape',
  files: filesIn('fast-uri/test', /\.test\.js$/),
  good: "\ntest('T010 (REQ-1): grows', (t) => {\n  t.equal(grown(1), 2)\n  t.end()\n})\n",
  hollow: [
    "\ntest('T010 (REQ-1): grows', (t) => {\n  grown(1)\n  t.end()\n})\n",
    "\ntest('T010 (REQ-1): grows', (t) => {\n  t.pass()\n  t.end()\n})\n",
    "\ntest.skip('T010 (REQ-1): grows', (t) => {\n  t.equal(grown(1), 2)\n  t.end()\n})\n",
    "\ntest('T010 (REQ-1): grows', (t) => {\n  t.fail('x')\n  t.end()\n})\n",
  ],
}
const nodeTest: Corpus = {
  name: 'process-warning, by node:test',
  files: filesIn('process-warning/test', /\.test\.js$/),
  good: "\ntest('T010 (REQ-1): grows', (t) => {\n  t.assert.equal(grown(1), 2)\n})\n",
  hollow: [
    "\ntest('T010 (REQ-1): grows', () => {\n  grown(1)\n})\n",
    "\ntest('T010 (REQ-1): grows', (t) => {\n  t.assert.ok(true)\n})\n",
    "\ntest('T010 (REQ-1): grows', { skip: true }, (t) => {\n  t.assert.equal(grown(1), 2)\n})\n",
    "\ntest('T010 (REQ-1): grows', (t) => {\n  t.assert.fail()\n})\n",
  ],
}

const PYTHON_TEST = `

class Grown(unittest.TestCase):
    def test_t010_req_1_grows(self):
`
const python: Omit<Corpus, 'name' | 'files'> = {
  good: `${PYTHON_TEST}        self.assertEqual(grown(1), 2)\n`,
  hollow: [
    `${PYTHON_TEST}        grown(1)\n`,
    `${PYTHON_TEST}        self.assertTrue(True)\n`,
    `${PYTHON_TEST.replace('    def', '    @unittest.skip("later")\n    def')}        self.assertEqual(grown(1), 2)\n`,
    `${PYTHON_TEST}        self.fail("x")\n`,
  ],
}
const skulpt: Corpus = {
  name: 'skulpt, by unittest',
  files: filesIn('skulpt/test/unit3', /\/test_\w+\.py$/),
  ...python,
}

/** Empty where Python is installed without its tests, or not at all. */
const ownOfPython: Corpus = { name: "Python's own", files: pythonTests(), ...python }

test('there are many: twenty at least in either language', () => {
  expect(vitest.files.length + tape.files.length + nodeTest.files.length).toBeGreaterThan(150)
  for (const { files } of [vitest, tape, skulpt]) expect(files.length).toBeGreaterThan(FEWEST)
})

describe.each([vitest, tape, nodeTest, skulpt])('$name', grows)

describe.skipIf(ownOfPython.files.length === 0)("tests of Python's own library", () => {
  grows(ownOfPython)
})

function grows({ files, good, hollow }: Corpus): void {
  test.each(files)('%s grows by a good test, and by no hollow one', async (file) => {
    const before = readFileSync(file, 'utf8')
    expect(await refusals(before, before + good, file)).toEqual([])
    for (const more of hollow)
      expect(await refusals(before, before + more, file), more).not.toEqual([])
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
}

const MOST_OF_PYTHON = 60

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
      .filter((_, index) => index % 5 === 0)
      .slice(0, MOST_OF_PYTHON)
      .map((name) => join(folder, name))
  } catch {
    return [] // no Python, or one without its tests
  }
}
