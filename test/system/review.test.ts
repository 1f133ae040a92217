import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const fixture = (name: string) =>
  readFileSync(
    new URL(`../../src/workflows/review/parse/fixtures/${name}.md`, import.meta.url),
    'utf8',
  )

test('a review shows its verdict and its findings per tier, and leaves nothing behind', async () => {
  const project = new Project()
  project.write('review.md', fixture('lld-unbounded-retry'))
  const { code, stdout, stderr } = await project.agentos(['review', 'parse', 'review.md'])
  expect({ code, stderr, left: project.list('.') }).toEqual({
    code: 0,
    stderr: '',
    left: ['review.md'],
  })
  expect(stdout).toBe(`REVISE  LLD Review: #0XXX-Parallel-Workflow-Execution

Tier 1, blocking: 1
  Cost          Unbounded Retry Loop (Loop Bounds)

Tier 2, high priority: 2
  Architecture  Missing Worker Timeout
  Quality       Flaky Test Scenario (Scenario 130)

Tier 3, suggestions: 2
  -             Exit Codes
  -             Process Cleanup
`)
})

test('--json gives one document', async () => {
  const project = new Project()
  project.write('review.md', fixture('issue-vague-performance'))
  const { code, stdout, stderr } = await project.agentos(['review', 'parse', 'review.md', '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'agentos.review/1',
    kind: 'issue',
    title: 'Parallel Workflow Execution for LLD and Issue Processing',
    verdict: 'REVISE',
    counts: { tier1: 0, tier2: 3, tier3: 3 },
    findings: expect.arrayContaining([
      expect.objectContaining({ tier: 2, category: 'Quality', title: 'Vague Performance AC' }),
    ]),
  })
})

test.each([
  [
    'two ticked boxes',
    fixture('lld-approved').replace('[ ] **REVISE', '[x] **REVISE'),
    'error: Review "review.md" is not clear. 2 boxes are ticked: APPROVED (line 49), REVISE (line 50).\n',
  ],
  ['nothing', '', 'error: Review "review.md" is not clear. The document is empty.\n'],
  [
    'binary data',
    '\x7fELF\0\x01',
    'error: Review "review.md" is not clear. The document is not plain text.\n',
  ],
  [
    'far too much',
    'word '.repeat(1_000_000),
    'error: Review "review.md" is not clear. The document is too long for a review: 5000000 characters, at most 1000000 are read.\n',
  ],
])('a document with %s is refused with the reason and exit code 1', async (_, text, message) => {
  const project = new Project()
  project.write('review.md', text)
  for (const flags of [[], ['--json']]) {
    const finished = await project.agentos(['review', 'parse', 'review.md', ...flags])
    expect(finished).toMatchObject({ code: 1, stdout: '', stderr: message })
  }
})

test.each([
  [
    'a file that is not there',
    ['parse', 'none.md'],
    /^error: There is no review file "none.md"\.$/m,
  ],
  ['a folder', ['parse', '.'], /^error: There is no review file "\."\.$/m],
  ['no file', ['parse'], /^error: missing required argument 'file'$/m],
  [
    'an unknown command',
    ['prase', 'x.md'],
    /^error: unknown command 'prase'\n {2}Did you mean parse\?$/m,
  ],
  ['an unknown flag', ['parse', 'x.md', '--jsn'], /^error: unknown option '--jsn'/m],
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await new Project().agentos(['review', ...args])
  expect(stderr).toMatch(message)
  expect(stderr.match(/^error: /gm)).toHaveLength(1)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})
