import { expect, test } from 'vitest'
import { memoryTree } from '../../../test/rig/memory-tree.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { buildIndex } from '../index/build-index.ts'
import { IndexCache } from '../index/index-cache.ts'
import { makeEntries } from '../index/make-entries.ts'
import { Segments } from '../index/segments.ts'
import { termsOf } from './question-terms.ts'
import { rankFiles } from './rank-files.ts'

const FILES = {
  'README.md': '# Boltons\n\nSee `JSONLIterator` and `OMD`.\n',
  'CHANGELOG.md': '# Changes\n\n## 1.0\n\nAdded dictutils, `JSONLIterator`.\n',
  'boltons/__init__.py': '',
  'boltons/dictutils.py':
    'from .typeutils import make_sentinel\n\nclass OMD(dict):\n    def update(self, other):\n        """Replaces values."""\n        return make_sentinel(other)\n',
  'boltons/jsonutils.py':
    'class JSONLIterator:\n    """Reads lines."""\n    def next(self):\n        raise ValueError("no newline found here")\n',
  'boltons/typeutils.py': 'def make_sentinel(name):\n    return name\n',
  'boltons/urlutils.py':
    'from .dictutils import OMD\n\ndef parse_url(text):\n    return OMD(text)\n',
  'boltons/mathutils.py': 'def clamp(x):\n    return x\n',
  'tests/test_dictutils.py':
    'from boltons.dictutils import OMD\n\ndef test_update():\n    assert OMD()\n',
  'tests/test_jsonutils.py':
    'from boltons.jsonutils import JSONLIterator\n\ndef test_lines():\n    assert JSONLIterator()\n',
  'docs/dictutils.rst': 'Dicts\n=====\n\nSee OMD.\n',
  'package-lock.json': '{ "name": "JSONLIterator" }',
}

async function rank(question: string, files: readonly string[] = []) {
  const tree = memoryTree(FILES)
  const cache = temporaryFolder()
  const index = await buildIndex(tree, new IndexCache(cache), (missing) =>
    makeEntries(tree, new Segments(cache), missing),
  )
  const terms = termsOf(question)
  const found = (await Promise.all(terms.phrases.map((text) => tree.search(text, 5)))).flat()
  return rankFiles(index, { terms, found, files: new Set(files) })
}

const pathsOf = (ranked: Awaited<ReturnType<typeof rank>>) => ranked.map(({ file }) => file.path)

test('the stem of a file finds it, then its test, its document, and what it uses', async () => {
  const paths = pathsOf(await rank('dictutils: a non-overwriting update'))
  expect(paths.slice(0, 2)).toEqual(['boltons/dictutils.py', 'tests/test_dictutils.py'])
  expect(paths.slice(2, 6)).toContain('boltons/typeutils.py')
  expect(paths.slice(2, 6)).toContain('boltons/urlutils.py')
  expect(paths.slice(2, 6)).toContain('docs/dictutils.rst')
  expect(paths.indexOf('boltons/mathutils.py')).toBeGreaterThan(6)
})

test('the name of a class finds its file, and its symbol', async () => {
  const [first, second] = await rank('JSONLIterator should skip comments')
  expect(first?.file.path).toBe('boltons/jsonutils.py')
  expect([...(first?.symbols.keys() ?? [])]).toContain(0)
  expect(second?.file.path).toBe('tests/test_jsonutils.py')
})

test('a method that is to be written finds its class', async () => {
  const [first] = await rank('Add `OMD.update_missing(other)`')
  expect(first?.file.path).toBe('boltons/dictutils.py')
})

test('a path, with or without its folder and extension', async () => {
  for (const spelled of ['boltons/urlutils.py', 'urlutils.py', 'boltons/urlutils'])
    expect(pathsOf(await rank(`Something in ${spelled} is slow`))[0]).toBe('boltons/urlutils.py')
})

test('a quoted text finds the line that says it', async () => {
  const [first] = await rank('It fails with "no newline found here"')
  expect(first?.file.path).toBe('boltons/jsonutils.py')
  expect(first?.lines).toEqual([4])
})

test('a file that is named apart leads, whatever the question says', async () => {
  const [first] = await rank('Something', ['boltons/mathutils.py'])
  expect(first?.file.path).toBe('boltons/mathutils.py')
})

test('excluded files are not ranked; no question at all gives an order without numbers that are none', async () => {
  const ranked = await rank('')
  expect(pathsOf(ranked)).not.toContain('package-lock.json')
  expect(ranked.every(({ rank: value }) => Number.isFinite(value))).toBe(true)
})
