/** Items that wait for a person: parked, answered from another process, gone on with. */
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import {
  answering,
  killedAsking,
  lldProject,
  lookAnswer,
  verdictAnswer,
} from '../rig/lld-project.ts'
import { Project } from '../rig/project.ts'

const tasks = (calls: readonly { task: string | null }[]) => calls.map(({ task }) => task)

test('parked, answered from another process, gone on with: no call for what was done', async () => {
  const made = await lldProject()
  const { project, provider, args } = made
  const calls = () => tasks(provider.statistics().calls)
  const first = await project.agentos(args('2', '--gates', 'all'))
  expect(first).toMatchObject({ code: 3, stderr: '' })
  expect(first.stdout).toContain('[LLD-2] waiting for you (draft)')
  expect(calls()).toEqual(['lld.look', 'lld.draft'])
  expect(project.processes()).toEqual([])

  const list = await project.agentos(['gates'])
  expect(list.stdout).toContain('LLD-2  gate draft, since ')
  expect(list.stdout).toContain('Asks:  Is this draft of the design good enough to be reviewed?')
  expect(list.stdout).toContain('Read:  docs/lineage/2-lld/002-draft.md')
  const show = await project.agentos(['gates', 'show', '2'])
  expect(show.stdout).toContain('# 2 - Feature: Search')

  const again = await project.agentos(args('--all', '--gates', 'all', '--dry-run'))
  expect(again.stdout).toContain('Left out: LLD-2: waits for a person at gate draft: Is this draft')
  const unanswered = await project.agentos(args('2', '--gates', 'all'))
  expect(unanswered.code).toBe(3)
  expect(unanswered.stdout).toContain('Left out: LLD-2: waits for a person at gate draft')
  expect(calls()).toHaveLength(2)

  // What was shown was edited meanwhile: no answer counts, until it is as it was.
  const draft = 'docs/lineage/2-lld/002-draft.md'
  const shown = project.read(draft)
  project.write(draft, shown.replace('ignoring case', 'minding case'))
  const refused = await project.agentos(['approve', 'LLD-2'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(
    `${draft} is not what was shown any more. The content has changed; read it again.`,
  )
  expect(refused.stderr).toContain(`agentos gates show LLD-2 --raw > ${draft}`)
  const raw = await project.agentos(['gates', 'show', 'LLD-2', '--raw'])
  expect(raw.stdout).toBe(shown)
  project.write(draft, raw.stdout)

  const approve = await project.agentos(['approve', 'LLD-2'])
  expect(approve).toMatchObject({ code: 0, stderr: '' })
  expect(approve.stdout).toMatch(
    /^LLD-2: approved at gate draft\. Resume with: {2}.*lld 2 --gates all/,
  )
  // The plug is pulled right behind the gate: nobody is asked twice.
  await killedAsking(made, args('2', '--gates', 'all'), 'lld.review')
  expect((await project.agentos(['gates'])).stdout).toBe('No item waits at a gate.\n')
  const second = await project.agentos(args('2', '--gates', 'all'))
  expect(second.code).toBe(3)
  expect(second.stdout).toMatch(/\[LLD-2\] resumes: \d steps ✓ cached/)
  expect(second.stdout).toContain('The reviewer approves this design:')
  expect(calls()).toEqual(['lld.look', 'lld.draft', 'lld.review'])
  expect(project.list('docs/lld')).toEqual([])

  await project.agentos(['approve', '2'])
  expect((await project.agentos(args('2'))).code).toBe(0)
  expect(project.list('docs/lld')).toEqual(['LLD-2.md'])
  expect(provider.statistics()).toMatchObject({ answered: 3, repeated: 0 })
  expect((await project.agentos(['gates'])).stdout).toBe('No item waits at a gate.\n')
})

test('a wish at the draft and one at the verdict reach the drafter and the next review', async () => {
  const prompts: [string, string][] = []
  const { project, args } = await lldProject({
    answer: async (call, context) => {
      prompts.push([markerOf(call)?.task ?? '', call.prompt])
      return workflowAnswers(call, context)
    },
  })
  const promptsOf = (task: string) => prompts.filter(([name]) => name === task)
  await project.agentos(args('2', '--gates', 'all'))
  await project.agentos(['revise', 'LLD-2', 'Name the   first bound.'])
  // What was asked counts, also if the run that takes it up does not ask for gates itself.
  const second = await project.agentos(args('2', '-v'))
  expect(second.stdout).not.toContain('[LLD-2] look: saved (')
  expect(promptsOf('lld.revise').at(-1)?.[1]).toContain(
    '- person-1 (tier 1, Person): Name the first bound.',
  )
  expect(promptsOf('lld.revise').at(-1)?.[1]).toContain(
    '- Asked: Is this draft of the design good enough to be reviewed? Answered: Name the   first bound.',
  )

  const other = args('6', '--gates', 'verdict')
  await project.agentos(other)
  await project.agentos(['revise', 'LLD-6', 'Name the second bound.'])
  expect((await project.agentos(other)).code).toBe(3)
  expect(promptsOf('lld.review').at(-1)?.[1]).toContain(
    '- person-1 (tier 1, Person): Name the second bound.',
  )
  await project.agentos(['approve', 'LLD-6'])
  expect((await project.agentos(other)).code).toBe(0)
  const published = project.read('docs/lld/LLD-6.md')
  expect(published).toContain('As decided: Name the second bound.')
  expect(published).toMatch(/id: person-1\n {4}tier: 1\n.*\n {4}foundIn: 1\n {4}settledIn: 2/)
  expect(project.list('docs/lineage/6-lld')).toEqual([
    ...['001-issue.md', '002-draft.md', '003-draft.md', '004-verdict.md', '005-decision.md'],
    ...['006-draft.md', '007-verdict.md'],
  ])
})

test('a gate that was passed unasked stays passed; --fresh asks anew', async () => {
  const { project, provider, args } = await lldProject({
    answer: answering('2', 'lld.review', () => ({ text: 'no verdict' })),
  })
  expect((await project.agentos(args('2'))).code).toBe(1)
  expect((await project.agentos(args('2', '--gates', 'draft'))).code).toBe(1)
  const before = provider.statistics().answered
  expect((await project.agentos(args('2', '--gates', 'draft', '--fresh'))).code).toBe(3)
  await project.agentos(['approve', 'LLD-2'])
  expect((await project.agentos(args('2', '--gates', 'draft', '--fresh'))).code).toBe(3)
  expect(provider.statistics().answered).toBe(before + 4)
})

test('an answer to what is no longer shown is refused by the run, which asks anew', async () => {
  const project = new Project()
  const run = ['run', project.workflow('asks'), '--all', '--parallel', '2']
  project.write('a.txt', 'one')
  expect((await project.agentos(run)).code).toBe(3)
  const gates = JSON.parse((await project.agentos(['gates', '--json'])).stdout).gates
  expect(gates).toMatchObject([{ workflow: 'asks' }, { workflow: 'asks' }])
  for (const item of ['a', 'b']) expect((await project.agentos(['approve', item])).code).toBe(0)
  project.write('a.txt', 'two')
  const second = await project.agentos(run)
  expect(second.code).toBe(3)
  expect(second.stdout).toContain(
    '[ASKS-a] gate publish: the content has changed since your answer; read it again',
  )
  expect(second.stdout).toContain('[ASKS-b] b: {"answer":"approve"}')
  expect(second.stdout).not.toContain('prepares')

  const { hash } = gates.find(({ item }: { item: string }) => item === 'a')
  const stale = await project.agentos(['approve', 'a', '--hash', hash])
  expect(stale).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The content has changed; read it again.'),
  })
  await project.agentos(['approve', 'a'])
  const changed = await project.agentos(['revise', 'a', 'Shorter.'])
  expect(changed.stdout).toContain('to be revised at gate publish, instead of the earlier approve')
  const last = await project.agentos(run)
  expect(last).toMatchObject({ code: 0 })
  expect(last.stdout).toContain('[ASKS-a] a: {"answer":"revise","text":"Shorter."}')
})

