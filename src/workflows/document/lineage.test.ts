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
