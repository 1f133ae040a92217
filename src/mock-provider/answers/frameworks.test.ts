/** All the way from the files of a project to tests and code for it, by the words of a prompt. */
import { describe, expect, test } from 'vitest'
import { readTestFile } from '../../workflows/implement/proof/source/test-file.ts'
import { projectFacts } from '../../workflows/project/project-facts.ts'
import { factsWords } from '../../workflows/project/project-words.ts'
import { readFacts } from './design-facts.ts'
import { codeFor, exportEdit, testsFor } from './implement-code.ts'
import { issueFor } from './issue-document.ts'
import { draftFor } from './lld-document.ts'
import { projectIn } from './project.ts'

const ALL = { isWrong: false, isBounded: true }

async function madeFor(texts: Readonly<Record<string, string>>, title = 'Undo it', body = '') {
  const files = Object.keys(texts)
  const facts = await projectFacts({ files, read: async (path) => texts[path], settings: {} })
  const context = `${factsWords(facts)}\n${files.join('\n')}`
  const brief = `# ${title}\n\n${body}\n\n- It's undone with "quotes" and a \\ backslash\n- Nothing else is\n`
  const issue = issueFor(brief, { context, isVague: false })
  const design = readFacts(draftFor({ number: '7', title, body: issue, context }, { vague: false }))
  const project = projectIn(context)
  const tests = testsFor(design, project)
  const names = (await readTestFile(design.tests, tests))?.tests.map(({ name }) => name)
  return { design, issue, project, tests, names, code: codeFor(design, ALL, project) }
}

const pkg = (more: object) => ({ 'package.json': JSON.stringify({ name: 'a', ...more }) })
const script = (name: string, type = 'commonjs') => pkg({ type, scripts: { test: name } })

describe.each<[string, Record<string, string>, string, string[]]>([
  [
    'node:test, CommonJS',
    script('node --test'),
    'src/undo-it.js test/undo-it.test.js',
    [
      "const assert = require('node:assert/strict')",
      "const { test } = require('node:test')",
      "const { undoIt } = require('../src/undo-it.js')",
    ],
  ],
  [
    'node:test, ES modules in TypeScript',
    { ...script('node --test', 'module'), 'tsconfig.json': '{}' },
    'src/undo-it.ts test/undo-it.test.ts',
    [
      "import assert from 'node:assert/strict'",
      "import { test } from 'node:test'",
      "import { undoIt } from '../src/undo-it.ts'",
    ],
  ],
  [
    'vitest, TypeScript without extensions in imports',
    { ...script('vitest', 'module'), 'src/a.ts': "import './b'", 'src/a.spec.ts': '' },
    'src/undo-it.ts src/undo-it.spec.ts',
    ["import { expect, test } from 'vitest'", "import { undoIt } from './undo-it'"],
  ],
  [
    'vitest, JavaScript, whatever the package says',
    script('vitest run'),
    'src/undo-it.js test/undo-it.test.js',
    ["import { expect, test } from 'vitest'", "import { undoIt } from '../src/undo-it.js'"],
  ],
  [
    'jest',
    script('jest'),
    'src/undo-it.js __tests__/undo-it.test.js',
    ["const { undoIt } = require('../src/undo-it.js')"],
  ],
  [
    'jest, TypeScript',
    { ...script('jest'), 'lib/a.ts': "import { b } from './b'" },
    'lib/undo-it.ts __tests__/undo-it.test.ts',
    ["import { expect, test } from '@jest/globals'", "import { undoIt } from '../lib/undo-it'"],
  ],
  [
    'mocha',
    { ...script('mocha'), 'index.js': '', 'test/test.js': '' },
    'undo-it.js test/undo-it.js',
    ["const assert = require('node:assert/strict')", "const { undoIt } = require('../undo-it.js')"],
  ],
  [
    'mocha, ES modules',
    script('mocha', 'module'),
    'src/undo-it.js test/undo-it.spec.js',
    ["import assert from 'node:assert/strict'", "import { undoIt } from '../src/undo-it.js'"],
  ],
  [
    'pytest',
    { 'pyproject.toml': '', 'src/mypkg/__init__.py': '', 'tests/test_app.py': '' },
    'src/mypkg/undo_it.py tests/test_undo_it.py',
    ['from mypkg.undo_it import undo_it'],
  ],
])('%s', (_, texts, paths, imports) => {
  test('files are where the runner collects them, and imports find them', async () => {
    const { design, tests, issue } = await madeFor(texts)
    expect(`${design.source} ${design.tests}`).toBe(paths)
    for (const path of paths.split(' ')) expect(issue).toContain(`- \`${path}\`: new`)
    expect(tests.split(/\n\n/)[0]?.split('\n')).toEqual(imports)
  })

  test('each requirement has a test that can be read', async () => {
    const { names, code, design } = await madeFor(texts)
    expect(names).toHaveLength(4)
    for (const number of [1, 2, 3])
      expect(names?.some((name) => new RegExp(`req[-_]${number}`, 'i').test(name))).toBe(true)
    expect(code).toContain(design.functionName)
    expect(code.includes('module.exports')).toBe(imports.at(-1)?.includes('require'))
  })
})

