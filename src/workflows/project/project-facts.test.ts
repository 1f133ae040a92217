import { describe, expect, test } from 'vitest'
import { projectFacts } from './project-facts.ts'
import { factsWords } from './project-words.ts'

function factsOf(texts: Readonly<Record<string, string>>, settings = {}) {
  const files = Object.keys(texts)
  return projectFacts({ files, read: async (path) => texts[path], settings })
}

const pkg = (more: object) => JSON.stringify({ name: 'a', ...more })
const node = (more: object = {}) => pkg({ scripts: { test: 'node --test' }, ...more })
const vitest = pkg({ type: 'module', devDependencies: { vitest: '5' } })
const jest = pkg({ type: 'commonjs', scripts: { test: 'jest' } })
const mocha = pkg({ type: 'commonjs', scripts: { test: 'mocha' } })

type Row = [string, Record<string, string>, string, string, string]

describe('a new module and its tests', () => {
  test.each<Row>([
    // What scaffolds write.
    [
      'npm create vite, with vitest',
      {
        'package.json': vitest,
        'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
        'src/main.ts': "import './style.css'\nimport { setupCounter } from './counter.ts'",
        'src/counter.ts': '',
        'vite.config.ts': '',
      },
      'src/<name>.ts',
      'test/<name>.test.ts',
      'ES modules .ts',
    ],
    [
      'npm init, with vitest',
      { 'package.json': vitest },
      'src/<name>.js',
      'test/<name>.test.js',
      'ES modules .js',
    ],
    [
      'npm create jest',
      { 'package.json': jest, 'jest.config.js': '' },
      'src/<name>.js',
      '__tests__/<name>.test.js',
      'CommonJS .js',
    ],
    [
      'npm init, with mocha and the test of its documentation',
      { 'package.json': mocha, 'test/test.js': '' },
      'src/<name>.js',
      'test/<name>.js',
      'CommonJS .js',
    ],
    [
      'mocha without tests',
      { 'package.json': mocha },
      'src/<name>.js',
      'test/<name>.spec.js',
      'CommonJS .js',
    ],
    [
      'npm init and node --test',
      { 'package.json': node() },
      'src/<name>.js',
      'test/<name>.test.js',
      'CommonJS .js',
    ],
    // What is there decides.
    [
      'tests beside their code',
      {
        'package.json': vitest,
        'src/a/list.ts': '',
        'src/a/list.spec.ts': "import { x } from './list'",
      },
      'src/a/<name>.ts',
      'src/a/<name>.spec.ts',
      'ES modules ',
    ],
    [
      'tests in __tests__ beside their code',
      { 'package.json': jest, 'lib/list.js': '', 'lib/__tests__/list.js': '' },
      'lib/<name>.js',
      'lib/__tests__/<name>.js',
      'CommonJS .js',
    ],
    [
      'a package of several',
      {
        'package.json': vitest,
        'packages/a/package.json': pkg({ type: 'module' }),
        'packages/a/src/list.ts': "import { b } from './b.js'",
        'packages/a/test/list.test.ts': '',
      },
      'packages/a/src/<name>.ts',
      'packages/a/test/<name>.test.ts',
      'ES modules .js',
    ],
    [
      'modules at the root',
      { 'package.json': node({ type: 'module' }), 'index.js': '', 'test.js': '' },
      '<name>.js',
      '<name>.test.js',
      'ES modules .js',
    ],
    [
      'tests of a browser are no pattern',
      {
        'package.json': vitest,
        'src/a.ts': '',
        'e2e/login.spec.ts': '',
        'e2e/out.spec.ts': '',
        'tests/a.test.tsx': '',
      },
      'src/<name>.ts',
      'tests/<name>.test.ts',
      'ES modules ',
    ],
    [
      'modules for Node by their extension',
      { 'package.json': node(), 'src/a.mjs': '', 'src/b.mjs': '' },
      'src/<name>.mjs',
      'test/<name>.test.mjs',
      'ES modules .mjs',
    ],
    // What Node and compilers want.
    [
      'TypeScript that Node strips, in a CommonJS package',
      { 'package.json': node({ type: 'commonjs' }), 'src/a.ts': '' },
      'src/<name>.mts',
      'test/<name>.test.mts',
      'ES modules .mts',
    ],
    [
      'TypeScript with imports as Node has them',
      { 'package.json': vitest, 'tsconfig.json': '{ "module": "NodeNext" }', 'src/a.ts': '' },
      'src/<name>.ts',
      'test/<name>.test.ts',
      'ES modules .js',
    ],
  ])('%s', async (_, texts, source, tests, modules) => {
    const facts = await factsOf(texts)
    expect([facts.source, facts.tests]).toEqual([source, tests])
    expect(`${facts.modules} ${facts.ending}`).toBe(modules)
  })

  test.each<[string, Record<string, string>, string, string, string]>([
    [
      'a package below src, as the documentation of pytest shows it',
      {
        'pyproject.toml': '',
        'src/mypkg/__init__.py': '',
        'src/mypkg/sub/__init__.py': '',
        'tests/test_app.py': '',
      },
      'src/mypkg/<name>.py',
      'tests/test_<name>.py',
      'mypkg.<name>',
    ],
    [
      'a package at the root, tests inside',
      {
        'setup.py': '',
        'app/__init__.py': '',
        'app/tests/__init__.py': '',
        'app/tests/list_test.py': '',
      },
      'app/<name>.py',
      'app/tests/<name>_test.py',
      'app.<name>',
    ],
    [
      'modules without a package, and configured tests',
      { 'pytest.ini': '[pytest]\ntestpaths = checks\n', 'list.py': '', 'conftest.py': '' },
      '<name>.py',
      'checks/test_<name>.py',
      '<name>',
    ],
    [
      'modules below src',
      { 'pyproject.toml': '', 'src/list.py': '' },
      'src/<name>.py',
      'tests/test_<name>.py',
      '<name>',
    ],
    [
      'nothing yet',
      { 'pyproject.toml': 'testpaths = ["unit"]' },
      '<name>.py',
      'unit/test_<name>.py',
      '<name>',
    ],
  ])('in Python: %s', async (_, texts, source, tests, importedAs) => {
    expect(await factsOf(texts)).toMatchObject({ language: 'Python', source, tests, importedAs })
  })
})

test('the words of prompts', async () => {
  expect(
    factsWords(await factsOf({ 'package.json': jest })),
  ).toBe(`## How this project is written and tested

- Language: JavaScript
- Modules: CommonJS; relative imports end in \`.js\`
- Tests: jest, run with \`jest\` (known from the script "test" of package.json)
- New files, by where others are: module \`src/<name>.js\`, tests \`__tests__/<name>.test.js\`
`)
  expect(factsWords(await factsOf({ 'pyproject.toml': '' }))).toContain(
    '- Import: `from <name> import …`\n- Tests: pytest, run with `python3 -m pytest`',
  )
  expect(factsWords(await factsOf({ 'go.mod': '' }))).toContain('- Language: Go\n- Tests: go,')
  expect(factsWords(await factsOf({ 'a.txt': '' }))).toContain('- Tests: no known way to run them')
  expect(factsWords(await factsOf({ 'package.json': jest }, { test: 'make check' }))).toContain(
    '- Tests: jest, run with `make check` (known from the config)',
  )
})
