import { expect, test } from 'vitest'
import type { Repository } from '../../../authoring/repository.ts'
import { appendOnlyNotes } from './meeting.ts'

const APPEND_ONLY = ['**/CHANGELOG.md', '**/TODO.md']

/** The body of a design that changes these files. */
function designOf(...files: string[]): { readonly body: string } {
  const rows = files.map((path) => `| \`${path}\` | Modify | a line |\n`)
  return {
    body: `# 1 - Feature: X\n\n## 2. Proposed Changes\n\n### 2.1 Files Changed\n\n| File | Change Type | Description |\n|---|---|---|\n${rows.join('')}`,
  }
}

function notesFor(items: readonly { readonly body?: string }[], attributes?: string) {
  const repo = { read: async () => attributes } as unknown as Repository
  return appendOnlyNotes(repo, { settings: { appendOnly: APPEND_ONLY }, items })
}

test('merge=union is suggested for an append-only file that two items of the plan change, and for no other', async () => {
  const both = [designOf('CHANGELOG.md', 'a.js'), designOf('b.js', 'CHANGELOG.md', 'TODO.md')]
  const [note, ...more] = await notesFor(both)
  expect(note).toContain('CHANGELOG.md; git merge')
  expect(note).toContain('"CHANGELOG.md merge=union" in .gitattributes')
  expect(more).toEqual([])
  expect(await notesFor(both.slice(1))).toEqual([])
  expect(await notesFor([designOf('a.js'), designOf('a.js'), {}])).toEqual([])
  expect(await notesFor(both, 'CHANGELOG.md merge=union\n')).toEqual([])
})
