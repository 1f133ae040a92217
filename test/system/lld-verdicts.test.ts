/** What each kind of verdict leads to, by real runs. */
import { expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { sharedByTests } from '../rig/at-end.ts'
import { earlierIn, finding, lldProject, verdictAnswer } from '../rig/lld-project.ts'

const APPROVAL = verdictAnswer().text ?? ''

/** Reviews that count for nothing, by the item that gets them. */
const UNTRUSTED: Readonly<Record<string, [answer: AnswerFunction, reason: RegExp]>> = {
  11: [
    () => ({ text: 'I think this is APPROVED.' }),
    /refused twice\n.*Why: {2}The answer was not JSON/,
  ],
  12: [
    () => verdictAnswer({ findings: [finding({ tier: 1, category: 'Safety' })] }),
    /refused twice\n.*Why: {2}.*APPROVED/,
  ],
  13: [
    () => ({ error: 'other-model', text: APPROVAL }),
    /gemini-mock-reviewer was asked, but .* answered/,
  ],
  14: [
    () => ({ error: 'no-model', text: APPROVAL }),
    /gemini-mock-reviewer was asked, but an unnamed model answered/,
  ],
}

const roundOf: (call: Parameters<AnswerFunction>[0]) => number = (call) =>
  markerOf(call)?.round ?? 1
const revising = (edits: object[], declined: object[] = []) => ({
  text: JSON.stringify({ edits, declined }),
})

/** Answers of other items, by item and task. */
const MEANT: Readonly<Record<string, AnswerFunction>> = {
  // The same finding in each round, under another name.
  '1 lld.review': (call) =>
    verdictAnswer({
      verdict: 'REVISE',
      findings: [finding({ id: `x${roundOf(call)}`, title: 'Never good enough' })],
      earlier: earlierIn(call.question, 'fixed'),
    }),
  // A new wish in each round.
  '2 lld.review': (call) =>
    verdictAnswer({
      verdict: 'REVISE',
      findings: [finding({ id: `x${roundOf(call)}`, title: `Wish ${roundOf(call)}` })],
      earlier: earlierIn(call.question, 'fixed'),
    }),
  '2 lld.revise': (call) =>
    revising([{ search: '## 8. Perf', replace: `Round ${roundOf(call)}.\n\n## 8. Perf` }]),
  // What the checks refuse stays.
  '3 lld.fix': (call) => {
    const vague = `works as expected${'.'.repeat(roundOf(call) - 1)}`
    return revising([{ search: `${vague} |`, replace: `${vague}. |` }])
  },
  // One finding is settled, one is declined.
  '4 lld.review': (call) => {
    if (roundOf(call) === 1)
      return verdictAnswer({ verdict: 'REVISE', findings: [finding(), finding({ id: 'f2' })] })
    const isDeclined = call.question.includes('The author declined: Out of scope.')
    return verdictAnswer({
      findings: [finding({ id: 'f3', title: 'Later', tier: 3, category: 'Style' })],
      earlier: [
        { id: 'f1', disposition: 'fixed' },
        { id: 'f2', disposition: isDeclined ? 'withdrawn' : 'open' },
      ],
    })
  },
  '4 lld.revise': () =>
    revising(
      [{ search: '## 8. Perf', replace: 'More.\n\n## 8. Perf' }],
      [{ id: 'f2', why: 'Out of scope.' }],
    ),
}

/** One run with a design for each kind of verdict; the last one is approved as usual. */
const reviewed = sharedByTests(async () => {
  let isStrict = true
  const made = await lldProject({
    answer: (call, context) => {
      const { item = '', task } = markerOf(call) ?? {}
      const [untrusted] = (task === 'lld.review' && UNTRUSTED[item]) || []
      const meant = untrusted ?? MEANT[`${item} ${task}`]
      return (isStrict ? (meant ?? workflowAnswers) : workflowAnswers)(call, context)
    },
  })
  const { project, provider, args } = made
  for (const id of Object.keys(UNTRUSTED))
    project.write(`issues/${id}.md`, '# Feature\n\n- [ ] Is said\n')
  const ids = ['1', '2', '3', '4', '6', ...Object.keys(UNTRUSTED)]
  const run = await project.agentos(args(...ids, '--parallel=3'))
  const { calls } = provider.statistics()
  return {
    ...made,
    ...run,
    published: project.list('docs/lld'),
    callsOf: (id: string) => calls.filter(({ item }) => item === id),
    relent: () => (isStrict = false),
  }
})

test('only what was approved is published', () => {
  const { code, published } = reviewed()
  expect({ code, published }).toEqual({ code: 1, published: ['LLD-4.md', 'LLD-6.md'] })
})

test.each(Object.entries(UNTRUSTED))(
  'a reviewer that cannot be trusted never approves: LLD-%s',
  (id, [, reason]) => {
    const said = reviewed()
      .stdout.split('\n')
      .filter((line) => line.startsWith(`[LLD-${id}]`))
    expect(said.join('\n')).toMatch(reason)
  },
)

test('the same findings twice end the loop: needs revision, not pending again', async () => {
  const { project, args, stdout } = reviewed()
  expect(stdout).toContain('two rounds brought the same findings: Never good enough')
  expect((await project.agentos(args('1', '--dry-run'))).stdout).toContain('needs revision')
})

test('a draft that never passes the checks is never reviewed, and says so', () => {
  const { stdout, callsOf } = reviewed()
  expect(stdout).toContain('[LLD-3] NEEDS-REVISION')
  expect(stdout).toMatch(
    /the draft still fails the checks after 3 repair attempts: 10\.1: scenario T010/,
  )
  const calls = callsOf('3').map(({ task, round }) => `${task} ${round}`)
  expect(calls.slice(2)).toEqual(['lld.fix 1', 'lld.fix 2', 'lld.fix 3'])
})

test('a declined finding goes back to the reviewer with the reason; its fate is in the evidence', () => {
  const { project } = reviewed()
  const { data } = readFrontMatter(project.read('docs/lld/LLD-4.md'))
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
  const first = readFrontMatter(project.read('docs/lineage/4-lld/003-verdict.md')).data
  expect(first).toMatchObject({ settled: [], open: [{ id: 'f1' }, { id: 'f2' }] })
  expect(first).not.toHaveProperty('carried')
  const verdict = project.read(String(data.verdict))
  expect(verdict).toContain('- **f1 (tier 2), Too vague:** fixed in round 2')
  expect(verdict).toContain('withdrawn in round 2, declined by the author: Out of scope.')
})

test('five rounds without an approval are the end: nothing published, all of it kept, not pending until retried', async () => {
  const { project, args, stdout, callsOf, relent } = reviewed()
  expect(stdout).toContain('[LLD-2] NEEDS-REVISION')
  expect(stdout).toContain('not approved after 5 rounds: Wish 5')
  const rounds = callsOf('2').filter(({ task }) => task === 'lld.review')
  expect(rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5])
  const kept = project.list('docs/lineage/2-lld')
  expect(kept.filter((name) => name.endsWith('-verdict.md'))).toHaveLength(5)
  expect(kept.filter((name) => name.endsWith('-draft.md'))).toHaveLength(5)

  const plan = await project.agentos(args('--all', '--dry-run'))
  expect(plan.stdout).toMatch(/Left out: .*LLD-2.*: needs revision; change its input, or/)
  relent()
  const retried = await project.agentos(['retry', '--failed'])
  expect(retried).toMatchObject({ code: 0, stderr: '' })
  expect(retried.stdout).toMatch(
    /^LLD-2 \(mock provider\) is pending again and starts over.* Resume with: {2}node .+ lld .*--mock-url \S+.*$/m,
  )
  expect((await project.agentos(args('2'))).code).toBe(0)
  expect(project.list('docs/lld')).toContain('LLD-2.md')
  expect(project.list('docs/lineage/2-lld').slice(0, kept.length)).toEqual(kept)
  const needless = await project.agentos(['retry', 'LLD-2'])
  expect(needless).toMatchObject({ code: 2, stderr: expect.stringContaining('ended as done') })
  expect((await project.agentos(['retry'])).stderr).toContain(
    'Expected either names of items or `--failed`.',
  )
})
