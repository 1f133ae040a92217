import { expect, test } from 'vitest'
import { generatedBy, generatedFolders } from './generated-folders.ts'

const scripts = (named: Readonly<Record<string, string>>) => ({
  'package.json': JSON.stringify({ scripts: named }),
})

async function why(files: Readonly<Record<string, string>>, folder: string) {
  const generated = await generatedFolders(async (path) => files[path])
  return generatedBy(folder, generated)?.why
}

test.each([
  [
    'typedoc without settings',
    scripts({ docs: 'typedoc src/index.ts' }),
    '`npm run docs` (typedoc) writes it',
  ],
  [
    'typedoc with --out',
    scripts({ 'build:docs': 'typedoc --out ./docs/ src' }),
    '`npm run build:docs` (typedoc) writes it',
  ],
  [
    'a script that empties it',
    scripts({ clean: 'rm -rf dist docs && tsc' }),
    '`npm run clean` removes it',
  ],
  ['rimraf', scripts({ prebuild: 'rimraf "docs/*"' }), '`npm run prebuild` removes it'],
  [
    'settings of typedoc',
    { 'typedoc.json': '{ "entryPoints": ["src"] }' },
    'typedoc (typedoc.json) writes it',
  ],
  [
    'a folder in them',
    { 'typedoc.json': '{ "out": "./docs" }' },
    'typedoc (typedoc.json) writes it',
  ],
  [
    'a folder in package.json',
    { 'package.json': '{ "typedocOptions": { "out": "docs" } }' },
    'typedoc (package.json) writes it',
  ],
  ['mkdocs', { 'mkdocs.yml': 'site_name: x\nsite_dir: docs\n' }, 'mkdocs (mkdocs.yml) writes it'],
  ['jsdoc', scripts({ docs: 'jsdoc -r src -d docs' }), '`npm run docs` (jsdoc) writes it'],
  ['a Makefile', { Makefile: 'clean:\n\trm -rf build docs\n' }, 'the Makefile removes it'],
  [
    'the output of a compiler',
    { 'tsconfig.json': '{ "compilerOptions": { "outDir": "docs" } }' },
    'tsc (tsconfig.json) writes it',
  ],
])('docs is generated: %s', async (_, files, words) => {
  expect(await why(files, 'docs/lineage')).toBe(words)
  expect(await why(files, 'docs')).toBe(words)
})

test.each([
  ['a folder beside it is', scripts({ docs: 'rm -rf docs/api && typedoc --out docs/api' })],
  [
    'typedoc is told another one',
    { ...scripts({ docs: 'typedoc' }), 'typedoc.json': '{ "out": "docs/api" }' },
  ],
  ['a tool that writes no docs has it as an option', scripts({ lint: 'eslint -o docs src' })],
  ['nothing is known', {}],
  ['it is a variable', scripts({ clean: 'rm -rf $OUT docs-old ../docs /docs' })],
  ['mkdocs has its own', { 'mkdocs.yml': 'site_name: x\n' }],
  ['sphinx builds below it', { 'docs/Makefile': 'BUILDDIR = _build\n' }],
  ['package.json is none', { 'package.json': '{' }],
])('docs/lineage is not: %s', async (_, files) => {
  expect(await why(files, 'docs/lineage')).toBeUndefined()
})

test('a folder below that of sphinx is generated', async () => {
  const files = { 'docs/Makefile': 'BUILDDIR = _build\n' }
  expect(await why(files, 'docs/_build/lineage')).toContain('sphinx')
})
