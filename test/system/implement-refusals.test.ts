/** What a model may propose and must not get: paths, weaker tests, code that stays broken. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/marker.ts'
import { type ImplementProject, implementProject } from '../rig/implement-project.ts'
import { answering } from '../rig/lld-project.ts'

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

const file = (path: string, content = 'x') => ({ path, action: 'write', content, edits: [] })

describe('a proposal to write where nobody may', () => {
  const outside = join(temporaryFolderName(), 'x')
  test.each([
    ['above the worktree', '../../x'],
    ['at an absolute path', outside],
    ['through a link that leaves', 'link/x'],
    ["into git's hooks", '.git/hooks/pre-commit'],
    ['into our own folder', '.agentos/ledger.db'],
    ['into a file that the design does not name', 'src/list.js'],
  ])(
    '%s: nothing is written, the finding is recorded, and the item goes on when it gives in',
    async (_, path) => {
      let asked = 0
      const { project, args, ask } = await implementProject({
        designs: ['3'],
        before: (made) => {
          const target = join(made.root, 'elsewhere')
          mkdirSync(target)
          made.write('elsewhere/.keep', '')
          symlinkSync(target, join(made.root, 'link'))
        },
        answer: answering(
          '3',
          'implement.code',
          adding((proposal) => {
            asked += 1
            if (asked === 1) proposal.changes.push(file(path))
          }),
        ),
      })
      const { code, stdout } = await project.agentos(args('3'))
      expect({ code, stdout }).toMatchObject({ code: 0 })
      expect(asked).toBe(2)
      expect(stdout).toContain(`refused, nothing written: ${JSON.stringify(path)}`)
      expect(existsSync(outside)).toBe(false)
      expect(existsSync(join(project.root, '.agentos/x'))).toBe(false)
      expect(readdirSync(join(project.root, 'elsewhere'))).toEqual(['.keep'])
      expect(existsSync(join(project.root, '.git/hooks/pre-commit'))).toBe(false)
      expect(ask('diff', '--name-only', 'master...agentos/3-export-as-csv', 'src')).toBe(
        'src/export-as-csv.js',
      )
      const report = ask('show', 'agentos/3-export-as-csv:docs/reports/3-implementation-report.md')
      expect(report).toContain(JSON.stringify(path))
    },
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
  expect(report).toContain('package.json, asked for because: nice Refused')
})

describe('tests that prove nothing', () => {
  const cases: [string, (text: string) => string, RegExp][] = [
    ['a syntax error', (text) => `${text}\ntest('x', () => {`, /does not parse/],
    [
      'an assertion that nothing satisfies',
      (text) => `${text}\ntest('x (REQ-1)', () => assert.ok(false))\n`,
      /fails whatever the code does/,
    ],
    ['a package that is not there', (text) => `import 'left-pad'\n${text}`, /import left-pad/],
    [
      'tests that pass already',
      () => "import { test } from 'node:test'\ntest('T (REQ-1 REQ-2 REQ-3 REQ-4)', () => {})\n",
      /pass already/,
    ],
    ['no test', () => '// REQ-1 later\n', /no test/],
  ]
  test.each(cases)(
    '%s: refused with the reason, then asked for again',
    async (_, spoil, reason) => {
      const prompts: string[] = []
      const { project, args } = await implementProject({
        designs: ['3'],
        answer: answering(
          '3',
          'implement.tests',
          adding(({ changes }, prompt) => {
            prompts.push(prompt)
            const [first] = changes
            if (prompts.length === 1 && first !== undefined) first.content = spoil(first.content)
          }),
        ),
      })
      const { code, stdout } = await project.agentos(args('3'))
      expect({ code, stdout }).toMatchObject({ code: 0 })
      expect(stdout).toMatch(reason)
      expect(prompts[1]).toMatch(reason)
    },
  )
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
    expect(stdout).toContain('needs-revision IMPL-2')
    expect(fixes).toHaveLength(3)
    expect(fixes[2]).toContain('in this round the tests are frozen')
    // The first code failed 2 of 3 tests, the others all of them.
    expect(ask('show', 'agentos/2-search:src/search.js')).toContain('RULES')
    expect(ask('for-each-ref', 'refs/agentos/leftover/2')).not.toBe('')
    expect(project.list('docs/lineage/2-implement')).toContain('004-fix.md')
    const again = await project.agentos(args('--all', '--dry-run'))
    expect(again.stdout).toContain('needs revision')
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
    expect(lineage).toMatch(/test\/search.test.js: \d of its assertions would be removed/)
    expect(ask('diff', 'master...agentos/2-search', '--', 'test/list.test.js')).toBe('')
    expect(stdout).toContain('round 1: APPROVED')
  })
})

test('a command that hangs is killed with all that it started, and told', async () => {
  const { project, args } = await implementProject({ designs: ['2'] })
  const settings = "{ test: 'sleep 1000 & sleep 1000', commandTimeout: '300ms' }"
  project.write('agentos.config.mts', `export default { implement: ${settings} }`)
  const { code, stdout } = await project.agentos(args('2'))
  expect(code).toBe(1)
  expect(stdout).toContain('the tests did not end in time')
})

function temporaryFolderName(): string {
  return join(process.env.TMPDIR ?? '/tmp', `agentos-outside-${process.pid}`)
}
