/** Code that waits for a person: what is shown is the diff, and what is said reaches coder and reviewer. */
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { blockOf } from '../../src/mock-provider/answers/answer-parts.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject } from '../rig/implement-project.ts'
import { answering, verdictAnswer } from '../rig/lld-project.ts'

test('at every gate code is shown as a diff, waits, and goes on by what a person says', async () => {
  const { project, provider, args, ask } = await implementProject({ designs: ['3'] })
  const gated = args('3', '--gates', 'all')
  const calls = () => provider.statistics().calls.map(({ task }) => task)
  expect((await project.agentos(gated)).code).toBe(3)
  expect(calls()).toEqual(['implement.tests', 'implement.code'])
  const shown = await project.agentos(['gates', 'show', 'IMPL-3'])
  expect(shown.stdout).toContain('Asks:  Is this draft of the code good enough to be reviewed?')
  expect(shown.stdout).toContain('+++ b/src/export-as-csv.js')

  await project.agentos(['revise', 'IMPL-3', 'Say who wrote it.'])
  expect((await project.agentos(gated)).code).toBe(3)
  const revised = await project.agentos(['gates', 'show', '3'])
  expect(revised.stdout).toContain('+// As decided: Say who wrote it.')
  await project.agentos(['approve', 'IMPL-3'])
  expect((await project.agentos(gated)).stdout).toContain('The reviewer approves this code:')
  expect(ask('log', '-1', '--format=%s', 'agentos/3-export-as-csv')).toMatch(/^revise: /)
  await project.agentos(['approve', 'IMPL-3'])
  expect((await project.agentos(gated)).code).toBe(0)
  expect(calls().slice(2)).toEqual(['implement.revise', 'implement.review'])
  expect(ask('show', 'agentos/3-export-as-csv:src/export-as-csv.js')).toContain('As decided:')
  expect(project.list('docs/lineage/3-implement')).toEqual([
    ...['001-design.md', '002-tests.md', '003-code.md', '004-decision.md', '005-revise.md'],
    ...['006-verdict.md', '007-test-report.md'],
  ])
  expect(provider.statistics().repeated).toBe(0)
})

test('a verdict to discuss waits without any flag, and the reviewer has the last word', async () => {
  const answer = answering('3', 'implement.review', ({ prompt }) =>
    prompt.includes('Answered: Go on with it as it is.')
      ? verdictAnswer()
      : verdictAnswer({ verdict: 'DISCUSS', summary: 'Is one pass enough?' }),
  )
  const { project, provider, args } = await implementProject({ designs: ['3'], answer })
  const discussed = await project.agentos(args('3'))
  expect(discussed.code).toBe(3)
  expect(discussed.stdout).toContain('The reviewer leaves it to a person: Is one pass enough?')
  await project.agentos(['approve', 'IMPL-3'])
  expect((await project.agentos(args('3'))).code).toBe(0)
  expect(provider.statistics().repeated).toBe(0)
  expect(project.list(project.worktrees)).toEqual([])
})

/** A package manager: whatever the manifest names is pinned, from a server of its own choice. */
const INSTALL = `import { readFileSync, writeFileSync } from 'node:fs'
const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [
  'node_modules/' + name,
  { version, resolved: 'https://mirror.example/' + name + '.tgz', integrity: 'sha512-x' },
]))
writeFileSync('package-lock.json', JSON.stringify({ packages }))
`

/** The usual code with a dependency, for which the reviewer allows the manifest. */
const depending: AnswerFunction = async (call, context) => {
  const { task } = markerOf(call) ?? {}
  const path = 'package.json'
  if (task === 'implement.amend')
    return { text: JSON.stringify({ decisions: [{ path, approved: true, why: 'Needed.' }] }) }
  const usual = await workflowAnswers(call, context)
  if (task !== 'implement.code') return usual
  const proposal = JSON.parse(('text' in usual ? usual.text : undefined) ?? '')
  proposal.amendments.push({ path, why: 'It pads.' })
  const edits = [{ search: '"type"', replace: '"dependencies": { "left-pad": "1.3.0" }, "type"' }]
  proposal.changes.push({ path, action: 'edit', content: '', edits })
  return { text: JSON.stringify(proposal) }
}

test('a lockfile that pins packages from elsewhere waits for a person, then is reviewed by package', async () => {
  let review = ''
  const { project, args, ask } = await implementProject({
    designs: ['3'],
    after: (made) => {
      made.write('install.mjs', INSTALL)
      made.write('package-lock.json', '{}\n')
      made.write(
        'agentos.config.mjs',
        "export default { implement: { setup: 'node install.mjs' } }",
      )
    },
    answer: (call, context) => {
      if (markerOf(call)?.task === 'implement.review') review = call.prompt
      return depending(call, context)
    },
  })
  expect((await project.agentos(args('3'))).code).toBe(3)
  expect(review).toBe('')
  const shown = await project.agentos(['gates', 'show', 'IMPL-3'])
  expect(shown.stdout).toContain(
    'package-lock.json: left-pad 1.3.0 comes from https://mirror.example/left-pad.tgz, which nothing came from before',
  )
  await project.agentos(['approve', 'IMPL-3'])
  expect((await project.agentos(args('3'))).code).toBe(0)
  expect(blockOf(review, 'diff')).toContain(
    'package-lock.json, by package:\n- added left-pad 1.3.0: https://mirror.example/left-pad.tgz sha512-x\n',
  )
  expect(ask('show', 'agentos/3-export-as-csv:package-lock.json')).toContain('mirror.example')
})
