import { expect, test } from 'vitest'
import { isMadeByTools, shownDiff } from './shown-diff.ts'

const settings = { allowedPaths: ['**/package-lock.json', '**/__snapshots__/**'], testPaths: [] }
const known = {
  settings,
  named: ['b/package-lock.json'],
  written: new Set(['c/package-lock.json']),
}

test.each([
  ['package-lock.json', true],
  ['src/__snapshots__/a.snap', true],
  ['src/a.js', false],
  ['test/__snapshots__/a.snap', false], // what a test expects is part of it
  ['b/package-lock.json', false], // named by the design
  ['c/package-lock.json', false], // written by a model
])('%s is made by tools only: %s', (path, isMade) => {
  expect(isMadeByTools(path, known)).toBe(isMade)
})

const show = (files: Readonly<Record<string, string>>) =>
  shownDiff({
    ...{ from: 'a', to: 'b', isMade: (path: string) => isMadeByTools(path, known) },
    worktree: {
      changesSince: async () =>
        Object.keys(files).map((path) => ({ path, change: 'modified' as const })),
      diff: async (_from, _to, paths = []) => paths.map((path) => files[path]).join('\n'),
    },
  })

test('all that a model has written is shown, and what tools have made is counted', async () => {
  const lock = `--- a/package-lock.json\n+++ b/package-lock.json\n@@ -1 +1,9000 @@\n-{}\n${'+x12345678\n'.repeat(9000)}`
  const shown = await show({ 'package-lock.json': lock, 'src/a.js': '+a', 'test/a.js': '+t' })
  expect(shown).toBe(
    '+a\n+t\n\nMade by tools, and not shown:\n- package-lock.json: 9000 lines added, 1 removed',
  )
})

test('a diff that would have to be cut is not shown at all', async () => {
  await expect(show({ 'src/a.js': `+${'x'.repeat(60_000)}` })).rejects.toMatchObject({
    why: 'checks-failed',
    findings: [expect.stringContaining('too large to be reviewed: 60001 characters')],
  })
})
