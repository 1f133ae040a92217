/** What each kind of verdict leads to, by real runs. */
import { expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import type { Answer } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import {
  answering,
  earlierIn,
  finding,
  lldProject,
  lookAnswer,
  verdictAnswer,
} from '../rig/lld-project.ts'

test('a reviewer that cannot be trusted never approves', async () => {
  const { text: approval = '' } = verdictAnswer()
  const FIRST = 11
  const reviews: readonly [what: string, answer: Answer, reason: RegExp][] = [
    [
      'prose',
      { text: 'I think this is APPROVED.' },
      /refused twice\n.*Why: {2}The answer was not JSON/,
    ],
    [
      'two verdicts',
      { text: `${approval}\n${verdictAnswer({ verdict: 'REVISE' }).text}` },
      /refused twice\n.*Why: {2}The answer was not JSON/,
    ],
    [
      'an approval with a blocking finding',
      verdictAnswer({ findings: [finding({ tier: 1, category: 'Safety' })] }),
      /refused twice\n.*Why: {2}.*APPROVED/,
    ],
    [
      'a demand for changes that names none',
      verdictAnswer({ verdict: 'REVISE' }),
      /refused twice\n.*Why: {2}.*The verdict is REVISE, but no finding/,
    ],
    [
      'a word on findings that there never were',
      verdictAnswer({ earlier: [{ id: 'f0', disposition: 'fixed' }] }),
      /refused twice\n.*Why: {2}.*no such earlier finding/,
    ],
    [
      'another model',
      { error: 'other-model', text: approval },
      /gemini-mock-reviewer was asked, but .* answered/,
    ],
    [
      'a model that gives no name',
      { error: 'no-model', text: approval },
      /gemini-mock-reviewer was asked, but an unnamed model answered/,
    ],
    [
      'half an answer',
      { text: approval.slice(0, 40) },
      /refused twice\n.*Why: {2}The answer was not JSON/,
    ],
  ]
  const { project, args } = await lldProject({
    answer: (call, context) => {
      const { item, task } = markerOf(call) ?? {}
      const [, review] = reviews[Number(item) - FIRST] ?? []
      return task === 'lld.review' && review ? review : workflowAnswers(call, context)
    },
  })
  const ids = reviews.map((_, index) => String(FIRST + index))
  for (const id of ids) project.write(`issues/${id}.md`, '# Feature\n\n- [ ] Is said\n')
  const { code, stdout } = await project.agentos(args(...ids, '6', '--parallel=3'))
  for (const [index, [what, , reason]] of reviews.entries()) {
    const said = stdout.split('\n').filter((line) => line.startsWith(`[LLD-${ids[index]}]`))
    expect(said.join('\n'), what).toMatch(reason)
  }
  expect(code).toBe(1)
  expect(project.list('docs/lld')).toEqual(['LLD-6.md'])
})

test('what only a person can settle waits: exit 3, nothing published, and it says what to do', async () => {
  const contradiction = { first: 'It is fast.', second: 'It is slow.', why: 'Not both.' }
  const answers: Record<string, [task: string, answer: Answer, question: RegExp]> = {
    2: [
      'lld.review',
      verdictAnswer({ openQuestions: [{ text: 'Who pays?', status: 'human', answer: null }] }),
      /Only a person can answer: Who pays\?/,
    ],
    4: [
      'lld.review',
      verdictAnswer({ verdict: 'DISCUSS', summary: 'Is this wanted at all?' }),
      /The reviewer leaves it to a person: Is this wanted at all\?/,
    ],
    6: [
      'lld.look',
      lookAnswer({ contradictions: [contradiction, contradiction] }),
      /The issue contradicts itself: "It is fast\." and "It is slow\."\. Not both\. Also: "It is fast/,
    ],
  }
  const { project, provider, args } = await lldProject({
    answer: (call, context) => {
      const { item = '', task } = markerOf(call) ?? {}
      const [meant, answer] = answers[item] ?? []
      return task === meant && answer ? answer : workflowAnswers(call, context)
    },
  })
  const all = ['2', '4', '6', '--parallel=3']
  const { code, stdout } = await project.agentos(args(...all))
  expect({ code, published: project.list('docs/lld') }).toEqual({ code: 3, published: [] })
  for (const [, , question] of Object.values(answers)) expect(stdout).toMatch(question)
  expect(stdout).toMatch(
    /answer with `.* approve LLD-2` or `.* revise LLD-2 "…"`, then run the command again/,
  )
  expect(stdout).toMatch(/Answer the open gates, then: {2}.* lld 2 4 6/)

  const asked = () => provider.statistics().answered
  const before = asked()
  expect((await project.agentos(args(...all))).code).toBe(3)
  expect(asked()).toBe(before)
  project.write('issues/2-search.md', `${project.read('issues/2-search.md')}\nThe answer.\n`)
  await project.agentos(args('2'))
  expect(asked()).toBeGreaterThan(before)
})

test('the same findings twice end the loop: needs revision, nothing published, not pending again', async () => {
  const { project, args } = await lldProject({
    answer: answering('2', 'lld.review', (call) =>
      verdictAnswer({
        verdict: 'REVISE',
        findings: [finding({ id: `x${markerOf(call)?.round}`, title: 'Never good enough' })],
        earlier: earlierIn(call.question, 'fixed'),
      }),
    ),
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect(stdout).toContain('two rounds brought the same findings: Never good enough')
  expect(code).toBe(1)
  expect(project.list('docs/lld')).toEqual([])
  expect((await project.agentos(args('2', '--dry-run'))).stdout).toContain('needs revision')
})

test('five rounds without an approval are the end: nothing published, all of it kept, not pending until retried', async () => {
  let isStrict = true
  const { project, provider, args } = await lldProject({
    answer: (call, context) => {
      const round = markerOf(call)?.round
      if (!isStrict) return workflowAnswers(call, context)
      const review = answering('2', 'lld.review', () =>
        verdictAnswer({
          verdict: 'REVISE',
          findings: [finding({ id: `x${round}`, title: `Wish ${round}` })],
          earlier: earlierIn(call.question, 'fixed'),
        }),
      )
      if (markerOf(call)?.task !== 'lld.revise') return review(call, context)
      const edit = { search: '## 8. Perf', replace: `Round ${round}.\n\n## 8. Perf` }
      return { text: JSON.stringify({ edits: [edit], declined: [] }) }
    },
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect(stdout).toContain('[LLD-2] NEEDS-REVISION')
  expect(stdout).toContain('not approved after 5 rounds: Wish 5')
  expect({ code, published: project.list('docs/lld') }).toEqual({ code: 1, published: [] })
  const rounds = provider.statistics().calls.filter(({ task }) => task === 'lld.review')
  expect(rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5])
  const kept = project.list('docs/lineage/2-lld')
  expect(kept.filter((name) => name.endsWith('-verdict.md'))).toHaveLength(5)
  expect(kept.filter((name) => name.endsWith('-draft.md'))).toHaveLength(5)

  const plan = await project.agentos(args('--all', '--dry-run'))
  expect(plan.stdout).toContain('Left out: LLD-2: needs revision; change its input, or')
  isStrict = false
  const retried = await project.agentos(['retry', '--failed'])
  expect(retried).toMatchObject({ code: 0, stderr: '' })
  expect(retried.stdout).toMatch(
    /^LLD-2 \(mock provider\) is pending again and starts over.* Resume with: {2}node .+ lld 2 .*--mock-url \S+.*\n$/,
  )
  expect((await project.agentos(args('2'))).code).toBe(0)
  expect(project.list('docs/lld')).toEqual(['LLD-2.md'])
  expect(project.list('docs/lineage/2-lld').slice(0, kept.length)).toEqual(kept)
  const needless = await project.agentos(['retry', 'LLD-2'])
  expect(needless).toMatchObject({ code: 2, stderr: expect.stringContaining('ended as done') })
  expect((await project.agentos(['retry', 'LLD-3'])).stderr).toContain(
    'No item has ended without success.',
  )
  expect((await project.agentos(['retry'])).stderr).toContain(
    'Expected item names or `--failed`, but not both.',
  )
})

test('a draft that never passes the checks is never reviewed, and says so', async () => {
  const { project, provider, args } = await lldProject({
    answer: answering('3', 'lld.fix', (call) => {
      const vague = `works as expected${'.'.repeat((markerOf(call)?.round ?? 1) - 1)}`
      const edits = [{ search: `${vague} |`, replace: `${vague}. |` }]
      return { text: JSON.stringify({ edits, declined: [] }) }
    }),
  })
  const { code, stdout } = await project.agentos(args('3'))
  expect(stdout).toContain('[LLD-3] NEEDS-REVISION')
  expect(stdout).toMatch(
    /the draft still fails the checks after 3 repair attempts: 10\.1: scenario T010/,
  )
  expect({ code, published: project.list('docs/lld') }).toEqual({ code: 1, published: [] })
  const calls = provider.statistics().calls.map(({ task, round }) => `${task} ${round}`)
  expect(calls.slice(2)).toEqual(['lld.fix 1', 'lld.fix 2', 'lld.fix 3'])
})

test('a declined finding goes back to the reviewer with the reason; its fate is in the evidence', async () => {
  const { project, args } = await lldProject({
    answer: (call, context) => {
      const isFirst = markerOf(call)?.round === 1
      const review = answering('2', 'lld.review', () =>
        isFirst
          ? verdictAnswer({ verdict: 'REVISE', findings: [finding(), finding({ id: 'f2' })] })
          : verdictAnswer({
              findings: [finding({ id: 'f3', title: 'Later', tier: 3, category: 'Style' })],
              earlier: [
                { id: 'f1', disposition: 'fixed' },
                {
                  id: 'f2',
                  disposition: call.question.includes('The author declined: Out of scope.')
                    ? 'withdrawn'
                    : 'open',
                },
              ],
            }),
      )
      if (markerOf(call)?.task !== 'lld.revise') return review(call, context)
      const edits = [{ search: '## 8. Perf', replace: 'More.\n\n## 8. Perf' }]
      const declined = [{ id: 'f2', why: 'Out of scope.' }]
      return { text: JSON.stringify({ edits, declined }) }
    },
  })
  expect((await project.agentos(args('2'))).code).toBe(0)
  const { data } = readFrontMatter(project.read('docs/lld/LLD-2.md'))
  expect(data.settled).toMatchObject([
    { id: 'f1', disposition: 'fixed', foundIn: 1, settledIn: 2 },
    { id: 'f2', disposition: 'declined', settledIn: 2, why: 'Out of scope.' },
  ])
  expect(data.carried).toEqual([
    {
      ...{ id: 'f3', tier: 3, category: 'Style', title: 'Later', foundIn: 2 },
      ...{ detail: 'Nothing is said.', recommendation: 'Say it.' },
    },
  ])
  const first = readFrontMatter(project.read('docs/lineage/2-lld/003-verdict.md')).data
  expect(first).toMatchObject({ settled: [], open: [{ id: 'f1' }, { id: 'f2' }] })
  expect(first).not.toHaveProperty('carried')
  const verdict = project.read(String(data.verdict))
  expect(verdict).toContain('- **f1 (tier 2), Too vague:** fixed in round 2')
  expect(verdict).toContain('withdrawn in round 2, declined by the author: Out of scope.')
})
