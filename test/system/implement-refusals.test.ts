/** What a model may propose and must not get: paths, weaker tests, code that stays broken. */
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { blockOf } from '../../src/mock-provider/answers/answer-parts.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { type ImplementProject, implementProject } from '../rig/implement-project.ts'
import { answering } from '../rig/lld-project.ts'
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
  "node -e \"fs.writeFileSync('package-lock.json', JSON.stringify(Array(9000).fill('left-pad'), null, 1))\" && node --test"

const file = (path: string, content = 'x') => ({ path, action: 'write', content, edits: [] })

test('proposals to write where nobody may: nothing is written, each finding is recorded, and the item goes on when it gives in', async () => {
  const outside = join(temporaryFolder(), 'x')
  const unnamed = 'src/list.js' // which the design does not name
  const paths = [
    '../../x',
    outside,
    'link/x',
    '.git/hooks/pre-commit',
    '.agentos/ledger.db',
    unnamed,
  ]
  let asked = 0
  let review = ''
  const coding = answering(
    '3',
    'implement.code',
    adding((proposal) => {
      asked += 1
      if (asked === 1) proposal.changes.push(...paths.map((path) => file(path)))
    }),
  )
  const { project, args, ask } = await implementProject({
    designs: ['3'],
    before: (made) => {
      made.write('elsewhere/.keep', '')
      made.write('package-lock.json', '{}\n')
      made.write('agentos.config.mjs', `export default { implement: { test: \`${LOCKING}\` } }\n`)
      symlinkSync(join(made.root, 'elsewhere'), join(made.root, 'link'))
    },
    answer: (call, context) => {
      if (markerOf(call)?.task === 'implement.review') review = call.prompt
      return coding(call, context)
    },
  })
  const { code, stdout } = await project.agentos(args('3'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  expect(asked).toBe(2)
  const report = ask('show', 'agentos/3-export-as-csv:docs/reports/3-implementation-report.md')
  for (const path of paths) {
    expect(stdout).toContain(`refused, nothing written: ${JSON.stringify(path)}`)
    expect(report).toContain(`${JSON.stringify(path)}: `)
    // The reviewer is told of it as of anything that a model has written.
    expect(blockOf(review, 'refused')).toContain(JSON.stringify(path))
  }
  const ours = review.replace(/<(untrusted-\w+) [\s\S]*?<\/\1>/g, '')
  expect(ours).not.toContain(unnamed)
  // What tests do to a lockfile is none of the work.
  expect(blockOf(review, 'diff')).toContain('+++ b/src/export-as-csv.js')
  expect(blockOf(review, 'diff')).not.toContain('package-lock.json')
  expect(ask('show', 'agentos/3-export-as-csv:package-lock.json')).toBe('{}')
  expect(existsSync(outside)).toBe(false)
  expect(project.exists('.agentos/x')).toBe(false)
  expect(project.list('elsewhere')).toEqual(['.keep'])
  expect(project.exists('.git/hooks/pre-commit')).toBe(false)
  expect(ask('diff', '--name-only', 'master...agentos/3-export-as-csv', 'src')).toBe(
    'src/export-as-csv.js',
  )
})

test('a further file needs the reviewer’s word; with it the file may be written', async () => {
  const answer: AnswerFunction = (call, context) => {
    const marker = markerOf(call)
    if (marker?.task === 'implement.amend') {
      const decisions = ['src/list.js', 'package.json'].map((path) => ({
        ...{ path, approved: path === 'src/list.js', why: 'It must be offered there.' },
      }))
      return { text: JSON.stringify({ decisions }) }
    }
    if (marker?.task !== 'implement.code') return workflowAnswers(call, context)
    return adding((proposal) => {
      proposal.amendments.push(
        { path: 'src/list.js', why: 'needed' },
        { path: 'package.json', why: 'nice' },
      )
      proposal.changes.push({
        ...{ path: 'src/list.js', action: 'edit', content: '' },
        edits: [
          { search: 'export function addItem', replace: '/** Adds. */\nexport function addItem' },
        ],
      })
    })(call, context)
  }
  const { project, args, ask } = await implementProject({ designs: ['3'], answer })
  expect((await project.agentos(args('3'))).code).toBe(0)
  expect(ask('show', 'agentos/3-export-as-csv:src/list.js')).toContain('/** Adds. */')
  const report = ask('show', 'agentos/3-export-as-csv:docs/reports/3-implementation-report.md')
  expect(report).toContain('`src/list.js` was changed although the design does not name it')
  expect(report).toContain(
    '`package.json` was asked for (nice) and refused by the reviewer: It must be offered there.',
  )
})

test('tests that prove nothing are refused with the reason, then asked for again', async () => {
  const later =
    "import assert from 'node:assert'\nimport { test } from 'node:test'\ntest('T (REQ-1 REQ-2 REQ-3 REQ-4)', () => assert.equal([].length, 0))\n"
  const spoilt: Record<string, [(text: string) => string, RegExp][]> = {
    1: [
      [(text) => `${text}\ntest('x', () => {`, /does not parse/],
      [(text) => `${text}\ntest('x (REQ-1)', () => assert.ok(false))\n`, /fails whatever the code/],
    ],
    2: [
      [(text) => `import 'left-pad'\n${text}`, /import left-pad/],
      [() => later, /pass already/],
    ],
    3: [[() => '// REQ-1 later\n', /no test/]],
  }
  const prompts: Record<string, string[]> = { 1: [], 2: [], 3: [] }
  const { project, args } = await implementProject({
    designs: Object.keys(spoilt),
    answer: (call, context) => {
      const { task, item = '' } = markerOf(call) ?? {}
      if (task !== 'implement.tests') return workflowAnswers(call, context)
      const [spoil] = spoilt[item]?.[prompts[item]?.length ?? 0] ?? []
      prompts[item]?.push(call.prompt)
      return adding(({ changes: [first] }) => {
        if (first !== undefined && spoil !== undefined) first.content = spoil(first.content)
      })(call, context)
    },
  })
  const { code, stdout } = await project.agentos(args(...Object.keys(spoilt), '--parallel=3'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  for (const [item, cases] of Object.entries(spoilt)) {
    for (const [index, [, reason]] of cases.entries())
      expect(prompts[item]?.[index + 1]).toMatch(reason)
  }
})

describe('code that does not become green', () => {
  const broken = async (fix: AnswerFunction): Promise<ImplementProject> =>
    implementProject({ designs: ['2'], answer: answering('2', 'implement.fix', fix) })

  test('the same failures twice, and once more with the tests frozen, end it; the best state stays', async () => {
    const fixes: string[] = []
    const { project, args, ask } = await broken(
      adding((proposal, prompt) => {
        fixes.push(prompt)
        proposal.changes[0] = file('src/search.js', `export const search = () => ${fixes.length}\n`)
      }),
    )
    const { code, stdout } = await project.agentos(args('2'))
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /needs-revision IMPL-2 {2}its tests or checks still fail after 3 repair attempts: test\/search\.test\.js > T010 .*: \S+Error/,
    )
    expect(fixes).toHaveLength(3)
    expect(fixes[2]).toContain('in this round the tests are frozen')
    // The first code failed 2 of 3 tests, the others all of them.
    expect(ask('show', 'agentos/2-search:src/search.js')).toContain('RULES')
    expect(ask('for-each-ref', 'refs/agentos/leftover/2')).not.toBe('')
    expect(project.list('docs/lineage/2-implement')).toContain('004-fix.md')
    const again = await project.agentos(args('--all', '--dry-run'))
    expect(again.stdout).toContain('needs revision')
  })

  test('the reason is what the tests say, not what became of the last repair', async () => {
    let code = ''
    const stubborn: AnswerFunction = async (call, context) => {
      const usual = await workflowAnswers(call, context)
      const { task } = markerOf(call) ?? {}
      if (task === 'implement.code') code = ('text' in usual ? usual.text : undefined) ?? ''
      return task === 'implement.fix' ? { text: code } : usual
    }
    const { project, args } = await implementProject({ designs: ['2'], answer: stubborn })
    const { stdout } = await project.agentos(args('2'))
    expect(stdout).toMatch(
      /needs-revision IMPL-2 {2}its tests or checks still fail after 3 repair attempts: test\/search\.test\.js > T010 .*: \S+Error.*; the last repair was refused: src\/search.js: the model returned the same file/,
    )
    const status = await project.agentos(['status', '--json'])
    expect(status.stdout).toContain(
      'its tests or checks still fail after 3 repair attempts: test/search.test.js > T010 ',
    )
  })

  test('weakening its tests, or those that were there, is refused', async () => {
    let asked = 0
    const { project, args, ask } = await broken(
      adding((proposal) => {
        asked += 1
        if (asked > 1) return
        const gone = "import { test } from 'node:test'\ntest('nothing', () => {})\n"
        proposal.changes.push(file('test/search.test.js', gone), file('test/list.test.js', gone))
      }),
    )
    const { code, stdout } = await project.agentos(args('2'))
    expect(code).toBe(0)
    expect(asked).toBe(2)
    const lineage = project.read('docs/lineage/2-implement/004-fix.md')
    expect(lineage).toContain('test/list.test.js: the test "adds an item" would be removed')
    expect(lineage).toMatch(/test\/search.test.js: the test "T010.* would be removed/)
    expect(ask('diff', 'master...agentos/2-search', '--', 'test/list.test.js')).toBe('')
    expect(stdout).toContain('round 1: APPROVED')
  })
})

test('what passes only beside what tests have left, or runs no test at all, is not green', async () => {
  let fixes = 0
  const spoil: Record<string, (content: string) => string> = {
    // Fails once, for a file that it leaves behind.
    '3 implement.tests': (content) =>
      `import { existsSync, writeFileSync } from 'node:fs'\nif (!existsSync('left.txt')) {\n  writeFileSync('left.txt', 'x')\n  throw new Error('not yet')\n}\n${content}`,
    '3 implement.fix': (content) => `${content}// ${++fixes}\n`,
    '4 implement.code': (content) => `process.exit(0)\n${content}`,
  }
  const { project, args, ask } = await implementProject({
    designs: ['3', '4'],
    answer: (call, context) => {
      const { item, task } = markerOf(call) ?? {}
      const change = spoil[`${item} ${task}`]
      return adding(({ changes: [first] = [] }) => {
        if (first !== undefined && change !== undefined) first.content = change(first.content)
      })(call, context)
    },
  })
  const { code, stdout } = await project.agentos(args('3', '4', '--parallel=2'))
  expect(code).toBe(1)
  expect(stdout).toMatch(/\[IMPL-3\] what tests have left is kept as refs\/agentos\S+ left.txt/)
  expect(stdout).toMatch(/needs-revision IMPL-3/)
  expect(stdout).toMatch(/\[IMPL-4\] not green: `node \S+ .*` ended .* printed no results/)
  expect(ask('show', 'agentos/4-undo-the-last-change:src/undo-the-last-change.js')).not.toContain(
    'process.exit',
  )
})

test('a test command whose output cannot be counted is refused before a model is paid', async () => {
  const { project, provider, args } = await implementProject({
    designs: ['2'],
    before: (made) => made.write('package.json', '{ "scripts": { "test": "exit 0" } }'),
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect(code).toBe(1)
  expect(stdout).toContain('what `exit 0` prints cannot be counted, so it proves nothing')
  expect(provider.statistics().calls).toEqual([])
})

test('with implement.judgeBy an unknown runner is judged by its exit code, and the report says so', async () => {
  const runner = `import { spawnSync } from 'node:child_process'
    const { status } = spawnSync('node', ['--test'], { stdio: 'ignore' })
    console.log(status === 0 ? 'all is well' : 'something is wrong')
    process.exitCode = status`
  const { project, args, ask } = await implementProject({
    designs: ['2'],
    before: (made) => {
      made.write('package.json', '{ "type": "module", "scripts": { "test": "node check.mjs" } }')
      made.write('check.mjs', runner)
    },
  })
  const refused = await project.agentos(args('2'))
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain(
    '`node check.mjs` prints cannot be counted, so it proves nothing; let implement.test and',
  )
  expect(refused.stdout).toContain("implement.judgeBy: 'exit-code' accepts its exit code instead")
  const { code, stdout } = await project.agentos(args('2', '--set', 'implement.judgeBy=exit-code'))
  expect(code).toBe(0)
  expect(stdout).toMatch(/red, as expected: .* with exit code 1; they were not counted/)
  expect(stdout).toContain(
    'green: node check.mjs ends with exit code 0; its tests were not counted',
  )
  const branch = ask('branch', '--format=%(refname:short)', '--list', 'agentos/2-*').trim()
  const files = ask('ls-tree', '-r', '--name-only', branch).split('\n')
  const report = files.find((file) => /reports\/.*2/.test(file)) ?? ''
  expect(ask('show', `${branch}:${report}`)).toContain('Tests were judged by exit code only')
})

test('a command that hangs is killed with all that it started, and told', async () => {
  const { project, args } = await implementProject({ designs: ['2'] })
  const settings = "{ test: 'sleep 1000 & sleep 1000', commandTimeout: '300ms' }"
  project.write('agentos.config.mjs', `export default { implement: ${settings} }`)
  const { code, stdout } = await project.agentos(args('2'))
  expect(code).toBe(1)
  expect(stdout).toContain('they did not end in time')
})
