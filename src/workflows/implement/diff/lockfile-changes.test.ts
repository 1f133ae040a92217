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
        npm({
          'node_modules/left-pad': pad('1.4.0'),
          'node_modules/@a/b': pad('2.0.0', { resolved: `${NPM}/@a%2fb/-/b-2.0.0.tgz` }),
        }),
      ),
    ).toEqual({
      lines: [
        `left-pad 1.3.0 → 1.4.0: ${NPM}/left-pad/-/left-pad-1.4.0.tgz sha512-1.4.0`,
        `added @a/b 2.0.0: ${NPM}/@a%2fb/-/b-2.0.0.tgz sha512-2.0.0`,
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
      'the address of another package',
      pad('1.4.0', { resolved: `${NPM}/evil/-/evil-1.0.0.tgz` }),
      /evil-1.0.0.tgz, the address of another package/,
    ],
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
      dependencies: { x: { version: '1', dependencies: { 'left-pad': pad('1.0.0') } } },
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

const YARN_2 = `__metadata:\n  version: 8\n\n"left-pad@npm:^1.3.0":\n  version: 1.3.0\n  resolution: "left-pad@npm:1.3.0"\n  checksum: 10c0/AAA\n`

test('the newer yarn.lock is read by package, too', () => {
  const newer = YARN_2.replaceAll('1.3.0', '1.4.0').replace('AAA', 'CCC')
  expect(change(YARN_2, newer, 'yarn.lock')).toEqual({
    ...{ lines: ['left-pad 1.3.0 → 1.4.0: 10c0/CCC'], doubts: [] },
  })
})

/** Each says something else to its tool than before. */
const SPELLINGS: readonly (readonly [string, string, (text: string) => string])[] = [
  [
    'a quoted key',
    'pnpm-lock.yaml',
    (text) => text.replace(/tarball: \S+(?=})/, '"tarball": https://evil.example/x.tgz'),
  ],
  [
    'other line ends',
    'pnpm-lock.yaml',
    (text) => text.replace('AAA', 'BBB').replaceAll('\n', '\r\n'),
  ],
  [
    'several lines',
    'pnpm-lock.yaml',
    (text) =>
      text.replace(
        /resolution: {.*}/,
        'resolution:\n      integrity: sha512-BBB==\n      tarball: https://evil.example/x.tgz',
      ),
  ],
  ['an alias', 'pnpm-lock.yaml', (text) => text.replace('sha512-AAA==', '&a sha512-BBB==')],
  ['two documents', 'pnpm-lock.yaml', (text) => `${text}---\npackages: {}\n`],
  ['no spaces', 'bun.lock', (text) => text.replace('AAA', 'BBB').replaceAll(/\s/g, '')],
  [
    'a deep indent',
    'yarn.lock',
    (text) =>
      `${text}\n"evil@^1.0.0":\n    version "1.0.0"\n    resolved "https://evil.example/x.tgz"\n`,
  ],
  [
    'no space between entries',
    'yarn.lock',
    (text) => `${text}"evil@^1.0.0":\n  version "1.0.0"\n  resolved "https://evil.example/x.tgz"\n`,
  ],
  ['a second address', 'yarn.lock', (text) => `${text}  resolved "https://evil.example/x.tgz"\n`],
  ['an alias in YAML', 'yarn.lock', () => YARN_2.replace('10c0/AAA', '*a')],
  [
    'a spaced head',
    'Cargo.lock',
    (text) => `${text}\n[[ package ]]\nname = "evil"\nversion = "1.0.0"\n`,
  ],
  ['a quoted head', 'Cargo.lock', (text) => `${text}\n[["package"]]\nname = "evil"\n`],
  ['no space in a field', 'Cargo.lock', (text) => text.replace('checksum = "AAA', 'checksum="BBB')],
  ['other quotes', 'Cargo.lock', (text) => text.replace('checksum = "AAA=="', "checksum = 'BBB'")],
  ['a quoted field', 'Cargo.lock', (text) => text.replace('checksum = "AAA', '"checksum" = "BBB')],
  [
    'an escape',
    'uv.lock',
    (text) => text.replace(', hash = "sha256:AAA==', ', "\\u0068ash" = "sha256:BBB=='),
  ],
  ['another line', 'go.sum', (text) => `${text}evil  v1.0.0 h1:x\n`],
]

test.each(SPELLINGS)('%s hides no change of %s', (_, path, edit) => {
  const text = ENTRIES[path] ?? ''
  expect(change(text, edit(text), path).doubts).not.toEqual([])
})

test.each([
  [
    'yarn.lock',
    '\n"b@npm:c@^2.0.0", b@^1.0.0:\n  version "2.0.0"\n  resolved "https://registry.yarnpkg.com/c/-/c-2.0.0.tgz#1"\n  dependencies:\n    left-pad "^1.3.0"\n    "@a/b" "1 || 2"\n',
  ],
  [
    'Cargo.lock',
    '\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "b"\ndependencies = [\n "left-pad",\n]\n',
  ],
  [
    'uv.lock',
    '\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "https://files.pythonhosted.org/b.tar.gz", hash = "sha256:b" }\ndependencies = [\n    { name = "left-pad", marker = "sys_platform == \'win32\'" },\n]\n\n[package.metadata]\nrequires-dist = [{ name = "left-pad", specifier = ">=1" }]\n',
  ],
  [
    'poetry.lock',
    '\n[[package]]\nname = "b"\nversion = "2.0.0"\noptional = false\nfiles = [\n    {file = "b.whl", hash = "sha256:b"},\n]\n\n[package.dependencies]\n"zope.x" = {version = ">=1", markers = "python_version < \\"3.8\\""}\n',
  ],
])('what %s usually has is in no doubt', (path, more) => {
  const text = ENTRIES[path] ?? ''
  const { lines, doubts } = change(text, text + more, path)
  expect(doubts).toEqual([])
  expect(lines?.join()).toMatch(/^added [bc] 2.0.0: /)
})

test('a change that pins the same packages is shown as it is', () => {
  const text = ENTRIES['pnpm-lock.yaml'] ?? ''
  expect(change(text, `${text}\noverrides: {}\n`, 'pnpm-lock.yaml')).toEqual({
    lines: null,
    doubts: [],
  })
})

/** Each beside a new version of left-pad. */
const BESIDE: readonly (readonly [string, string, string, string, string])[] = [
  [
    'the manifest at the root',
    'package-lock.json',
    '"name":"root"',
    '"name":"root","overrides":{"kept":"9.9.9"}',
    'the lockfile now has packages[""].overrides.kept: 9.9.9',
  ],
  [
    'an edge',
    'package-lock.json',
    '"dependencies":{"x":"1"}',
    '"dependencies":{"x":"2"}',
    'kept 1.0.0 no longer has packages["node_modules/kept"].dependencies.x: 1, kept 1.0.0 now has packages["node_modules/kept"].dependencies.x: 2',
  ],
  [
    'a script',
    'package-lock.json',
    '"dependencies":{"x"',
    '"hasInstallScript":true,"dependencies":{"x"',
    'kept 1.0.0 now has packages["node_modules/kept"].hasInstallScript: true',
  ],
  [
    'another place',
    'package-lock.json',
    '"node_modules/kept":{"version":"1.0.0","dependencies":{"x":"1"}}',
    '"node_modules/y/node_modules/kept":{"version":"1.0.0"}',
    'kept 1.0.0 no longer has packages["node_modules/kept"], kept 1.0.0 no longer has packages["node_modules/kept"].dependencies.x: 1, kept 1.0.0 now has packages["node_modules/y/node_modules/kept"]',
  ],
  [
    'an override',
    'pnpm-lock.yaml',
    'packages:',
    'overrides:\n  kept: 9.9.9\n\npackages:',
    'the lockfile now has overrides.kept: 9.9.9',
  ],
  [
    'an edge',
    'pnpm-lock.yaml',
    'x: 1.0.0',
    'x: 2.0.0',
    'kept 1.0.0 no longer has snapshots["kept@1.0.0"].dependencies.x: 1.0.0, kept 1.0.0 now has snapshots["kept@1.0.0"].dependencies.x: 2.0.0',
  ],
  [
    'a trusted package',
    'bun.lock',
    '"packages"',
    '"trustedDependencies": ["kept"],\n  "packages"',
    'the lockfile now has trustedDependencies[0]: kept',
  ],
  [
    'an edge',
    'bun.lock',
    '{"dependencies": {"x": "1"}}',
    '{"bin": {"x": "x.js"}}',
    'kept 1.0.0 no longer has packages.kept[2].dependencies.x: 1, kept 1.0.0 now has packages.kept[2].bin.x: x.js',
  ],
  [
    'a range',
    'yarn.lock',
    '"kept@^1.0.0":',
    '"kept@^1.0.0", "x@^2.0.0":',
    'kept 1.0.0 no longer has "kept@^1.0.0":, kept 1.0.0 no longer has "kept@^1.0.0": dependencies: x "^1.0.0", kept 1.0.0 now has "kept@^1.0.0", "x@^2.0.0":, kept 1.0.0 now has "kept@^1.0.0", "x@^2.0.0": dependencies: x "^1.0.0"',
  ],
  [
    'an edge',
    'Cargo.lock',
    ' "x",',
    ' "y",',
    'kept 1.0.0 no longer has dependencies = [ "x",, kept 1.0.0 now has dependencies = [ "y",',
  ],
  [
    'a hash behind the packages',
    'poetry.lock',
    'content-hash = "a"',
    'content-hash = "b"',
    'the lockfile no longer has [metadata] content-hash = "a", the lockfile now has [metadata] content-hash = "b"',
  ],
]

const KEPT: Readonly<Record<string, (text: string) => string>> = {
  'package-lock.json': () =>
    npm({
      'node_modules/left-pad': pad('1.3.0'),
      'node_modules/kept': { version: '1.0.0', dependencies: { x: '1' } },
    }),
  'pnpm-lock.yaml': (text) =>
    `${text}\n  kept@1.0.0:\n    resolution: {integrity: sha512-k}\n\nsnapshots:\n\n  left-pad@1.3.0: {}\n\n  kept@1.0.0:\n    dependencies:\n      x: 1.0.0\n`,
  'bun.lock': (text) =>
    text.replace(
      '  }\n}',
      '    "kept": ["kept@1.0.0", "", {"dependencies": {"x": "1"}}, "k"],\n  }\n}',
    ),
  'yarn.lock': (text) =>
    `${text}\n"kept@^1.0.0":\n  version "1.0.0"\n  dependencies:\n    x "^1.0.0"\n`,
  'Cargo.lock': (text) =>
    `${text}\n[[package]]\nname = "kept"\nversion = "1.0.0"\ndependencies = [\n "x",\n]\n`,
  'poetry.lock': (text) => `${text}\n[metadata]\ncontent-hash = "a"\n`,
}

test.each(BESIDE)(
  '%s that differs in %s beside a new version is listed',
  (_, path, from, to, words) => {
    const before = KEPT[path]?.(ENTRIES[path] ?? '') ?? ''
    const after = before.replaceAll('1.3.0', '1.4.0').replace(from, () => to)
    const { lines, doubts } = change(before, after, path)
    expect(lines?.[0]).toMatch(/^left-pad 1.3.0 → 1.4.0: /)
    expect(lines?.slice(1).join(', ')).toBe(words)
    expect(doubts).toEqual([])
  },
)

test.each(['link:../evil', 'file:../evil'])(
  'a dependency on %s is in doubt with pnpm, too',
  (place) => {
    const before = `importers:\n\n  .:\n    dependencies:\n      x:\n        specifier: ^1.0.0\n        version: 1.0.0\n\n${ENTRIES['pnpm-lock.yaml']}`
    const after = before.replaceAll('1.3.0', '1.4.0').replace('version: 1.0.0', `version: ${place}`)
    expect(change(before, after, 'pnpm-lock.yaml').doubts).toEqual([
      `x ${place} comes from ${place}, which nothing came from before`,
    ])
    expect(change(after, after, 'pnpm-lock.yaml').doubts).toEqual([])
  },
)

test('a lockfile of another kind can only be shown as it is', () => {
  expect(change('{}', '{}', 'Pipfile.lock')).toEqual({ lines: null, doubts: [] })
})
