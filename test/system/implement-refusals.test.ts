/** What a model may propose and must not get: paths, weaker tests, code that stays broken. */
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { blockOf } from '../../src/mock-provider/answers/answer-parts.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { sharedByTests } from '../rig/at-end.ts'
import { implementProject } from '../rig/implement-project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

interface Proposal {
  readonly changes: { path: string; action: string; content: string; edits: unknown[] }[]
  readonly amendments: { path: string; why: string }[]
}

/** The usual answer with something added to it. */
function adding(change: (proposal: Proposal, prompt: string) => void): AnswerFunction {
  return async (call, context) => {
    const usual = await workflowAnswers(call, context)
    const proposal = JSON.parse('text' in usual ? (usual.text ?? '') : '') as Proposal
    change(proposal, call.prompt)
    return { text: JSON.stringify(proposal) }
  }
}

/** Tests that rewrite the lockfile on the way. */
const LOCKING =
  "node -e \"fs.writeFileSync('package-lock.json', JSON.stringify(Array(9000).fill('left-pad'), null, 1))\" && node --test-isolation=none --test"

const file = (path: string, content = 'x') => ({ path, action: 'write', content, edits: [] })
const amendment = (path: string, why: string) => ({ path, why })
const HOLLOW = "import { test } from 'node:test'\ntest('nothing', () => {})\n"
const PASSING =
  "import assert from 'node:assert'\nimport { test } from 'node:test'\ntest('T (REQ-1 REQ-2 REQ-3 REQ-4)', () => assert.equal([].length, 0))\n"

/** What each item's first answers with tests are spoilt by, and the reason that it is told. */
const SPOILT_TESTS: Readonly<Record<string, [(text: string) => string, RegExp][]>> = {
  2: [
    [(text) => `import 'left-pad'\n${text}`, /import left-pad/],
    [() => PASSING, /pass already/],
  ],
  3: [[() => '// REQ-1 later\n', /no test/]],
  12: [
    [(text) => `${text}\ntest('x', () => {`, /does not parse/],
    [(text) => `${text}\ntest('x (REQ-1)', () => assert.ok(false))\n`, /fails whatever the code/],
  ],
}

/** Fails once, for a file that it leaves behind. */
const LEAVING = `import { existsSync, writeFileSync } from 'node:fs'
if (!existsSync('left.txt')) {
  writeFileSync('left.txt', 'x')
  throw new Error('not yet')
}
`
const UNNAMED = 'src/list.js' // which no design names

const refused = sharedByTests(async () => {
  const outside = join(temporaryFolder(), 'x')
  const paths = [
    ...['../../x', outside, 'link/x', '.git/hooks/pre-commit', '.agentos/ledger.db'],
    UNNAMED,
  ]
  const prompts = new Map<string, string[]>()
  const change: Record<string, (proposal: Proposal, times: number) => void> = {
    '3 implement.code': (proposal, times) => {
      if (times === 1) proposal.changes.push(...paths.map((path) => file(path)))
      else if (times === 2) {
        proposal.changes.length = 0
        proposal.amendments.push(amendment(UNNAMED, 'needed'), amendment('package.json', 'nice'))
      } else {
        const edit = {
          search: 'export function addItem',
          replace: '/** Adds. */\nexport function addItem',
        }
        proposal.changes.push({ path: UNNAMED, action: 'edit', content: '', edits: [edit] })
      }
    },
    '2 implement.fix': (proposal, times) => {
      proposal.changes[0] = file('src/search.js', `export const search = () => ${times}\n`)
    },
    '9 implement.tests': ({ changes: [first] }) => {
      if (first !== undefined) first.content = LEAVING + first.content
    },
    '9 implement.fix': ({ changes: [first] }) => {
      if (first !== undefined) first.content += '// once more\n'
    },
    '12 implement.code': ({ changes: [first] }) => {
      if (first !== undefined) first.content = `process.exit(0)\n${first.content}`
    },
    '12 implement.fix': (proposal, times) => {
      if (times === 1)
        proposal.changes.push(file('test/tags.test.js', HOLLOW), file('test/list.test.js', HOLLOW))
    },
  }
  const made = await implementProject({
    issues: {
      '9-colours.md': '# Colours\n\n- [ ] An item has a colour\n',
      '12-tags.md': '# Tags\n\n- [ ] An item has tags\n',
    },
    designs: ['2', '3', '9', '12'],
    before: (project) => {
      project.write('elsewhere/.keep', '')
      project.write('package-lock.json', '{}\n')
      const settings = JSON.stringify({ test: LOCKING })
      project.write('agentos.config.mjs', `export default { implement: ${settings} }\n`)
      symlinkSync(join(project.root, 'elsewhere'), join(project.root, 'link'))
    },
    answer: (call, context) => {
      const { item = '', task = '' } = markerOf(call) ?? {}
      const asked = prompts.get(`${item} ${task}`) ?? []
      prompts.set(`${item} ${task}`, [...asked, call.prompt])
      if (task === 'implement.amend') {
        const decisions = [UNNAMED, 'package.json'].map((path) => ({
          ...{ path, approved: path === UNNAMED, why: 'It must be offered there.' },
        }))
        return { text: JSON.stringify({ decisions }) }
      }
      const [spoil] = (task === 'implement.tests' && SPOILT_TESTS[item]?.[asked.length]) || []
      const changed = change[`${item} ${task}`]
      if (spoil === undefined && changed === undefined) return workflowAnswers(call, context)
      return adding((proposal) => {
        const [first] = proposal.changes
        if (first !== undefined && spoil !== undefined) first.content = spoil(first.content)
        changed?.(proposal, asked.length + 1)
      })(call, context)
    },
  })
  const run = await made.project.agentos(made.args('2', '3', '9', '12', '--parallel=3'))
  return { ...made, ...run, paths, outside, asked: (of: string) => prompts.get(of) ?? [] }
})

