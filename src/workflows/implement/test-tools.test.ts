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
    ['vitest', { scripts: { test: 'vitest' } }, 'vitest run', 'vitest run {files}'],
    ['vitest', { devDependencies: { vitest: '1' } }, 'vitest run', 'vitest run {files}'],
    ['jest', { scripts: { test: 'jest --ci' } }, 'jest --ci', 'jest {files}'],
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
