/** What models are shown: prompts, their replacements, instructions, refused answers. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { designedProject } from '../rig/implement-project.ts'
import { answering, finding, lldProject, verdictAnswer } from '../rig/lld-project.ts'
import type { Project } from '../rig/project.ts'

const REVIEW =
  'Ours: {{number}} {{title}} {{round}} {{rounds}}\n{{computed}}\n{{decided}}\n{{earlier}}\n{{document}}\n'

/** One part of one call of an item's conversation. */
function kept(project: Project, call: string, part: 'instructions' | 'prompt' | 'answer'): string {
  const text = project.read(join(project.latestRun(), 'LLD-2', 'conversation.md'))
  const parts = text.split(/^<!-- (\d+ \S+ \w+) -->\n/m)
  return parts[parts.indexOf(`${call} ${part}`) + 1] ?? ''
}

function named(project: Project, prompts: Readonly<Record<string, string>>): void {
  project.write('agentos.config.mjs', `export default { prompts: ${JSON.stringify(prompts)} }`)
}

test('prompts and instructions can be files of the repository; what was asked is in the logs', async () => {
  const { project, args } = await lldProject()
  project.write('prompts/review.md', REVIEW)
  project.write('prompts/reviewer.md', 'You are our reviewer.\n')
  named(project, { 'lld.review': 'prompts/review.md', 'lld.reviewer': './prompts/reviewer.md' })
  expect((await project.agentos(args('2'))).code).toBe(0)
  expect(kept(project, '3 lld.review', 'prompt')).toMatch(
    /^<!-- agentos .*-->\nIssue 2, .*\n[\s\S]+\nOurs: 2 <(untrusted-\w+) name="title">Search<\/\1> 1 5\n/,
  )
  expect(kept(project, '3 lld.review', 'instructions')).toBe('You are our reviewer.\n\n\n')
  expect(JSON.parse(kept(project, '3 lld.review', 'answer'))).toHaveProperty('verdict')
  expect(kept(project, '1 lld.look', 'instructions')).toContain(
    'You are a senior software engineer',
  )
  expect(kept(project, '2 lld.draft', 'prompt')).toMatch(
    /^<!-- agentos .*-->\s+Write the low-level design for issue 2, /,
  )
})

describe('a file that cannot stand for a prompt is refused before anything runs', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'is missing',
      'lld.review',
      'no/such.md',
      /There is no prompt file "no\/such.md" of lld.review/,
    ],
    ['is a folder', 'lld.review', 'issues', /There is no prompt file "issues"/],
    ['is empty', 'lld.drafter', 'empty.md', /There is nothing in the prompt file "empty.md"/],
    ['lies elsewhere', 'lld.review', '../x.md', /"..\/x.md" of lld.review is not inside the repos/],
    ['shows no document', 'lld.review', 'blind.md', /"blind.md" of lld.review lacks {{document}}/],
    ['wants an unknown word', 'lld.drafter', 'blind.md', /uses {{number}}, which it is not given/],
    [
      'stands for no prompt',
      'lld.reviw',
      'blind.md',
      /no prompt "lld.reviw"[\s\S]*mean lld.review\?/,
    ],
    ['is another workflow’s, and missing', 'issue.draft', 'no.md', /no prompt file "no.md"/],
  ])('one that %s', async (_, key, path, message) => {
    const { project, args } = await lldProject()
    project.write('blind.md', REVIEW.replace('{{document}}', ''))
    project.write('empty.md', '\n')
    named(project, { [key]: path })
    const { code, stderr } = await project.agentos(args('2'))
    expect(stderr).toMatch(message)
    expect({ code, state: project.exists('.agentos') }).toEqual({ code: 2, state: false })
  })
})

test('asked again, a model sees its refused answer and all that is wrong with it', async () => {
  const blocking = finding({ tier: 1, category: 'Safety' })
  const earlier = [{ id: 'f0', disposition: 'fixed' }]
  const refused = verdictAnswer({ findings: [blocking, blocking], earlier }).text ?? ''
  const prompts: string[] = []
  const { project, args } = await lldProject({
    answer: answering('2', 'lld.review', ({ prompt }) => {
      prompts.push(prompt)
      return prompts.length === 1 ? { text: refused } : verdictAnswer()
    }),
  })
  expect((await project.agentos(args('2'))).code).toBe(0)
  const [first = '', second = ''] = prompts
  expect(second.startsWith(`${first}\n\n${refused}\n\n`)).toBe(true)
  const again = kept(project, '4 lld.review', 'prompt')
  expect(second.endsWith(again.trim())).toBe(true)
  expect(again.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- answer: The verdict is APPROVED, but finding "f1" is in Tier 1, which blocks.',
    '- answer: The verdict is APPROVED, but finding "f1" is in Tier 1, which blocks.',
    '- answer: Two findings have the id "f1"; ids must be unique.',
    '- answer: There is a disposition for "f0", but no such earlier finding.',
  ])
})

test('an approved design says so itself; taken as a draft again, it says that', async () => {
  const { project, args } = await designedProject()
  expect(project.read('docs/lld/LLD-2.md')).toContain('- **Status:** Approved')
  expect(project.read('docs/lineage/2-lld/002-draft.md')).toContain('- **Status:** Draft')
  project.write('docs/lld/LLD-2.md', `${project.read('docs/lld/LLD-2.md')}\nMore.\n`)
  await project.agentos(args('2'))
  expect(project.read('docs/lineage/2-lld/005-draft.md')).toContain('- **Status:** Draft')
  expect(project.read('docs/lld/LLD-2.md')).toContain('- **Status:** Approved')
})
