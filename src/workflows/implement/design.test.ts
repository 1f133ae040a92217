import { expect, test } from 'vitest'
import { readDesign, touchedFiles } from './design.ts'

const design = (title: string, ...rows: string[]) =>
  readDesign(
    `# 1 - ${title}\n\n### 2.1 Files Changed\n\n| File | Change Type | Description |\n| - | - | - |\n${rows.map((row) => `| ${row} | x |`).join('\n')}\n`,
  )

test.each([
  ['Feature: A', ['`src/a.ts` | Add'], 'red-green'],
  ['Fix: A', ['`src/a.ts` | Modify'], 'red-green'],
  ['Refactor: A', ['`src/a.ts` | Modify'], 'green-green'],
  ['Docs: A', ['`README.md` | Modify'], 'none'],
  ['Docs: A', ['`README.md` | Modify', '`src/a.ts` | Modify'], 'red-green'],
  ['Feature: A', ['`docs/a.md` | Add'], 'red-green'],
  ['Docs: A', ['`requirements.txt` | Modify'], 'red-green'],
])('%s of %j is proven by %s', (title, rows, proof) => {
  expect(design(title, ...rows).proof).toBe(proof)
})

test('a rename touches both names, however it is written', () => {
  expect(touchedFiles(design('Fix: A', '`a.ts` | Delete', '`b.ts` | Add'))).toEqual([
    'a.ts',
    'b.ts',
  ])
  expect(touchedFiles(design('Fix: A', '`a.ts` → `b.ts` | Modify'))).toEqual(['a.ts', 'b.ts'])
})

test('append-only files are not touched by growing, but by being deleted or renamed', () => {
  const globs = ['**/CHANGELOG.md']
  const touched = (...rows: string[]) => touchedFiles(design('Fix: A', ...rows), globs)
  expect(touched('`CHANGELOG.md` | Modify', '`packages/a/CHANGELOG.md` | Add')).toEqual([])
  expect(touched('`CHANGELOG.md` | Modify', '`src/a.ts` | Modify')).toEqual(['src/a.ts'])
  expect(touched('`CHANGELOG.md` | Delete')).toEqual(['CHANGELOG.md'])
  expect(touched('`CHANGELOG.md` → `docs/CHANGELOG.md` | Modify')).toHaveLength(2)
})
