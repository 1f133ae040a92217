import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/rig/temporary-folder.ts'
import { readTestOutput } from '../test-output.ts'
import { detectTools, type Framework, type TestTools } from '../test-tools.ts'
import { withResults } from './runner-results.ts'

const RESULT = '"$AGENTOS_RESULT"'
const JSON_OF_VITEST = `--reporter=json --outputFile.json=${RESULT}`
const REPORTERS = `--test-reporter=spec --test-reporter-destination=stdout --test-reporter="$AGENTOS_REPORTER" --test-reporter-destination=${RESULT}`

function tools(framework: Framework, all: string, script?: string): TestTools {
  return { framework, all, some: all, from: '', ...(script === undefined ? {} : { script }) }
}

test.each<[Framework, string, string]>([
  ['vitest', 'vitest run', `vitest run --reporter=default ${JSON_OF_VITEST}`],
  [
    'vitest',
    'vitest run --reporter=verbose a.ts',
    `vitest run --reporter=verbose a.ts ${JSON_OF_VITEST}`,
  ],
  [
    'vitest',
    'tsc && vitest run && echo "a && b"',
    `tsc && vitest run --reporter=default ${JSON_OF_VITEST} && echo "a && b"`,
  ],
  ['jest', 'npx jest --ci', `npx jest --ci --json --outputFile=${RESULT}`],
  [
    'mocha',
    'c8 mocha -r tsx "test/**"',
    `c8 mocha -r tsx "test/**" --reporter json --reporter-option output=${RESULT}`,
  ],
  ['node:test', 'node --import tsx --test a.js', `node --import tsx --test ${REPORTERS} a.js`],
  [
    'pytest',
    'python3 -m pytest -q tests',
    `python3 -m pytest -q tests -o junit_family=xunit1 --junit-xml=${RESULT}`,
  ],
  ['unittest', 'python3 -m unittest discover -s tests', 'python3 -m unittest discover -v -s tests'],
  ['unittest', 'python3 -m unittest tests/test_a.py', 'python3 -m unittest -v tests/test_a.py'],
  ['go', 'go test -v ./...', `go test -json -v ./... > ${RESULT}`],
])('%s: %s', (framework, command, expected) => {
  expect(withResults(tools(framework, command), command)?.command).toBe(expected)
})

test.each<[string, string, string]>([
  ['npm test', 'vitest run', `npm test -- --reporter=default ${JSON_OF_VITEST}`],
  ['pnpm test', 'tsc && vitest run', `pnpm test --reporter=default ${JSON_OF_VITEST}`],
])('%s adds to its script %s', (all, script, expected) => {
  expect(withResults(tools('vitest', all, script), all)?.command).toBe(expected)
})

test.each<[Framework, string, string?]>([
  ['own', 'make check'],
  ['cargo', 'cargo test'],
  ['vitest', 'vitest run | tee log'],
  ['vitest', '(cd a; vitest run)'],
  ['vitest', 'vitest run a && vitest run b'],
  ['vitest', 'vitest run --outputFile=x'],
  ['jest', 'jest --json'],
  ['mocha', 'mocha -- a.js'],
  ['node:test', 'node --test --test-reporter=dot'],
  ['pytest', 'pytest --junitxml=a.xml'],
  ['vitest', 'npm test', 'vitest run && echo done'],
  ['node:test', 'npm test', 'node --test a.test.js'],
  ['go', 'npm test', 'go test ./...'],
])('%s is run as it is by %s', (framework, command, script) => {
  expect(withResults(tools(framework, command, script), command)).toBeUndefined()
})

test('the script behind a command of the config is known', () => {
  const packageJson = JSON.stringify({ scripts: { test: 'echo', unit: 'jest --ci' } })
  const found = detectTools({ files: [], packageJson, settings: { test: 'npm run unit' } })
  expect(found).toMatchObject({ framework: 'jest', all: 'npm run unit', script: 'jest --ci' })
})

describe('for real', () => {
  const isThere = (program: string, ...args: string[]) =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0
  const modules = join(import.meta.dirname, '../../../../../node_modules')
  const VITEST = `import { expect, test } from 'vitest'\n`
  const NODE = `import assert from 'node:assert'\nimport { test } from 'node:test'\n`
  const JAVASCRIPT = (one: string, two: string) =>
    `test('adds', () => {})\ntest('fails', () => ${one})\ntest('says "${two}"', () => {})\n`
  const PYTHON =
    'import unittest\nclass TestA(unittest.TestCase):\n    def test_adds(self): pass\n    def test_fails(self): self.fail("no")\n    def test_more(self): pass\n'
  const GO = `package a\nimport "testing"\nfunc TestAdds(t *testing.T) {}\nfunc TestMore(t *testing.T) {}\nfunc TestFails(t *testing.T) { t.Error("no") }\n`

  test.each<[Framework, boolean, string, Readonly<Record<string, string>>, string]>([
    [
      'vitest',
      true,
      `node ${modules}/vitest/vitest.mjs run --root . --globals`,
      { 'a.test.js': `${VITEST}${JAVASCRIPT('expect(1).toBe(2)', 'ü')}` },
      'a.test.js > fails',
    ],
    [
      'node:test',
      true,
      'node --test',
      { 'a.test.mjs': `${NODE}${JAVASCRIPT('assert.equal(1, 2)', 'ü')}` },
      'a.test.mjs > fails',
    ],
    [
      'unittest',
      isThere('python3', '-c', 'import unittest'),
      'python3 -m unittest discover',
      { 'test_a.py': PYTHON },
      'test_a.TestA::test_fails',
    ],
    [
      'pytest',
      isThere('python3', '-c', 'import pytest'),
      'python3 -m pytest -p no:cacheprovider',
      { 'test_a.py': PYTHON },
      'test_a.py::TestA::test_fails',
    ],
    [
      'go',
      isThere('go', 'version'),
      'go test ./...',
      { 'go.mod': 'module a\n\ngo 1.18\n', 'a_test.go': GO },
      'a::TestFails',
    ],
  ])('%s', (framework, isHere, command, files, failing) => {
    if (!isHere) return
    const root = temporaryFolder()
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const results = withResults(tools(framework, command), command)
    const result = join(temporaryFolder(), 'result')
    const { PATH } = process.env
    const run = spawnSync('/bin/sh', ['-c', `${results?.command} 2>&1`], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: `${dirname(process.execPath)}:${PATH}`,
        HOME: root,
        CI: '1',
        PYTHONDONTWRITEBYTECODE: '1',
        GOFLAGS: '-mod=mod',
        AGENTOS_RESULT: result,
        ...results?.env,
      },
    })
    expect(run.status).not.toBe(0)
    const counts =
      results?.read === undefined
        ? readTestOutput(framework, run.stdout)
        : results.read(readFileSync(result, 'utf8').replaceAll(`${root}/`, ''))
    expect(counts).toMatchObject({ passed: 2, failed: 1, failing: [failing] })
    expect(counts?.passing).toHaveLength(2)
  })
})
