import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import type { FileIndex } from './file-index.ts'
import { IndexCache } from './index-cache.ts'
import { Segments } from './segments.ts'

function entry(lines: number): FileIndex {
  return { language: 'text', lines, tokens: 1, symbols: [], uses: 'a b:2', imports: [] }
}

function folder(): string {
  return join(temporaryFolder(), 'context')
}

function read(path: string): Map<string, FileIndex> {
  const cache = new IndexCache(path)
  cache.refresh()
  return cache.entries
}

test('what is added is there for the next one, for this user only; a folder that is not there holds nothing', () => {
  const path = folder()
  expect(read(path).size).toBe(0)
  new Segments(path).write([['k1', entry(1)]])
  expect([...read(path)]).toEqual([['k1', entry(1)]])
  const [name = ''] = readdirSync(path)
  expect(statSync(join(path, name)).mode & 0o777).toBe(0o600)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('two that write at once lose nothing', () => {
  const path = folder()
  const [one, two] = [new Segments(path), new Segments(path)]
  one.write([['k1', entry(1)]])
  two.write([['k2', entry(2)]])
  expect([...one.fresh()].map(([key]) => key)).toEqual(['k2'])
  expect([...read(path).keys()].sort()).toEqual(['k1', 'k2'])
})

test('damaged lines and segments, those of other versions and foreign files are as if they were not there', () => {
  const path = folder()
  new Segments(path).write([
    ['k1', entry(1)],
    ['k2', entry(2)],
  ])
  const [name = ''] = readdirSync(path)
  const whole = readFileSync(join(path, name), 'utf8')
  writeFileSync(
    join(path, name),
    whole.replace('"k1"', '"k1').replace('}]\n', '}]\n["k3",{"language":1}]\n[4]\nnull\n'),
  )
  expect([...read(path).keys()]).toEqual(['k2'])
  writeFileSync(join(path, name), whole.replace('"version":', '"version":9'))
  expect(read(path).size).toBe(0)
  writeFileSync(join(path, name), whole.slice(0, whole.length / 2))
  expect(read(path).size).toBe(0)
  writeFileSync(join(path, 'other.jsonl'), whole)
  expect(read(path).size).toBe(0)
})

test('many segments become one, while another goes on writing', () => {
  const path = folder()
  for (let count = 0; count < 12; count++) new Segments(path).write([[`k${count}`, entry(count)]])
  const one = new IndexCache(path)
  one.refresh()
  new Segments(path).write([['late', entry(0)]])
  one.tidy(new Set(['k1']))
  expect(readdirSync(path)).toHaveLength(2)
  expect(read(path).size).toBe(13)
})

test('entries that nothing uses are forgotten when they are many', () => {
  const path = folder()
  new Segments(path).write(
    Array.from({ length: 1_500 }, (_, index) => [`k${index}`, entry(index)] as const),
  )
  const cache = new IndexCache(path)
  cache.refresh()
  cache.tidy(new Set(['k1', 'k2']))
  expect([...read(path).keys()]).toEqual(['k1', 'k2'])
})
