import { describe, expect, test } from 'vitest'
import { detectTools, someTests } from './test-tools.ts'

const detect = (files: string[], manifest?: object, settings = {}) =>
  detectTools({
    files,
    packageJson: manifest === undefined ? undefined : JSON.stringify(manifest),
    settings,
  })

describe('tests are run by', () => {
  test.each([
    ['node:test', { scripts: { test: 'node --test' } }, 'node --test', 'node --test {files}'],
    [
      'node:test',
      { scripts: { test: 'node --import tsx --test' } },
      'node --import tsx --test',
      undefined,
    ],
    [
      'vitest',
      { scripts: { test: 'vitest' } },
      'vitest run',
      'vitest run --reporter=verbose {files}',
    ],
    [
      'vitest',
      { devDependencies: { vitest: '1' } },
      'vitest run',
      'vitest run --reporter=verbose {files}',
    ],
    ['jest', { scripts: { test: 'jest --ci' } }, 'jest --ci', 'jest --verbose {files}'],
    ['mocha', { scripts: { test: 'mocha' } }, 'mocha', 'mocha --reporter spec {files}'],
    [
      'mocha',
      { scripts: { test: 'c8 mocha -r tsx --ui tdd "test/**"' } },
      'c8 mocha -r tsx --ui tdd "test/**"',
      'mocha --reporter spec -r tsx --ui tdd {files}',
    ],
    ['jasmine', { devDependencies: { jasmine: '5' } }, 'jasmine', 'jasmine {files}'],
    ['bun', { scripts: { test: 'bun test' } }, 'bun test', 'bun test {files}'],
    [
      'node:test',
      { scripts: { test: 'node --test' }, devDependencies: { jest: '1' } },
      'node --test',
      'node --test {files}',
    ],
    [
      'node:test',
      { scripts: { test: 'echo "Error: no test specified" && exit 1' } },
      'node --test',
      'node --test {files}',
    ],
    ['own', { scripts: { test: 'make check' } }, 'make check', 'make check'],
    [
      'node:test',
      { scripts: { pretest: 'x', test: 'node --test' } },
      'npm test',
      'node --test {files}',
    ],
  ])('%s for %j', (framework, manifest, all, some) => {
    expect(detect(['package.json'], manifest)).toMatchObject({
      framework,
      all,
      ...(some === undefined ? {} : { some }),
    })
  })

  test.each([
    ['pytest', ['pyproject.toml'], 'python3 -m pytest'],
    ['pytest', ['tests/test_a.py'], 'python3 -m pytest'],
    ['cargo', ['Cargo.toml'], 'cargo test'],
    ['go', ['go.mod'], 'go test -v ./...'],
  ])('%s for %j', (framework, files, all) => {
    expect(detect(files)).toMatchObject({ framework, all })
  })

  test('nobody knows what', () => {
    expect(detect(['README.md'])).toBeUndefined()
  })

  test('what the config says', () => {
    const settings = { test: 'make check', testFiles: 'make check FILES="{files}"' }
    expect(detect(['go.mod'], undefined, settings)).toMatchObject({
      framework: 'go',
      ...{ all: 'make check', some: 'make check FILES="{files}"' },
    })
    expect(detect(['package.json'], {}, { test: 'python3 -m pytest' })).toMatchObject({
      framework: 'pytest',
      some: 'python3 -m pytest -rfEp {files}',
    })
    expect(detect([], undefined, { test: 'make check' })).toMatchObject({
      all: 'make check',
      some: 'make check',
      framework: 'own',
    })
  })
})

test('names of files cannot become commands', () => {
  const tools = { framework: 'node:test', all: 'x', some: 'x {files}', from: 'y' } as const
  expect(someTests(tools, ['a.js', "b'; rm -rf $HOME.js"])).toBe("x a.js 'b'\\''; rm -rf $HOME.js'")
})
