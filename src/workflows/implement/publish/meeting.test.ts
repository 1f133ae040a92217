import { expect, test } from 'vitest'
import type { Repository } from '../../../authoring/repository.ts'
import { type BuildOptions, startBuild } from '../build.ts'
import { appendOnlyNotes, testMerged } from './meeting.ts'

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

test('a union that does not pass is a conflict with the tests and checks that fail', async () => {
  const tap = '1..2\nok 1 - adds\nnot ok 2 - one news at most\n# tests 2\n# pass 1\n# fail 1\n'
  const worktree = {
    root: '/w',
    goTo: async () => ({ kept: [], isNew: false }),
    whileMerged: (commits: string[], work: (merged: string[]) => unknown) => work(commits),
    changesSince: async () => [],
    files: async () => [],
    command: async (_: string, [, command]: string[]) => ({
      ...{ exitCode: 1, signal: null, timedOut: false },
      output: command?.startsWith('node --test') ? tap : '',
    }),
  }
  const build = startBuild({
    run: { repo: { root: '/r' }, log: () => {}, step: (_: string, work: () => unknown) => work() },
    settings: { testPaths: [], judgeBy: 'results', commandTimeout: 1 },
    tools: { framework: 'node:test', all: 'node --test' },
    design: { files: [], proof: 'green-green' },
    ...{ worktree, base: 'b', existing: [], item: { id: '2' } },
  } as unknown as BuildOptions)
  const checks = { ...build.proof.checks, required: ['npm run lint'] }
  const met = [{ name: 'agentos/1-x', commit: 'c', united: ['CHANGELOG.md'] }]
  const tested = testMerged({ ...build, proof: { ...build.proof, checks } }, met)
  await expect(tested).rejects.toMatchObject({
    ...{ other: 'agentos/1-x', files: ['CHANGELOG.md'] },
    failed: ['1 of 2 tests fail (one news at most)', '`npm run lint` fails'],
  })
})
