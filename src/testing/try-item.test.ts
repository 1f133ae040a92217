import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { defineWorkflow } from '../authoring/workflow.ts'
import { tryItem } from './try-item.ts'

const notes = defineWorkflow({
  name: 'notes',
  roles: ['writer'],
  settings: z.strictObject({ tone: z.enum(['warm', 'dry']).default('warm') }),
  collect: async ({ repo }) =>
    (await repo.list('changes')).map((name) => ({ id: name.replace('.md', ''), body: name })),
  async run(item, { step, ask, gate, command, log, repo, settings, modelOf }) {
    log(`${settings.tone}, by ${modelOf('writer')}`)
    const schema = z.object({ title: z.string() })
    const { title } = await ask('writer', { task: 'title', text: `Title of ${item.body}?` }, schema)
    await step('check', () => command('sh', ['-c', 'echo on stdout; echo on stderr >&2']))
    const { answer } = await gate('publish', { question: 'Publish?', content: title })
    if (answer === 'approve') await step('write', () => repo.write(`notes/${item.id}.md`, title))
  },
})
const files = { 'changes/first.md': 'Something new.\n' }

test('an item is worked on with scripted answers; nothing is left behind', async () => {
  const shared = temporaryFolder()
  vi.stubEnv('TMPDIR', shared)
  onTestFinished(() => void vi.unstubAllEnvs())
  const answers = ['no JSON', { title: 'News' }]
  const tried = await tryItem(notes, 'first', {
    files,
    settings: { tone: 'dry' },
    onAsk: () => answers.shift(),
    onGate: ({ name, content }) =>
      name === 'publish' && content === 'News' ? { answer: 'approve' } : undefined,
  })
  expect(tried).toMatchObject({ outcome: 'done', failure: undefined, steps: ['check', 'write'] })
  expect(tried.files).toEqual({ ...files, 'notes/first.md': 'News' })
  expect(tried.questions.map(({ role, task }) => `${role} ${task}`)).toEqual([
    'writer title',
    'writer title',
  ])
  expect(tried.questions[0]?.text).toContain('Title of first.md?')
  // The item is resumed behind its gate: code outside of steps runs again, steps do not.
  const line = 'dry, by test:writer\n'
  expect(tried.output).toBe(`${line}on stdout\non stderr\n${line}`)
  expect(readdirSync(shared)).toEqual([])
})

test('a gate that nobody answers ends the item as gated', async () => {
  const tried = await tryItem(notes, 'first', { files, onAsk: () => ({ title: 'News' }) })
  expect(tried).toMatchObject({ outcome: 'gated', failure: { reason: 'question' } })
})

test('failures are data: a throw, a question without an answer, a failed command', async () => {
  const unasked = await tryItem(notes, 'first', { files })
  expect(unasked.failure).toMatchObject({
    reason: 'threw',
    message: 'No answer to "title" of writer: `onAsk` of tryItem must return one.',
  })
  const failing = defineWorkflow({
    name: 'failing',
    collect: () => [],
    run: (_, { command }) => command('sh', ['-c', 'exit 3']),
  })
  expect(await tryItem(failing, { id: 'a' })).toMatchObject({
    outcome: 'failed',
    failure: { reason: 'command-failed', exitCode: 3 },
  })
})

test('worktrees, numbers and the mutex are real', async () => {
  const branching = defineWorkflow({
    name: 'branching',
    collect: () => [],
    async run(item, { worktree, alone, number, repo, log }) {
      const tree = worktree(`work/${item.id}`)
      const { commit } = await tree.create(['HEAD'])
      log(`${await tree.read('a.txt')} ${commit.length} ${await number('invoices')}`)
      await alone(() => repo.write('b.txt', 'b'))
    },
  })
  const tried = await tryItem(branching, { id: 'x' }, { files: { 'a.txt': 'a' } })
  expect(tried).toMatchObject({ failure: undefined, output: 'a 40 1\n' })
  expect(tried.files).toEqual({ 'a.txt': 'a', 'b.txt': 'b' })
})

test('an unknown item is refused with those that there are', async () => {
  await expect(tryItem(notes, 'second', { files })).rejects.toThrow(
    '`collect` finds no item "second", but: first.',
  )
})