test('proposals to write where nobody may: nothing is written, each finding is recorded, and the item goes on when it gives in', () => {
  const { project, ask, stdout, paths, outside, asked } = refused()
  expect(asked('3 implement.code')).toHaveLength(3)
  const report = ask('show', 'agentos/3-export-as-csv:docs/reports/3-implementation-report.md')
  const review = asked('3 implement.review').at(-1) ?? ''
  for (const path of paths) {
    expect(stdout).toContain(`refused, nothing written: ${JSON.stringify(path)}`)
    expect(report).toContain(`${JSON.stringify(path)}: `)
    // The reviewer is told of it as of anything that a model has written.
    expect(blockOf(review, 'refused')).toContain(JSON.stringify(path))
  }
  const ours = review.replace(/<(untrusted-\w+) [\s\S]*?<\/\1>/g, '')
  expect(ours).not.toContain('.git/hooks')
  // What tests do to a lockfile is none of the work.
  expect(blockOf(review, 'diff')).toContain('+++ b/src/export-as-csv.js')
  expect(blockOf(review, 'diff')).not.toContain('package-lock.json')
  expect(ask('show', 'agentos/3-export-as-csv:package-lock.json')).toBe('{}')
  expect(existsSync(outside)).toBe(false)
  expect(project.exists('.agentos/x')).toBe(false)
  expect(project.list('elsewhere')).toEqual(['.keep'])
  expect(project.exists('.git/hooks/pre-commit')).toBe(false)
})

test('a further file needs the reviewer’s word; with it the file may be written', () => {
  const { ask, asked } = refused()
  // It was asked for alone: that is an answer, and no refusal.
  const granted = asked('3 implement.code').at(-1) ?? ''
  expect(granted).toContain('src/list.js, asked for because: needed Approved: It must be offered')
  expect(granted).toContain('You may write: `src/export-as-csv.js`, `src/list.js`')
  expect(granted).not.toContain('nothing was changed')
  expect(asked('3 implement.review').at(-1)).toContain(
    'was allowed by you although the design does not name it (src/list.js)',
  )
  expect(ask('show', 'agentos/3-export-as-csv:src/list.js')).toContain('/** Adds. */')
  expect(
    ask('diff', '--name-only', 'master...agentos/3-export-as-csv', 'src', 'package.json'),
  ).toBe('src/export-as-csv.js\nsrc/list.js')
  const report = ask('show', 'agentos/3-export-as-csv:docs/reports/3-implementation-report.md')
  expect(report).toContain('`src/list.js` was changed although the design does not name it')
  expect(report).toContain(
    '`package.json` was asked for (nice) and refused by the reviewer: It must be offered there.',
  )
})

test('tests that prove nothing are refused with the reason, then asked for again', () => {
  for (const [item, cases] of Object.entries(SPOILT_TESTS)) {
    const asked = refused().asked(`${item} implement.tests`)
    expect(asked).toHaveLength(cases.length + 1)
    for (const [index, [, reason]] of cases.entries()) expect(asked[index + 1]).toMatch(reason)
  }
})