test('answers that fit nothing say so, and nothing is created where there is nothing', async () => {
  const project = new Project()
  const none = await project.agentos(['approve', 'LLD-9'])
  expect(none).toMatchObject({ code: 2, stdout: '' })
  expect(none.stderr).toContain('No item "LLD-9" stands at a gate.')
  expect((await project.agentos(['gates'])).stdout).toBe('No item waits at a gate.\n')
  expect(project.exists('.agentos')).toBe(false)

  await project.agentos(['run', project.workflow('asks'), '--all'])
  const other = project.read('asks.mjs').replace("name: 'asks'", "name: 'begs'")
  project.write('begs.mjs', other)
  await project.agentos(['run', 'begs.mjs', 'a'])
  const cases: [string[], string][] = [
    [['approve', 'ASKS-aa'], 'No item "ASKS-aa" stands at a gate.\n  `agentos gates` lists'],
    [['approve', 'a'], '"a" stands for ASKS-a and BEGS-a.'],
    [['revise', 'ASKS-a', ' '], 'What should be revised is empty.'],
    [['approve', 'ASKS-a', '--hash', 'abc'], 'Expected at least 8 characters of a hash'],
    [['approve'], 'Expected an item, with `--hash` if needed, or `--all`'],
    [['approve', 'a', '--all'], 'Expected an item'],
    [['approve', '--all'], '`approve --all` needs a terminal to ask in.'],
    [['run', 'asks.mjs', 'a', '--ask'], '`--ask` needs a terminal.'],
    [['run', 'asks.mjs', 'a', '--gates', 'some'], 'Expected `--gates` to be none, draft'],
  ]
  for (const [words, message] of cases) {
    const { code, stderr } = await project.agentos(words)
    expect({ words, code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    })
  }
  expect((await project.agentos(['approve', 'a', '--workflow', 'begs'])).code).toBe(0)

  const all = await project.agentos(['approve', '--all', '--yes'])
  expect(all.code).toBe(0)
  expect(all.stdout).toMatch(/^ITEM +GATE +HASH +READ +ASKS\nASKS-a +publish +[0-9a-f]{12} /)
  expect(all.stdout).toMatch(/items? approved\.\nResume with: {2}.*run asks\.mjs --all\n$/)
  expect(all.stdout).not.toContain('BEGS-a')
  expect(JSON.parse((await project.agentos(['gates', '--json'])).stdout).gates).toSatisfy(
    (gates: { answered?: object }[]) => gates.every(({ answered }) => answered !== undefined),
  )
  const nobody = await project.agentos(['approve', '--all'])
  expect(nobody).toMatchObject({ code: 0, stdout: 'No item waits for an answer at a gate.\n' })
})

