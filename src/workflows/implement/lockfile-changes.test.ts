import { describe, expect, test } from 'vitest'
import { lockfileChange } from './lockfile-changes.ts'

const NPM = 'https://registry.npmjs.org'
const npm = (packages: Readonly<Record<string, object>>) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'root' }, ...packages } })
const pad = (version: string, more: object = {}) => ({
  ...{
    version,
    resolved: `${NPM}/left-pad/-/left-pad-${version}.tgz`,
    integrity: `sha512-${version}`,
  },
  ...more,
})
const change = (before: string | undefined, after: string, path = 'package-lock.json') =>
  lockfileChange(path, before, after)

describe('a lockfile of npm', () => {
  const before = npm({ 'node_modules/left-pad': pad('1.3.0') })

  test('is told by package: from which version to which, from where, with which checksum', () => {
    expect(
      change(
        before,
        npm({ 'node_modules/left-pad': pad('1.4.0'), 'node_modules/@a/b': pad('2.0.0') }),
      ),
    ).toEqual({
      lines: [
        `left-pad 1.3.0 → 1.4.0: ${NPM}/left-pad/-/left-pad-1.4.0.tgz sha512-1.4.0`,
        `added @a/b 2.0.0: ${NPM}/left-pad/-/left-pad-2.0.0.tgz sha512-2.0.0`,
      ],
      doubts: [],
    })
    expect(change(before, npm({}))).toEqual({ lines: ['removed left-pad 1.3.0'], doubts: [] })
  })

  test.each<[string, object, RegExp]>([
    ['another address', pad('1.3.0', { resolved: `${NPM}/evil/-/evil-1.3.0.tgz` }), /another file/],
    ['another checksum', pad('1.3.0', { integrity: 'sha512-x' }), /another file/],
    ['no checksum any more', pad('1.3.0', { integrity: undefined }), /another file/],
    [
      'another server',
      pad('1.4.0', { resolved: 'https://evil.example/a.tgz' }),
      /comes from https:\/\/evil/,
    ],
    [
      'no encryption',
      pad('1.4.0', { resolved: 'http://registry.npmjs.org/a.tgz' }),
      /comes from http:/,
    ],
    [
      'a git repository',
      pad('1.4.0', { resolved: 'git+ssh://git@github.com/a/b.git#1' }),
      /comes from git/,
    ],
    ['a new one without a checksum', pad('1.4.0', { integrity: undefined }), /no checksum/],
  ])('with %s is in doubt', (_, entry, doubt) => {
    expect(change(before, npm({ 'node_modules/left-pad': entry })).doubts.join('\n')).toMatch(doubt)
  })

  test('hides nothing in a second place for the same version', () => {
    const nested = {
      'node_modules/x/node_modules/left-pad': pad('1.3.0', { integrity: 'sha512-x' }),
    }
    const after = npm({ 'node_modules/left-pad': pad('1.3.0'), ...nested })
    expect(change(before, after).doubts).toHaveLength(1)
  })

  test('may begin with the public registry, and be completed', () => {
    expect(change(undefined, before).doubts).toEqual([])
    expect(
      change(
        undefined,
        npm({ 'node_modules/a': pad('1.0.0', { resolved: 'https://e.example/a' }) }),
      ).doubts,
    ).toHaveLength(1)
    const bare = npm({ 'node_modules/left-pad': { version: '1.3.0' } })
    expect(change(bare, before).doubts).toEqual([])
  })

  test('of the first version is read with all that is nested', () => {
    const old = JSON.stringify({
      dependencies: { x: { version: '1', dependencies: { y: pad('1.0.0') } } },
    })
    expect(change(old, old.replace('sha512-1.0.0', 'sha512-x')).doubts).toHaveLength(1)
  })

  test.each(['{', 'null', '{"packages": {"a": null}}'])('that is %s is in doubt', (after) => {
    expect(change(before, after).doubts).toEqual(['package-lock.json is not of its format'])
  })
})

const ENTRIES: Readonly<Record<string, string>> = {
  'yarn.lock': `# yarn lockfile v1\n\n"left-pad@^1.3.0":\n  version "1.3.0"\n  resolved "https://registry.yarnpkg.com/left-pad/-/left-pad-1.3.0.tgz#5b8a"\n  integrity sha512-AAA==\n`,
  'pnpm-lock.yaml': `lockfileVersion: '9.0'\n\npackages:\n\n  left-pad@1.3.0:\n    resolution: {integrity: sha512-AAA==, tarball: https://registry.example/left-pad.tgz}\n`,
  'bun.lock': `{\n  "packages": {\n    "left-pad": ["left-pad@1.3.0", "https://registry.example/left-pad.tgz", {}, "sha512-AAA=="],\n  }\n}\n`,
  'Cargo.lock': `version = 4\n\n[[package]]\nname = "left-pad"\nversion = "1.3.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "AAA=="\n`,
  'poetry.lock': `[[package]]\nname = "left-pad"\nversion = "1.3.0"\nfiles = [\n    {file = "left_pad.whl", hash = "sha256:AAA=="},\n]\n`,
  'uv.lock': `[[package]]\nname = "left-pad"\nversion = "1.3.0"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "https://files.pythonhosted.org/left-pad.tar.gz", hash = "sha256:AAA==" }\n`,
  'go.sum': 'left-pad v1.3.0 h1:AAA==\n',
}

test.each(Object.entries(ENTRIES))('%s is read by package, too', (path, text) => {
  expect(change(text, text, path)).toEqual({ lines: [], doubts: [] })
  expect(change(text, text.replace('AAA', 'BBB'), path).doubts).toHaveLength(1)
  const newer = text.replaceAll('1.3.0', '1.4.0').replace('AAA', 'CCC')
  expect(change(text, newer, path).lines?.join()).toMatch(/^left-pad v?1.3.0 → v?1.4.0: /)
  expect(change(text, newer, path).doubts).toEqual([])
})

test('a lockfile of another kind can only be shown as it is', () => {
  expect(change('{}', '{}', 'Pipfile.lock')).toEqual({ lines: null, doubts: [] })
})
