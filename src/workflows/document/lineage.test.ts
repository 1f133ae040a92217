import { expect, test } from 'vitest'
import { lastTry } from './lineage.ts'

test('a try begins with its input, and goes to the next one', () => {
  const first = ['001-issue.md', '002-draft.md', '003-verdict.md']
  expect(lastTry(first)).toEqual(first)
  expect(lastTry(['1000-draft.md', ...first, '999-issue.md', 'notes.txt'])).toEqual([
    '999-issue.md',
    '1000-draft.md',
  ])
  expect(lastTry([])).toEqual([])
})

test('the last try with a document is not one that ended before it', () => {
  const names = ['001-design.md', '002-code.md', '003-verdict.md', '004-design.md', '005-design.md']
  expect(lastTry(names, 'verdict')).toEqual(names.slice(0, 3))
  expect(lastTry([...names, '006-verdict.md'], 'verdict')).toEqual([
    '005-design.md',
    '006-verdict.md',
  ])
  expect(lastTry(names)).toEqual(['005-design.md'])
  expect(lastTry(names, 'report')).toEqual([])
})
