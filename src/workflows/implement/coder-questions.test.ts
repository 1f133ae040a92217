import { expect, test } from 'vitest'
import { fillPrompt } from '../../authoring/fill-prompt.ts'
import type { ContextOptions, ShownFile } from '../../model/context.ts'
import type { Build } from './build.ts'
import { coderQuestion } from './coder-questions.ts'
import { PROMPTS } from './prompts.ts'

const EXISTING = ['src/list.js', 'test/list.test.js', 'src/other.js', 'package-lock.json']
const whole = (path: string): ShownFile => ({ path, blob: 'b', lines: [[1, 9]], of: 9, tokens: 9 })
const WORDS = { paths: '`src/list.js`', files: '`src/list.js` (Modify)', findings: 'F1' }

/** A build whose repository shows the names of files, and whose git knows of some changes. */
function buildWith(more: Partial<Build> = {}, changes: Record<string, string> = {}) {
  const asked: ContextOptions[] = []
  const worktree = {
    context: async (_: string, options: ContextOptions) => {
      asked.push(options)
      const text = (options.files ?? []).map((path) => `shown: ${path}`).join('\n')
      return { text, tokens: 1, shown: (options.files ?? []).map(whole), leftOut: [], refused: [] }
    },
    changesBetween: async (from: string) =>
      from === 'base' ? [] : Object.entries(changes).map(([path, change]) => ({ path, change })),
    diff: async (_from: string, _to: string, paths: readonly string[]) => `diff of ${paths}`,
    read: async (path: string) => `text of ${path}`,
  }
  const build = {
    item: { id: '1', title: 'Lists' },
    run: {
      log: () => {},
      prompt: async (name: string, words = {}) => fillPrompt(name, PROMPTS[name] ?? '', words),
    },
    worktree,
    ...{ base: 'base', commit: 'now', existing: EXISTING },
    design: { body: 'the design', files: [{ path: 'src/list.js', change: 'Modify' }] },
    ...{ carried: [], read: { files: [], symbols: [] } },
    ...{ decisions: { shown: () => [] }, settings: { testPaths: [] } },
    ...{ shown: [], written: new Set(), amendments: [], refused: [] },
    ...more,
  } as unknown as Build
  return { build, asked }
}

test('the conversation begins with the files of the design, the tests beside them, and the design', async () => {
  const { build, asked } = buildWith()
  const { prompt, shown } = await coderQuestion(build, { task: 'code', round: 1, words: WORDS })
  expect(asked).toMatchObject([{ files: ['src/list.js', 'test/list.test.js'], at: 'now' }])
  expect(prompt.opening).toContain('shown: src/list.js\nshown: test/list.test.js')
  expect(prompt.opening).toContain('the design')
  expect(prompt.text).toMatch(/^Write the code of issue 1, /)
  expect(prompt.text).not.toContain('shown:')
  expect(shown.map(({ path }) => path)).toEqual(['src/list.js', 'test/list.test.js'])
})

test('what the designer has read comes first: lines and symbols as asked for, whole files behind those of the design', async () => {
  const read = {
    files: [
      { path: 'src/gone.js', from: null, to: null },
      { path: 'src/other.js', from: null, to: null },
      { path: 'src/list.js', from: 3, to: 5 },
      { path: 'src/long.js', from: 1, to: 999 },
    ],
    symbols: ['addItem'],
  }
  const files = ['src/new.js', 'test/list.test.js', 'src/list.js'].map((path) => ({ path }))
  const design = { body: 'x', files } as unknown as Build['design']
  const { build, asked } = buildWith({ read, design, existing: [...EXISTING, 'src/long.js'] })
  await coderQuestion(build, { task: 'code', round: 1, words: WORDS })
  expect(asked).toMatchObject([
    {
      files: ['src/list.js', 'test/list.test.js', 'src/other.js', 'src/long.js'],
      requests: { files: [read.files[2]], symbols: ['addItem'], searches: [] },
      ...{ show: 'named', budget: 14_000 },
    },
  ])
})

test('later questions have what is new: files that come up, and what others have changed', async () => {
  const known = { known: 'before', shown: [whole('src/list.js')] }
  const changes = { 'snap.txt': 'modified', 'package-lock.json': 'modified', 'old.js': 'deleted' }
  const { build, asked } = buildWith(known, changes)
  const about = 'See src/list.js and src/other.js:12.'
  const question = { task: 'revise', round: 1, words: WORDS, about } as const
  const { prompt, shown } = await coderQuestion(build, question)
  expect(prompt.text).toContain(
    '- package-lock.json: modified\n- old.js: deleted\ndiff of snap.txt',
  )
  expect(prompt.text).toContain('you have not seen yet:')
  expect(prompt.text).toContain('shown: src/other.js')
  expect(prompt.text).not.toContain('shown: src/list.js')
  expect(shown).toEqual([whole('src/other.js')])
  const line = { path: 'src/other.js', from: 12, to: 12 }
  expect(asked).toMatchObject([{ show: 'exact', requests: { files: [line] } }])
})

test('a refused answer comes back with its reasons and what is kept; only a new conversation is told the rest', async () => {
  const { build, asked } = buildWith({ known: 'now', shown: [whole('src/list.js')] })
  const refusal = {
    reasons: ['src/new.js: the search text of edit 1 is there 2 times, not once', 'and this'],
    draft: { 'src/new.js': 'a new file' },
    unfit: ['src/new.js'],
    ran: { command: 'npm test', output: 'it printed this' },
  }
  const question = { task: 'code', round: 2, words: WORDS, refusal } as const
  const { prompt } = await coderQuestion(build, question)
  expect(prompt.text).toMatch(/is there 2 times, not once\n- and this\n<\/untrusted/)
  expect(prompt.text).toContain('Kept as you have proposed it: `src/new.js`.')
  expect(prompt.text).toContain('src/new.js as your edits find it:')
  expect(prompt.text).toContain('`npm test` was run')
  expect(prompt.text).not.toContain('Write the code')
  expect(asked.map(({ show }) => show)).not.toContain('named') // the opening is made where it is used
  const opening = typeof prompt.opening === 'function' ? await prompt.opening() : undefined
  expect(opening).toMatch(/Write the code[\s\S]+as far as it is kept:[\s\S]+a new file/)
})