test('a verdict to discuss, a question, a contradiction: what a person says reaches those who go on', async () => {
  const contradiction = { first: 'Fast.', second: 'Slow.', why: 'Not both.' }
  const meant: Record<string, AnswerFunction> = {
    '2 lld.review': ({ prompt }) =>
      prompt.includes('Answered: Go on with it as it is.')
        ? verdictAnswer()
        : verdictAnswer({ verdict: 'DISCUSS', summary: 'Is this wanted at all?' }),
    '4 lld.review': ({ prompt }) => {
      const earlier = [{ id: 'person-1', disposition: 'fixed' }]
      if (prompt.includes('Answered: Finance pays.')) return verdictAnswer({ earlier })
      const openQuestions = [{ text: 'Who pays?', status: 'human', answer: null }]
      return verdictAnswer({ openQuestions })
    },
    '6 lld.look': () => lookAnswer({ contradictions: [contradiction, contradiction] }),
  }
  const { project, provider, args } = await lldProject({
    answer: (call, context) => {
      const { item, task } = markerOf(call) ?? {}
      return (meant[`${item} ${task}`] ?? workflowAnswers)(call, context)
    },
  })
  const run = args('2', '4', '6', '--parallel=3')
  const { code, stdout } = await project.agentos(run)
  expect({ code, published: project.list('docs/lld') }).toEqual({ code: 3, published: [] })
  for (const question of [
    'The reviewer leaves it to a person: Is this wanted at all?',
    'Only a person can answer: Who pays?',
    'The issue contradicts itself: "Fast." and "Slow.". Not both. Also: "Fast.',
  ])
    expect(stdout).toContain(question)
  expect(stdout).toMatch(
    /answer with `.* approve LLD-2` or `.* revise LLD-2 "…"`, then run the command again/,
  )
  expect(stdout).toMatch(/Answer the open gates, then: {2}.* lld 2 4 6/)
  const { answered } = provider.statistics()
  expect((await project.agentos(run)).code).toBe(3)
  expect(provider.statistics().answered).toBe(answered)

  await project.agentos(['approve', 'LLD-2'])
  await project.agentos(['revise', 'LLD-4', 'Finance pays.'])
  await project.agentos(['revise', 'LLD-6', 'Fast it is.'])
  expect((await project.agentos(run)).code).toBe(0)

  const tasksOf = (id: string) =>
    tasks(provider.statistics().calls.filter(({ item }) => item === id))
  // The reviewer has the last word on what was to be discussed.
  expect(tasksOf('2')).toEqual(['lld.look', 'lld.draft', 'lld.review', 'lld.review'])
  expect(project.read('docs/lineage/2-lld/004-decision.md')).toContain('Is this wanted at all?')
  // The drafter writes the answer in, and the review sees it.
  expect(tasksOf('4').slice(2)).toEqual(['lld.review', 'lld.revise', 'lld.review'])
  expect(project.read('docs/lld/LLD-4.md')).toContain('As decided: Finance pays.')
  // The drafter is told how the contradiction was settled.
  expect(project.read('docs/lineage/6-lld/002-decision.md')).toContain('Fast it is.')
})

test('raw content is for files and programs: in a terminal its escapes are not obeyed', async () => {
  const project = new Project()
  project.write(
    'park.mjs',
    `export default {
      name: 'park',
      collect: () => [{ id: 'a' }],
      run: (_, { gate }) => gate('look', { question: 'Fine?', content: '\\u001b]0;owned\\u0007text' }),
    }`,
  )
  expect((await project.agentos(['run', 'park.mjs', '--all', '-q'])).code).toBe(3)
  const show = ['gates', 'show', 'a', '--raw']
  expect((await project.agentos(show)).stdout).toBe('\u001b]0;owned\u0007text\n')
  const { stdout } = await project.start(show, { terminal: {} }).finished
  expect(stdout).toContain('text')
  expect(stdout).not.toContain('\u001b]0;owned')
})
