/** What is built decides how it is proven. */
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import { finding, verdictAnswer } from '../rig/lld-project.ts'

/** The usual design of an issue with other words in it. */
function designing(change: (draft: string) => string): AnswerFunction {
  return async (call, context) => {
    const usual = await workflowAnswers(call, context)
    const isDraft = markerOf(call)?.task === 'lld.draft' && 'text' in usual
    return isDraft ? { text: change(usual.text ?? '') } : usual
  }
}

/** The usual answers, but this one for the code. */
function coding(...changes: { path: string; content: string }[]): AnswerFunction {
  const entries = changes.map((change) => ({ ...change, action: 'write', edits: [] }))
  const text = JSON.stringify({ changes: entries, amendments: [], declined: [] })
  return (call, context) =>
    markerOf(call)?.task === 'implement.code' ? { text } : workflowAnswers(call, context)
}

const ROWS = /^\| `src\/search[\s\S]*?(?=\n\n)/m
const BOX = /^- \[ \] `src.*$/m

test('a document needs no tests, and the reason is recorded', async () => {
  const { project, args } = await implementProject({
    designs: ['2'],
    designing: designing((draft) =>
      draft
        .replace('- Feature:', '- Docs:')
        .replace(ROWS, '| `docs/search.md` | Add | How to search |')
        .replace(BOX, '- [ ] `docs/search.md` is written'),
    ),
    answer: coding({ path: 'docs/search.md', content: '# How to search\n' }),
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  expect(stdout).not.toContain('✔')
  const report = lastKept(project, '2', 'test-report')
  expect(report).toContain('Proof: none, for only documents change, and no program reads them.')
})

const refactor = designing((draft) =>
  draft
    .replace('- Feature:', '- Refactor:')
    .replace(ROWS, '| `src/list.js` | Modify | Shorter |')
    .replace(BOX, '- [ ] `src/list.js` is shorter'),
)
const SHORTER = `export const addItem = (list, text) => [...list, { text, done: false }]
export const openItems = (list) => list.filter((item) => !item.done)
`

test('behaviour that stays is green before and after, with the same tests', async () => {
  const { project, args } = await implementProject({
    designs: ['2'],
    designing: refactor,
    answer: coding({ path: 'src/list.js', content: SHORTER }),
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  const report = lastKept(project, '2', 'test-report')
  expect(report).toContain('Proof: green-green')
  expect(report).toMatch(/\| before \| `node --test-isolation=none --test` \| 0 \| 1 \| 0 \|/)
  expect(report).toMatch(/\| whole suite \| `node --test-isolation=none --test` \| 0 \| 1 \| 0 \|/)
  expect(report).not.toContain('| red |')
})

test('behaviour that stays leaves its tests alone', async () => {
  const { project, args } = await implementProject({
    designs: ['2'],
    designing: refactor,
    answer: coding(
      { path: 'src/list.js', content: SHORTER },
      {
        path: 'test/more.test.js',
        content: "import { test } from 'node:test'\ntest('x', () => {})\n",
      },
    ),
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect(code).toBe(1)
  expect(stdout).toContain('test/more.test.js is a test; the tests stay as they are in this round')
})

test('the plan tells how the project is set up and tested', async () => {
  const { project, args } = await implementProject({ designs: ['2'] })
  const { stdout } = await project.agentos(
    args('2', '--dry-run', '--set', 'implement.setup=npm ci'),
  )
  expect(stdout).toContain('Set-up: npm ci\n')
  expect(stdout).toContain(
    'Tests: node --test-isolation=none --test (node:test, known from the script "test" of package.json)\n',
  )
})

test('who declines all that a review asks for need not change anything; the reviewer has the last word', async () => {
  const { project, provider, args, ask } = await implementProject({
    designs: ['2'],
    answer: (call, context) => {
      const { task, round } = markerOf(call) ?? {}
      const declined = [{ id: 'f1', why: 'Out of scope.' }]
      if (task === 'implement.revise')
        return { text: JSON.stringify({ changes: [], amendments: [], declined }) }
      if (task !== 'implement.review') return workflowAnswers(call, context)
      const hasReason = call.prompt.includes('The author declined: Out of scope.')
      const disposition = hasReason ? 'withdrawn' : 'open'
      return round === 1
        ? verdictAnswer({ verdict: 'REVISE', findings: [finding()] })
        : verdictAnswer({ earlier: [{ id: 'f1', disposition }] })
    },
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  const tasks = provider.statistics().calls.map(({ task }) => task)
  expect(tasks.filter((task) => task === 'implement.revise')).toHaveLength(1)
  expect(ask('log', '--format=%s', 'agentos/2-search')).not.toContain('revise: ')
})