test('the same failures twice, and once more with the tests frozen, end it; the best state stays', async () => {
  const { project, args, ask, code, stdout, asked } = refused()
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /needs-revision IMPL-2 {2}its tests or checks still fail after 3 repair attempts: test\/search\.test\.js > T010 .*: \S+Error/,
  )
  const fixes = asked('2 implement.fix')
  expect(fixes).toHaveLength(3)
  expect(fixes[2]).toContain('in this round the tests are frozen')
  // The first code failed 2 of 3 tests, the others all of them.
  expect(ask('show', 'agentos/2-search:src/search.js')).toContain('RULES')
  expect(ask('for-each-ref', 'refs/agentos/leftover/2')).not.toBe('')
  expect(project.list('docs/lineage/2-implement')).toContain('006-fix.md')
  const again = await project.agentos(args('--all', '--dry-run'))
  expect(again.stdout).toContain('needs revision')
})

test('what passes only beside what tests have left is not green; the reason is what the tests say, not what became of the last repair', async () => {
  const { project, stdout } = refused()
  expect(stdout).toMatch(/\[IMPL-9\] what tests have left is kept as refs\/agentos\S+ .*left.txt/)
  expect(stdout).toMatch(
    /needs-revision IMPL-9 {2}its tests or checks still fail after 4 repair attempts: test\/colours\.test\.js: not yet; the last repair was refused: src\/colours.js: the model returned the same file/,
  )
  const status = await project.agentos(['status', '--json'])
  expect(status.stdout).toContain(
    'its tests or checks still fail after 4 repair attempts: test/colours.test.js: not yet',
  )
})

test('what runs no test at all is not green; weakening its tests, or those that were there, is refused', () => {
  const { project, ask, stdout, asked } = refused()
  expect(stdout).toMatch(/\[IMPL-12\] not green: `node \S+ .*` ended .* printed no results/)
  expect(asked('12 implement.fix')).toHaveLength(2)
  const lineage = project.read('docs/lineage/12-implement/006-fix.md')
  expect(lineage).toContain('test/list.test.js: the test "adds an item" would be removed')
  expect(lineage).toMatch(/test\/tags.test.js: the test "T010.* would be removed/)
  expect(ask('diff', 'master...agentos/12-tags', '--', 'test/list.test.js')).toBe('')
  expect(ask('show', 'agentos/12-tags:src/tags.js')).not.toContain('process.exit')
  expect(stdout).toContain('[IMPL-12] round 1: APPROVED')
})

test('a test command that hangs, or cannot be counted, is refused before a model is paid; implement.judgeBy accepts its exit code', async () => {
  const runner = `import { spawnSync } from 'node:child_process'
    const { status } = spawnSync('node', ['--test'], { stdio: 'ignore' })
    console.log(status === 0 ? 'all is well' : 'something is wrong')
    process.exitCode = status`
  const { project, provider, args, ask } = await implementProject({ designs: ['3'] })
  project.write('package.json', '{ "type": "module", "scripts": { "test": "node check.mjs" } }')
  project.write('check.mjs', runner)
  project.commit('.')
  // It is killed with all that it has started.
  const hanging = ['implement.test=sleep 1000 & sleep 1000', 'implement.commandTimeout=300ms']
  const hung = await project.agentos(args('3', ...hanging.flatMap((word) => ['--set', word])))
  expect(hung.code).toBe(1)
  expect(hung.stdout).toContain('they did not end in time')
  const uncounted = await project.agentos(args('3'))
  expect(uncounted.code).toBe(1)
  expect(uncounted.stdout).toContain(
    '`node check.mjs` prints cannot be counted, so it proves nothing; let implement.test and',
  )
  expect(uncounted.stdout).toContain("implement.judgeBy: 'exit-code' accepts its exit code instead")
  expect(provider.statistics().calls).toEqual([])

  const { code, stdout } = await project.agentos(args('3', '--set', 'implement.judgeBy=exit-code'))
  expect(code).toBe(0)
  expect(stdout).toMatch(/red, as expected: .* with exit code 1; they were not counted/)
  expect(stdout).toContain(
    'green: node check.mjs ends with exit code 0; its tests were not counted',
  )
  const report = ask('show', 'agentos/3-export-as-csv:docs/reports/3-implementation-report.md')
  expect(report).toContain('Tests were judged by exit code only')
})
