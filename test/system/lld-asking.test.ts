/** Whose answers count, and which are asked for again: by real runs. */
import { expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import type { Answer } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { designedProject } from '../rig/implement-project.ts'
import { lldProject, verdictAnswer } from '../rig/lld-project.ts'

/** What the offline drafter writes instead of a vague expectation. */
const MENDED = 'Exit code 0, one line on stdout'
const ONE_VENDOR = `models: { drafter: 'anthropic:claude-a', reviewer: 'anthropic:claude-b' }`

test('answers that do not fit, or come from another model, are forgotten: the same command asks again, and only for them', async () => {
  let isBad = true
  const bad: Readonly<Record<string, Answer>> = {
    2: { text: 'APPROVED' },
    6: { error: 'other-model', text: verdictAnswer().text ?? '' },
  }
  const { project, provider, args } = await lldProject({
    answer: (call, context) => {
      const { item = '', task } = markerOf(call) ?? {}
      const answer = isBad && task === 'lld.review' ? bad[item] : undefined
      return answer ?? workflowAnswers(call, context)
    },
  })
  const first = await project.agentos(args('2', '6', '--parallel=2'))
  expect(first.stdout).toMatch(/\[LLD-2\] .*refused twice/)
  expect(first.stdout).toMatch(/\[LLD-6\] .*was asked, but/)
  expect({ code: first.code, published: project.list('docs/lld') }).toEqual({
    code: 1,
    published: [],
  })
  isBad = false
  const before = provider.statistics().answered
  const second = await project.agentos(args('2', '6', '--parallel=2'))
  expect({ code: second.code, published: project.list('docs/lld') }).toEqual({
    code: 0,
    published: ['LLD-2.md', 'LLD-6.md'],
  })
  expect(provider.statistics().answered - before).toBe(2)
})

test('an answer that was cut off at the output limit is none, not even as plain text', async () => {
  const { project, args } = await lldProject()
  const { code, stdout } = await project.agentos(args('2', '--set', 'limits.outputTokens=256'))
  expect(stdout).toContain(
    'the answer to lld.draft was refused twice: The answer was cut off at the output limit.',
  )
  expect({ code, drafts: project.list('docs/lineage/2-lld') }).toEqual({
    code: 1,
    drafts: ['001-issue.md'],
  })
})

test('a review within one vendor is stamped as such, whoever has edited what a model wrote', async () => {
  const { project, args } = await lldProject()
  project.write('agentos.config.mjs', `export default { ${ONE_VENDOR} }`)
  const design = (issue: string) => readFrontMatter(project.read(`docs/lld/LLD-${issue}.md`))
  const stamp = { drafter: 'anthropic:claude-a', reviewer: 'anthropic:claude-b' }
  await project.agentos(args('2', '3'))
  expect(design('2').data).toMatchObject({ ...stamp, review: 'same-vendor' })

  const editedByHand = project.read('docs/lld/LLD-2.md').replace('A pure function', 'One function')
  project.write('docs/lld/LLD-2.md', editedByHand)
  const written = design('3').body.replace(MENDED, 'The command works as expected')
  project.write('docs/lld/LLD-3.md', written)
  expect((await project.agentos(args('2', '3'))).code).toBe(0)
  expect(design('2').body).toContain('One function')
  for (const issue of ['2', '3'])
    expect(design(issue).data).toMatchObject({ ...stamp, review: 'same-vendor' })
})

test('a found draft’s questions are answered by the reviewer, and the answers are in the design', async () => {
  const { project, args } = await designedProject()
  const asking = '### Open Questions\n\n- [ ] Which words count as\n  the same?'
  const text = project.read('docs/lld/LLD-2.md').replace('### Open Questions\n\nNone.', asking)
  project.write('docs/lld/LLD-2.md', text)
  expect((await project.agentos(args('2'))).code).toBe(0)
  const design = project.read('docs/lld/LLD-2.md')
  expect(design).toContain('### Open Questions\n\nNone.\n\n#### Decided in review\n')
  expect(design).toContain('- Which words count as the same? Whatever is simplest.')
})

test('drafter and reviewer of one vendor are refused if the config wants two', async () => {
  const { project } = await lldProject()
  const credentials = `credentials: [{ id: 'a', provider: 'anthropic', from: 'env:TEST_KEY' }]`
  const env = { TEST_KEY: 'a-key-that-is-long-enough' }
  project.write(
    'agentos.config.mjs',
    `export default { ${ONE_VENDOR}, ${credentials}, requireOtherVendor: true }`,
  )
  const { code, stderr } = await project.agentos(['lld', '2'], { env })
  expect(stderr).toContain('Drafter and reviewer are of one vendor, and requireOtherVendor is set.')
  expect({ code, state: project.exists('.agentos') }).toEqual({ code: 2, state: false })
})