test.each([
  ['go.mod', ['undo-it.go', 'undo-it_test.go']],
  ['Cargo.toml', ['src/undo-it.rs', 'tests/undo-it.rs']],
])('an issue beside %s names files of its language', async (manifest, paths) => {
  const { issue } = await madeFor({ [manifest]: '' })
  for (const path of paths) expect(issue).toContain(`- \`${path}\`: new`)
})

test.each([
  ['Import', 'src/import-feature.js', 'importFeature'],
  ['Test', 'src/feature-test-feature.js', 'featureTestFeature'],
  ['Test reports', 'src/feature-test-reports.js', 'featureTestReports'],
  ['A speed test', 'src/a-speed-test-feature.js', 'aSpeedTestFeature'],
  ['List', 'src/list-feature.js', 'listFeature'],
  ['2 factors', 'src/2-factors.js', 'feature2Factors'],
])('the title %j makes no name that is taken', async (title, source, functionName) => {
  const { design } = await madeFor({ ...script('node --test'), 'src/list.js': '' }, title)
  expect(design).toMatchObject({ source, functionName })
})

test.each([
  ['Calendar', 'calendar_feature.py'],
  ['Class', 'class_feature.py'],
  ['2 factors', 'feature_2_factors.py'],
  ['Undo it', 'undo_it.py'],
])('in Python, the title %j hides no module and no word', async (title, source) => {
  const { design } = await madeFor({ 'pyproject.toml': '' }, title)
  expect(design).toMatchObject({ source, functionName: source.replace('.py', '') })
})

test.each<[string, Record<string, string>, string, string]>([
  [
    'CommonJS',
    script('jest'),
    'src/list.js',
    "module.exports.undoIt = require('./undo-it.js').undoIt",
  ],
  [
    'ES modules',
    script('vitest', 'module'),
    'src/list.js',
    "export { undoIt } from './undo-it.js'",
  ],
  [
    'Python',
    { 'pyproject.toml': '', 'app/__init__.py': '' },
    'app/list.py',
    'from app.undo_it import undo_it  # noqa: E402, F401',
  ],
])('an existing module that a brief names offers it too: %s', async (_, texts, path, line) => {
  const named = `Offered by \`${path}\` too, unlike \`package.json\`.`
  const { design: facts, project } = await madeFor({ ...texts, [path]: '' }, 'Undo it', named)
  expect(facts.modified).toEqual([path])
  const edit = exportEdit('first\nlast\n', { path, facts, project })
  expect(edit).toEqual({ search: 'last', replace: `last\n\n${line}` })
  expect(exportEdit('', { path, facts, project })).toBeUndefined()
})
