/** The conversations of drafter and reviewer about a document: what each question has, and what it does not repeat. */
import { describe, expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import type { AnswerFunction, AskedCall } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { sharedByTests } from '../rig/at-end.ts'
import {
  answering,
  finding,
  issueProject,
  killedAsking,
  type LldProject,
  lldProject,
  lookAnswer,
  verdictAnswer,
} from '../rig/lld-project.ts'

const nameOf = (call: AskedCall) => {
  const { task, round } = markerOf(call) ?? {}
  return `${task} ${round}`
}

const documentIn = ({ question }: AskedCall) =>
  /<(untrusted-\w+) name="document">[\s\S]+<\/\1>/.exec(question)?.[0] ?? ''

/** A project whose calls are remembered, in order. */
async function listening(
  answer: AnswerFunction,
  make: (options: { answer: AnswerFunction }) => Promise<LldProject> = lldProject,
) {
  const calls: AskedCall[] = []
  const made = await make({
    answer: (call, context) => {
      calls.push(call)
      return answer(call, context)
    },
  })
  const asked = (name: string) => calls.find((call) => nameOf(call) === name)?.question ?? ''
  return { ...made, made, calls, asked }
}

/** Three reviews: each of the first two finds something, and something is declined. */
function sentBackTwice(workflow: 'lld' | 'issue', heading: string): AnswerFunction {
  return (call, context) => {
    const { task, round = 1 } = markerOf(call) ?? {}
    if (task === `${workflow}.revise`) {
      const edits = [{ search: heading, replace: `Revised ${round}.\n\n${heading}` }]
      const declined = round === 2 ? [{ id: 'f1b', why: 'Out of\nscope.' }] : []
      const settled = round === 1 ? [{ id: 'f1', how: 'Section 8 says it.' }] : []
      return { text: JSON.stringify({ edits, declined, settled }) }
    }
    if (task !== `${workflow}.review`) return workflowAnswers(call, context)
    if (round === 1)
      return verdictAnswer({ verdict: 'REVISE', findings: [finding(), finding({ id: 'f1b' })] })
    const earlier = [
      ...(round === 2 ? [{ id: 'f1', disposition: 'fixed' }] : []),
      { id: 'f1b', disposition: round === 2 ? 'open' : 'withdrawn', note: 'It is not done.' },
      ...(round === 3 ? [{ id: 'f2', disposition: 'fixed' }] : []),
    ]
    if (round === 3) return verdictAnswer({ earlier })
    return verdictAnswer({
      verdict: 'REVISE',
      findings: [finding({ id: 'f2', title: 'Another one' })],
      earlier,
    })
  }
}

/** One run of each workflow. */
const sentBack = {
  lld: sharedByTests(async () => {
    const made = await listening(sentBackTwice('lld', '## 8. Perf'))
    return { ...made, run: await made.project.agentos(made.args('2')) }
  }),
  issue: sharedByTests(async () => {
    const made = await listening(sentBackTwice('issue', '## Out of Scope'), issueProject)
    return { ...made, run: await made.project.agentos(made.args('idea-1')) }
  }),
}

describe.each(['lld', 'issue'] as const)('%s', (workflow) => {
  test('every question begins with the bytes of all before it, and little of it is new but the document', () => {
    const { run, calls } = sentBack[workflow]()
    expect(run.code).toBe(0)
    const byModel = Object.values(Object.groupBy(calls, ({ model }) => model))
    expect(byModel.map((own) => own?.map(nameOf))).toEqual([
      ['look 1', 'draft 1', 'revise 1', 'revise 2'].map((name) => `${workflow}.${name}`),
      ['review 1', 'review 2', 'review 3'].map((name) => `${workflow}.${name}`),
    ])
    let [again, all] = [0, 0]
    for (const own of byModel)
      for (const [index, call] of (own ?? []).entries()) {
        const before = own?.[index - 1]
        if (before === undefined) continue
        expect(call.instructions).toBe(before.instructions)
        expect(call.prompt.startsWith(before.prompt)).toBe(true)
        if (nameOf(call).includes('draft')) continue // the rounds begin behind the draft
        again += before.instructions.length + before.prompt.length
        const shownAgain = nameOf(call).includes('revise') ? documentIn(call).length : 0
        all += call.instructions.length + call.prompt.length - shownAgain
      }
    expect(again / all).toBeGreaterThanOrEqual(0.8)
  })
})

const NO_MORE = { files: [], symbols: [], searches: [] }
const whole = (path: string) => ({ path, from: null, to: null })
const needing = (path: string) =>
  verdictAnswer({ verdict: 'DISCUSS', needs: { ...NO_MORE, files: [whole(path)] } })

test('the drafter is shown what it asks to read, at most twice, and each file once', async () => {
  const { project, args, calls, asked } = await listening(
    answering('2', 'lld.look', (call) => {
      const path = markerOf(call)?.round === 1 ? 'src/list.js' : 'test/list.test.js'
      return lookAnswer({ files: [whole(path), whole('../outside')], again: true })
    }),
  )
  expect((await project.agentos(args('2'))).code).toBe(0)
  expect(calls.map(nameOf)).toEqual(['lld.look 1', 'lld.look 2', 'lld.draft 1', 'lld.review 1'])
  expect(asked('lld.look 2')).toContain('return list.filter((item) => !item.done)')
  expect(asked('lld.draft 1')).toContain("test('adds an item'")
  expect(asked('lld.draft 1')).not.toContain('return list.filter((item) => !item.done)')
  const { data } = readFrontMatter(project.read('docs/lld/LLD-2.md'))
  expect(data.read).toEqual(['src/list.js', 'test/list.test.js'])
})

test('the reviewer may ask once to be shown more, and judges then', async () => {
  const made = await listening((call, context) => {
    const review = verdictAnswer({ verdict: 'REVISE', findings: [finding()] })
    const earlier = [{ id: 'f1', disposition: 'fixed' }]
    const answers: Record<string, ReturnType<typeof verdictAnswer>> = {
      'lld.review 1': needing('issues/4-undo.md'),
      'lld.needs 1': review,
      'lld.review 2': call.question.includes('possible once only')
        ? verdictAnswer({ earlier })
        : needing('issues/5-shared-lists.md'),
    }
    return answers[nameOf(call)] ?? workflowAnswers(call, context)
  })
  const { project, provider, args, calls, asked } = made
  await killedAsking(made, args('2'), 'lld.needs')
  expect((await project.agentos(args('2'))).code).toBe(0)
  const names = provider.statistics().calls.map(({ task, round }) => `${task} ${round}`)
  expect(names).toEqual([
    ...['lld.look 1', 'lld.draft 1', 'lld.review 1', 'lld.needs 1', 'lld.revise 1'],
    'lld.review 2',
  ])
  expect(provider.statistics()).toMatchObject({ answered: 7, repeated: 0 })
  expect(asked('lld.review 2')).toContain('which was possible once: leave `needs` empty.')
  expect(asked('lld.needs 1')).toContain('A wrong key should not cost an afternoon.')
  expect(calls.at(-1)?.prompt).not.toContain('A lock older than a minute is taken over')
})

test('from round 2 on the reviewer is shown changes, and what the author has made of its findings', () => {
  const { project, asked } = sentBack.lld()
  expect(asked('lld.review 1')).toContain('\n## 7. Security & Safety\n')
  const second = asked('lld.review 2')
  expect(second).toMatch(/\n@@ line \d+, below "## 7\. Security & Safety" @@\n/)
  expect(second).toContain('\n+Revised 1.\n+\n ## 8. Performance & Cost\n')
  expect(second).not.toContain('## 3. Requirements')
  expect(second).toContain('- f1 (tier 2, Quality): Too vague\nThe author: Section 8 says it.\n')
  expect(second).toContain('- f1b (tier 2, Quality): Too vague\nThe author says nothing of it.')
  expect(second).toContain('You have not asked to be shown more yet')
  expect(asked('lld.revise 2')).toContain('The reviewer since: It is not done.')
  expect(asked('lld.review 3')).toContain(
    '- f1b (tier 2, Quality): Too vague\nThe author declined: Out of\nscope.',
  )
  const verdict = project.read('docs/lineage/2-lld/007-verdict.md')
  expect(verdict).toContain('declined by the author: Out of scope. Reviewer: It is not done.')
})

test('a finding reaches the drafter word for word; so does what the review has written into its design', async () => {
  const detail = `The message must be:\n\n\tno  match:   "x"\n${'Because of this. '.repeat(100)}End.`
  const { project, args, asked } = await listening((call, context) => {
    const { task, round } = markerOf(call) ?? {}
    if (task === 'lld.draft') {
      const usual = workflowAnswers(call, context) as { text: string }
      return { text: usual.text.replace('Questions\n\nNone.', 'Questions\n\n- Which port?') }
    }
    if (task !== 'lld.review') return workflowAnswers(call, context)
    if (round !== 1) return verdictAnswer({ earlier: [{ id: 'f1', disposition: 'fixed' }] })
    const openQuestions = [{ text: 'Which port?', status: 'answered', answer: 'Port 80.' }]
    return verdictAnswer({ verdict: 'REVISE', findings: [finding({ detail })], openQuestions })
  })
  expect((await project.agentos(args('2'))).code).toBe(0)
  const revise = asked('lld.revise 1')
  expect(revise).toMatch(/<(untrusted-\w+) name="findings">\n- f1 [\s\S]+<\/\1>/)
  expect(revise).toContain(detail)
  expect(revise).toContain('-- Which port?')
  expect(revise).toContain('+- Which port? Port 80.')
  expect(revise).not.toContain('## 3. Requirements')
})

test.each([
  ['lld', '## 3. Requirements'],
  ['issue', '## Acceptance Criteria'],
] as const)(
  '%s: the drafter is shown its document again where it has edited it since',
  (workflow, other) => {
    const { asked } = sentBack[workflow]()
    expect(asked(`${workflow}.revise 1`)).not.toContain(other)
    const second = asked(`${workflow}.revise 2`)
    expect(second).toMatch(/ as it is now:\n\n<(untrusted-\w+) name="document">\n# [\s\S]+<\/\1>/)
    expect(second).toContain(other)
    expect(second).toContain('\nRevised 1.\n')
  },
)

test('the drafter is shown code that a finding names without its path', async () => {
  const detail = 'It would break `openItems()`, and `nothingLikeThis()` too.'
  const { project, args, asked } = await listening((call, context) => {
    const { task, round } = markerOf(call) ?? {}
    if (task !== 'lld.review') return workflowAnswers(call, context)
    return round === 1
      ? verdictAnswer({ verdict: 'REVISE', findings: [finding({ detail })] })
      : verdictAnswer({ earlier: [{ id: 'f1', disposition: 'fixed' }] })
  })
  expect((await project.agentos(args('4'))).code).toBe(0)
  expect(asked('lld.draft 1')).not.toContain('return list.filter((item) => !item.done)')
  expect(asked('lld.revise 1')).toContain('return list.filter((item) => !item.done)')
})

test('a draft that was found in the repository is shown to the drafter before it edits it', async () => {
  const { project, args, asked } = await listening(workflowAnswers)
  await project.agentos(args('3'))
  const vague = project
    .read('docs/lld/LLD-3.md')
    .replace('Exit code 0, one line on stdout', 'The command works as expected')
  project.write('docs/lld/LLD-3.md', vague)
  const before = asked('lld.fix 1')
  expect(before).not.toContain('## 3. Requirements')
  expect((await project.agentos(args('3'))).code).toBe(0)
  const log = project.read(`${project.latestRun()}/LLD-3/conversation.md`)
  expect(log.split('lld.fix prompt')[1]).toMatch(
    /The design as it is now:\n\n<(untrusted-\w+) name="document">\n# 3 - Feature[\s\S]+<\/\1>/,
  )
})
