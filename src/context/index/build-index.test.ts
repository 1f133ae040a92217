import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryTree } from '../../../test/rig/memory-tree.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import type { SourceFile } from '../source-tree.ts'
import { buildIndex } from './build-index.ts'
import { IndexCache } from './index-cache.ts'
import { makeEntries } from './make-entries.ts'
import { Segments } from './segments.ts'

const FILES = {
  'a.py': 'class A:\n    def run(self): pass\n',
  'copy.txt': 'class A:\n    def run(self): pass\n',
  'logo.png': 'x',
  'data.bin.txt': 'a\0b',
  'latin.txt': Uint8Array.from([0x63, 0x61, 0x66, 0xe9]),
  'package-lock.json': '{}',
}

test('files with their symbols, and those left out with the reason', async () => {
  const cache = temporaryFolder()
  const tree = memoryTree(FILES)
  const index = await buildIndex(tree, new IndexCache(cache), (files) =>
    makeEntries(tree, new Segments(cache), files),
  )
  expect(
    index.map(({ path, language, excluded, symbols }) => [
      path,
      excluded ?? language,
      symbols.length,
    ]),
  ).toEqual([
    ['a.py', 'python', 2],
    ['copy.txt', 'text', 0],
    ['data.bin.txt', 'binary', 0],
    ['latin.txt', 'not UTF-8', 0],
    ['logo.png', 'binary', 0],
    ['package-lock.json', 'lock file', 0],
  ])
})

test('only contents that are new are read again', async () => {
  const cache = temporaryFolder()
  const asked: string[][] = []
  const build = (files: Record<string, string>) => {
    const tree = memoryTree(files)
    return buildIndex(tree, new IndexCache(cache), (missing: readonly SourceFile[]) => {
      asked.push(missing.map(({ path }) => path))
      return makeEntries(tree, new Segments(cache), missing)
    })
  }
  await build({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n' })
  await build({ 'moved/a.py': 'a = 1\n', 'b.py': 'b = 2\n' })
  await build({ 'moved/a.py': 'a = 1\n', 'b.py': 'b = 2\n' })
  await build({ 'a.py': 'twice = 1\n', 'b.py': 'twice = 1\n' })
  expect(asked).toEqual([['a.py', 'b.py'], ['b.py'], ['b.py']])
})

test('a file that nobody could parse is read by its lines, and tried again the next time', async () => {
  const cache = join(temporaryFolder(), 'context')
  const tree = memoryTree({ 'a.py': 'def run():\n    pass\n' })
  const [file] = await buildIndex(tree, new IndexCache(cache), async () => {})
  expect(file).toMatchObject({ language: 'text', symbols: [{ name: 'run' }] })
  expect(() => readdirSync(cache)).toThrow('ENOENT')
})

test('a cache that is removed meanwhile is made again', async () => {
  const cache = join(temporaryFolder(), 'context')
  const tree = memoryTree({ 'a.py': 'def run():\n    pass\n' })
  const build = () =>
    buildIndex(tree, new IndexCache(cache), (files) =>
      makeEntries(tree, new Segments(cache), files),
    )
  const first = await build()
  rmSync(cache, { recursive: true })
  expect(await build()).toEqual(first)
})
