/** What is built decides how it is proven. */
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { sharedByTests } from '../rig/at-end.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import { finding, verdictAnswer } from '../rig/lld-project.ts'

const ROWS = /^\| `src\/[\s\S]*?(?=\n\n)/m
const BOX = /^- \[ \] `src.*$/m
const asRefactor = (draft: string) =>
  draft
    .replace('- Feature:', '- Refactor:')
    .replace(ROWS, '| `src/list.js` | Modify | Shorter |')
    .replace(BOX, '- [ ] `src/list.js` is shorter')

/** The usual design of an issue with other words in it. */
const DESIGNS: Readonly<Record<string, (draft: string) => string>> = {
  1: asRefactor,
  2: (draft) =>
    draft
      .replace('- Feature:', '- Docs:')
      .replace(ROWS, '| `docs/search.md` | Add | How to search |')
      .replace(BOX, '- [ ] `docs/search.md` is written'),
  3: asRefactor,
}

const SHORTER = `export const addItem = (list, text) => [...list, { text, done: false }]
export const openItems = (list) => list.filter((item) => !item.done)
`
const HOLLOW = "import { test } from 'node:test'\ntest('x', () => {})\n"
const file = (path: string, content: string) => ({ path, content, action: 'write', edits: [] })

/** The code of each item, if it is not the usual one. */
const CODE: Readonly<Record<string, ReturnType<typeof file>[]>> = {
  1: [file('src/list.js', SHORTER), file('test/more.test.js', HOLLOW)],
  2: [file('docs/search.md', '# How to search\n')],
  3: [file('src/list.js', SHORTER)],
}

const designing: AnswerFunction = async (call, context) => {
  const usual = await workflowAnswers(call, context)
  const { item = '', task } = markerOf(call) ?? {}
  const change = DESIGNS[item]
  return task === 'lld.draft' && 'text' in usual && change !== undefined
    ? { text: change(usual.text ?? '') }
    : usual
}

/** Item 9 declines what the review asks for. */
const answer: AnswerFunction = (call, context) => {
  const { item = '', task, round } = markerOf(call) ?? {}
  const changes = CODE[item]
  if (task === 'implement.code' && changes !== undefined)
    return { text: JSON.stringify({ changes, amendments: [], declined: [] }) }
  if (item !== '9') return workflowAnswers(call, context)
  const declined = [{ id: 'f1', why: 'Out of scope.' }]
  if (task === 'implement.revise')
    return { text: JSON.stringify({ changes: [], amendments: [], declined }) }
  if (task !== 'implement.review') return workflowAnswers(call, context)
  const hasReason = call.prompt.includes('The author declined: Out of scope.')
  const disposition = hasReason ? 'withdrawn' : 'open'
  return round === 1
    ? verdictAnswer({ verdict: 'REVISE', findings: [finding()] })
    : verdictAnswer({ earlier: [{ id: 'f1', disposition }] })
}

const built = sharedByTests(async () => {
  const designs = ['1', '2', '3', '9']
  const issues = { '9-tags.md': '# Tags\n\n- [ ] An item has tags\n' }
  const made = await implementProject({ issues, designs, designing, answer })
  const { project, args } = made
  const plan = await project.agentos(args('9', '--dry-run', '--set', 'implement.setup=npm ci'))
  const run = await project.agentos(args(...designs, '--parallel=3'))
  return { ...made, plan, ...run }
})

test('the plan tells how the project is set up and tested', () => {
  const { stdout } = built().plan
  expect(stdout).toContain('Set-up: npm ci\n')
  expect(stdout).toContain(
    'Tests: node --test-isolation=none --test (node:test, known from the script "test" of package.json)\n',
  )
})

test('a document needs no tests, and the reason is recorded', () => {
  const { project } = built()
  expect(project.read(`${project.latestRun()}/IMPL-2.log`)).not.toContain('✔')
  const report = lastKept(project, '2', 'test-report')
  expect(report).toContain('Proof: none, for only documents change, and no program reads them.')
})

test('behaviour that stays is green before and after, with the same tests', () => {
  const report = lastKept(built().project, '3', 'test-report')
  expect(report).toContain('Proof: green-green')
  expect(report).toMatch(/\| before \| `node --test-isolation=none --test` \| 0 \| 1 \| 0 \|/)
  expect(report).toMatch(/\| whole suite \| `node --test-isolation=none --test` \| 0 \| 1 \| 0 \|/)
  expect(report).not.toContain('| red |')
})

test('behaviour that stays leaves its tests alone', () => {
  const { code, stdout } = built()
  expect(code).toBe(1)
  expect(stdout).toMatch(/3 done, 1 needs-revision/)
  expect(stdout).toContain('test/more.test.js is a test; the tests stay as they are in this round')
})

test('who declines all that a review asks for need not change anything; the reviewer has the last word', () => {
  const { provider, ask } = built()
  const calls = provider.statistics().calls.filter(({ item }) => item === '9')
  expect(calls.filter(({ task }) => task === 'implement.revise')).toHaveLength(1)
  expect(ask('log', '--format=%s', 'agentos/9-tags')).not.toContain('revise: ')
})
