/** Reports say what has happened, by facts: what a person reads who decides whether a branch is merged. */
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import type { Project } from '../rig/project.ts'

const IMPORTS = `import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
`
const OLD = `${IMPORTS}import { addItem } from '../src/list.js'

test('is tidy', () => {
  console.log('\\u001b[31mtidy\\u001b[0m')
  assert.ok(addItem)
})
test('sorts by day', () => assert.equal([3, 1].sort()[0], 3))
`

/** Its suite has a red test, and one that fails at random; one of its checks does not pass. */
function troubled(made: Project): void {
  const counter = JSON.stringify(`${made.root}/.git/counter`)
  made.write('.git/counter', '0')
  made.write('test/search.test.js', OLD)
  made.write(
    'test/random.test.js',
    `${IMPORTS}
test('is on time', () => {
  const count = Number(readFileSync(${counter}, 'utf8')) + 1
  writeFileSync(${counter}, String(count))
  assert.equal(count % 2, 0)
})
`,
  )
  const scripts = {
    test: 'FORCE_COLOR=1 node --test-isolation=none --test',
    lint: 'exit 0',
    check: "printf '\\033[31merror: untidy\\033[0m\\n'; exit 3",
  }
  const manifest = { name: 'todo', version: '1.0.0', type: 'module', scripts }
  made.write('package.json', `${JSON.stringify(manifest)}\n`)
}

/** The usual design, but with its tests in a file that is there: by itself, the mock provider takes a free name. */
const besideOld: AnswerFunction = async (call, context) => {
  const usual = await workflowAnswers(call, context)
  if (!('text' in usual) || usual.text === undefined) return usual
  const text = usual.text
    .replaceAll('search-feature', 'search')
    .replaceAll('searchFeature', 'search')
  return { text: text.replace('| `test/search.test.js` | Add', '| `test/search.test.js` | Modify') }
}

/** The usual tests behind those that are there; refused twice, the first time for a test that proves nothing. */
const refusedTwice: AnswerFunction = async (call, context) => {
  const { task, round } = markerOf(call) ?? {}
  const usual = await workflowAnswers(call, context)
  if (!('text' in usual) || usual.text === undefined) return usual
  const proposal = JSON.parse(usual.text)
  const [first] = proposal.changes ?? []
  if (task === 'implement.tests') {
    const added = first.content.replace(/^import (assert|\{ test \}).*\n/gm, '')
    const hollow = round === 1 ? "\ntest('x', () => {})\n" : ''
    const [imports, ...old] = OLD.split('\n\n')
    first.content = `${imports}\n${added}\n${old.join('\n')}${hollow}`
  }
  if (task === 'implement.code' || task === 'implement.fix')
    proposal.changes = proposal.changes.filter(({ path }: { path: string }) => /^src/.test(path))
  if (task === 'implement.code' && round === 1)
    proposal.changes.push({ path: 'src/other.js', action: 'write', content: 'x', edits: [] })
  return { text: JSON.stringify(proposal) }
}

test('a report tells new tests from old ones, red and flaky ones, checks, refusals and what was paid', async () => {
  const { project, args, ask, provider } = await implementProject({
    designs: ['2'],
    before: troubled,
    designing: besideOld,
    answer: refusedTwice,
  })
  const run = await project.agentos(args('2'))
  expect({ code: run.code, out: run.stdout }).toMatchObject({ code: 0 })
  const reports = [
    ask('show', 'agentos/2-search:docs/reports/2-implementation-report.md'),
    ...['test-report', 'verdict'].map((kind) => lastKept(project, '2', kind)),
  ]
  const [report = '', tests = '', review = ''] = reports
  for (const text of reports) expect(text).not.toContain('\u001b')

  expect(report).toContain('Known red: test/search.test.js > sorts by day failed before anything')
  expect(report).toContain('Flaky: test/random.test.js > is on time failed and passed on the same')
  expect(report).toContain('2 passed, 2 failed (known red or flaky) | 5 passed, 2 failed (known')
  expect(report).toContain('`npm run check` did not pass before anything was changed')
  expect(report).toContain('| `npm run lint` | passes | passes |')
  expect(report).toContain('3 new tests; 2 older ones of the same files as before.')
  expect(report).toContain('2 of 2 requirements named by new or changed tests:')
  expect(report).toContain('2 refused proposals.')
  expect(report).toMatch(/^- Refused, tests, round 1: .*the new test "x"/m)
  expect(report).toMatch(/^- Refused, code, round 1: "src\/other.js": the design does not name it/m)
  const { answered } = provider.statistics()
  expect(report).toMatch(new RegExp(`^- In all: ${answered} answers, \\$0\\.00\\.$`, 'm'))

  expect(tests).not.toContain('is tidy')
  expect(tests.match(/^- .*\(`test\/search\.test\.js`\)$/gm)).toHaveLength(3)
  expect(review).toContain('**Coverage Calculation:** 2 requirements covered / 2 total')
})

test('reports: none leaves the branch to the work; the lineage says what was built, and the page links to it', async () => {
  const { project, args, ask, provider } = await implementProject({ designs: ['3'] })
  const none = (...more: string[]) => args('3', ...more, '--set', 'implement.reports=none')
  expect((await project.agentos(none())).code).toBe(0)
  const changed = ask('diff', '--name-only', 'master...agentos/3-export-as-csv').split('\n')
  expect(changed).toEqual(['src/export-as-csv.js', 'test/export-as-csv.test.js'])
  expect(lastKept(project, '3', 'implementation-report')).toContain('[x] **APPROVED**')

  const { answered } = provider.statistics()
  expect((await project.agentos(none())).stdout).toContain('Nothing to do')
  ask('-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', 'agentos/3-export-as-csv')
  ask('branch', '--delete', '--force', 'agentos/3-export-as-csv')
  expect((await project.agentos(none())).stdout).toContain('Nothing to do')
  expect(provider.statistics().answered).toBe(answered)

  await project.agentos(['report', '--format', 'html', '--output', 'page.html'])
  const page = project.read('page.html')
  expect(page).toContain('implementation-report.md')
  expect(page).toContain('test-report.md')
})
