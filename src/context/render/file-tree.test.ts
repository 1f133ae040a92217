import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '../token-estimate.ts'
import { fileTree } from './file-tree.ts'

const PATHS = [
  'README.md',
  'src/bench.ts',
  'src/task.ts',
  ...Array.from({ length: 180 }, (_, index) => `docs/api/page-${index}.html`),
  'docs/guide/one.md',
]

test('a line for each folder, uniform ones folded', () => {
  expect(fileTree(PATHS, 1_000)).toBe(
    './: README.md\ndocs/api/: 180 .html files\ndocs/guide/: one.md\nsrc/: bench.ts task.ts',
  )
})

test('with less room, counts', () => {
  expect(fileTree(PATHS, 26)).toBe(
    './: README.md\ndocs/: 181 files in 3 folders\nsrc/: bench.ts task.ts',
  )
  expect(fileTree(PATHS, 15)).toBe('./: 184 files in 5 folders')
  expect(fileTree(PATHS, 3)).toBe('')
})

test('property: the budget is kept, and every file is named or counted once', () => {
  const part = fc.constantFrom('a', 'b', 'src', 'test', 'x.ts', 'y.md', 'z')
  const paths = fc.uniqueArray(
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}/f.ts`),
  )
  fc.assert(
    fc.property(paths, fc.nat(400), (all, most) => {
      const tree = fileTree(all, most)
      expect(estimateTokens(tree)).toBeLessThanOrEqual(most)
      const counts = tree
        .split('\n')
        .map((line) => Number(/: (\d+) (?:\.\w+ )?files/.exec(line)?.[1] ?? 1))
      if (tree !== '' && all.length > 0)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
    }),
  )
})
