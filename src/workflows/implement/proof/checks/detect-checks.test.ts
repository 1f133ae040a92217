import { describe, expect, test } from 'vitest'
import { detectChecks } from './detect-checks.ts'

const detect = (
  texts: Readonly<Record<string, string>>,
  settings: { readonly checks?: false | string | readonly string[]; readonly test?: string } = {},
  all = 'npm test',
) =>
  detectChecks({
    files: Object.keys(texts),
    read: async (path) => texts[path],
    tools: { framework: 'own', all, some: all, from: '' },
    settings,
  })
const scripts = (found: Readonly<Record<string, string>>, more = {}) => ({
  'package.json': JSON.stringify({ scripts: found, ...more }),
})

describe('checks of scripts', () => {
  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    [
      'the quickest first',
      { build: 'rollup', lint: 'eslint .', typecheck: 'tsc' },
      ['typecheck', 'lint', 'build'],
    ],
    [
      'one that runs the others, alone',
      { lint: 'eslint .', typecheck: 'tsc', check: 'npm run lint && npm run typecheck' },
      ['check'],
    ],
    [
      'one that has the commands of another, alone',
      { lint: 'biome check .', check: 'biome check . && tsc --noEmit' },
      ['check'],
    ],
    [
      'one by two names, once',
      { typecheck: 'tsc', 'type-check': 'npm run typecheck' },
      ['typecheck'],
    ],
    [
      'by tools that run several',
      { lint: 'eslint .', 'type-check': 'tsc', check: 'run-p lint type-check' },
      ['check'],
    ],
    [
      'without those that run the tests, too',
      { test: 'vitest run', lint: 'eslint .', check: 'npm run lint && npm test' },
      ['lint'],
    ],
    [
      'without those that the tests run',
      { pretest: 'npm run lint', lint: 'eslint .', test: 'jest' },
      [],
    ],
    [
      'without those that change files or never end',
      { lint: 'eslint . --fix', check: 'prettier -w .', build: 'tsc --watch', types: 'tsc' },
      ['types'],
    ],
    [
      'also if they call each other',
      { check: 'npm run lint', lint: 'npm run check && eslint .' },
      ['lint'],
    ],
  ])('%s', async (_, found, expected) => {
    expect(await detect(scripts(found))).toEqual(expected.map((name) => `npm run ${name}`))
  })

  test('by the package manager of the project; types also without a script', async () => {
    const files = { 'pnpm-lock.yaml': '', 'tsconfig.json': '{}' }
    const typed = scripts({ lint: 'eslint .' }, { devDependencies: { typescript: '5' } })
    expect(await detect({ ...files, ...typed })).toEqual(['tsc --noEmit', 'pnpm run lint'])
    const built = scripts({ build: 'tsc -b' }, { devDependencies: { typescript: '5' } })
    expect(await detect({ ...files, ...built })).toEqual(['pnpm run build'])
  })

  test('a test command of the config does not run what the script "test" runs', async () => {
    const found = scripts({ test: 'npm run lint && jest', lint: 'eslint .' })
    expect(await detect(found)).toEqual([])
    expect(await detect(found, { test: 'jest' })).toEqual(['npm run lint'])
  })
})

describe('checks of other languages', () => {
  test.each<[Readonly<Record<string, string>>, string, string[]]>([
    [{ 'ruff.toml': '', 'mypy.ini': '' }, '', ['python3 -m ruff check .', 'python3 -m mypy .']],
    [
      { 'pyproject.toml': '[tool.ruff.lint]\n[tool.mypy]\nfiles = ["a"]\n' },
      'uv run pytest',
      ['uv run ruff check .', 'uv run mypy'],
    ],
    [
      { 'tox.ini': '[flake8]\nmax-line-length = 99\n[testenv:typing]\n' },
      '.venv/bin/python -m pytest',
      ['.venv/bin/python -m flake8', 'tox -q -e typing'],
    ],
    [
      { 'setup.cfg': '[bumpversion]\nfiles = a.py\n[mypy]\nstrict = True\n[other]\nmodules = b\n' },
      '',
      ['python3 -m mypy .'],
    ],
    [{ 'setup.cfg': '[x]\n[mypy]\nfiles = a, b\n' }, '', ['python3 -m mypy']],
    [{ 'tox.ini': '[testenv:lint]\n[testenv:py312]\n' }, '', ['tox -q -e lint']],
    [{ 'pyproject.toml': '[project]\n' }, '', []],
    [{ 'Cargo.toml': '' }, '', ['cargo clippy --all-targets -- -D warnings']],
    [{ 'go.mod': '' }, '', ['go vet ./...', '! gofmt -l . | grep .']],
  ])('%j', async (files, all, expected) => {
    expect(await detect(files, {}, all)).toEqual(expected)
  })
})

test('the config decides', async () => {
  const found = scripts({ lint: 'eslint .' })
  expect(await detect(found, { checks: false })).toEqual([])
  expect(await detect(found, { checks: 'make lint' })).toEqual(['make lint'])
  expect(await detect(found, { checks: ['a', 'b'] })).toEqual(['a', 'b'])
})
