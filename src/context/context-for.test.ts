import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memorySource, memoryTree } from '../../test/rig/memory-tree.ts'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import type { ContextOptions, ContextRequests } from '../model/context.ts'
import { contextFor } from './context-for.ts'
import { estimateTokens } from './token-estimate.ts'

const KEY = ['ghp', '_', 'a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8'].join('')

function method(name: string, lines: number): string {
  const body = Array.from(
    { length: lines },
    (_, index) => `        self.step_${index}("${name}", ${index})\n`,
  )
  return `    def ${name}(self):\n${body.join('')}`
}

/** Some 200 kB. */
const LARGE = `"""Things."""\n\nclass Large:\n${Array.from({ length: 100 }, (_, index) => method(`work_${index}`, 60)).join('\n')}`

const FILES = {
  'AGENTS.md': '# Rules\n\nSmall commits.\n',
  'package.json': '{\n  "name": "x"\n}\n',
  'src/large.py': LARGE,
  'src/task.py':
    'from .event import Event\n\nclass Task:\n    def run(self):\n        return Event(self)\n',
  'src/event.py': 'class Event:\n    """Something happened."""\n',
  'src/key.py': `TOKEN = "${KEY}"\n`,
  'tests/test_task.py': 'from src.task import Task\n\ndef test_run():\n    assert Task().run()\n',
  '.env': 'A=b\n',
  'logo.png': 'x',
}

function ask(question: string, options?: ContextOptions, files: Record<string, string> = FILES) {
  return contextFor(
    memorySource(memoryTree(files, ['dist/out.js']), temporaryFolder()),
    question,
    options,
  )
}

test('rules, tree, the files in question with their tests, outlines of their neighbours, and what is left out', async () => {
  const { text, shown, tokens } = await ask('Task should wait')
  const headings = text.split('\n').filter((line) => /^##/.test(line))
  expect(headings).toEqual([
    '## Rules of the repository',
    '### AGENTS.md (whole, 3 lines)',
    '### package.json (whole, 3 lines)',
    '## All files',
    '## Files for this question',
    '### src/task.py (whole, 5 lines)',
    '### tests/test_task.py (whole, 4 lines)',
    '## Outlines of related files',
    '### src/event.py (outline, 2 lines)',
    '## Not shown',
  ])
  expect(text).toContain('1–2 class Event — Something happened.')
  expect(text).toContain('- files by kind: 1 binary, 1 looks like a secret')
  expect(text).not.toContain('.env')
  expect(tokens).toBe(estimateTokens(text))
  expect(shown.map(({ path, lines, of }) => [path, lines, of])).toEqual([
    ['AGENTS.md', [[1, 3]], 3],
    ['package.json', [[1, 3]], 3],
    ['src/task.py', [[1, 5]], 5],
    ['tests/test_task.py', [[1, 4]], 4],
    ['src/event.py', [], 2],
  ])
})

test('a file of 200 kB is shown by the regions in question, with the names of the rest', async () => {
  expect(LARGE.length).toBeGreaterThan(200_000)
  const { text, shown, tokens } = await ask('`Large.work_57` is slow', { budget: 6_000 })
  const large = shown.find(({ path }) => path === 'src/large.py')
  expect(text).toContain('    def work_57(self):\n        self.step_0("work_57", 0)\n')
  expect(text).toContain('        self.step_59("work_57", 59)\n')
  expect(text).toMatch(/⋮ lines \d+–\d+: work_\d+\(\), work_\d+\(\), .* … \d+ more\n/)
  expect(large?.lines.length).toBeGreaterThan(1)
  expect(tokens).toBeLessThanOrEqual(6_000)
})

test('after a large file the small ones have their place', async () => {
  const { shown } = await ask('', {
    files: ['src/large.py', 'src/task.py', 'src/event.py'],
    budget: 3_000,
  })
  expect(shown.filter(({ lines }) => lines.length > 0).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['src/large.py', 'src/task.py', 'src/event.py']),
  )
})

test('named files that cannot be shown are refused with the reason', async () => {
  const files = ['src/brand-new-thing.py', '.env', 'logo.png', 'dist/out.js', '../x', 'src/task.py']
  const { refused, shown, text } = await ask('', { files, show: 'asked' })
  expect(refused).toEqual([
    { what: 'src/brand-new-thing.py', why: 'no such file' },
    { what: '.env', why: 'looks like a secret' },
    { what: 'logo.png', why: 'binary' },
    { what: 'dist/out.js', why: 'git ignores it' },
    { what: '../x', why: 'outside of the repository, or not a plain path' },
  ])
  expect(shown.map(({ path }) => path)).toEqual(['src/task.py'])
  expect(text).toContain('- logo.png: binary')
})

test('what looks like a secret is masked, and said', async () => {
  const { text, leftOut } = await ask('', { files: ['src/key.py'], show: 'asked' })
  expect(text).not.toContain(KEY)
  expect(leftOut).toEqual([{ what: 'src/key.py, line 1', why: 'masked: looks like a secret' }])
})

test('documents of AgentOS, which grow while items run, change nothing', async () => {
  const own = { 'docs/lineage/1-lld/001-issue.md': '# Task\n', 'docs/lld/LLD-1.md': '# Task\n' }
  const { text } = await ask('Task should wait')
  expect((await ask('Task should wait', {}, { ...FILES, ...own })).text).toBe(text)
})

test('a map has no files, but outlines', async () => {
  const { text } = await ask('Task should wait', { show: 'map' })
  expect(text).toContain('### src/task.py (outline, 5 lines)')
  expect(text).not.toContain('## Files for this question')
})

test('an answer to requests shows just that, and nothing that was shown before', async () => {
  const first = await ask('Task should wait')
  const requests = {
    files: [
      { path: 'src/large.py', from: 1, to: 3 },
      { path: 'src/task.py', from: null, to: null },
    ],
    symbols: ['Event', 'Nothing'],
    searches: ['step_3("work_8"'],
  }
  const { text, refused, shown } = await ask('', { requests, already: first.shown, show: 'asked' })
  expect(shown.map(({ path, lines }) => [path, lines])).toEqual([
    [
      'src/large.py',
      [
        [1, 3],
        [501, 507],
      ],
    ],
    ['src/event.py', [[1, 2]]],
  ])
  expect(text).not.toContain('### src/task.py')
  expect(text).toContain('- src/task.py: shown above')
  expect(refused).toEqual([{ what: 'Nothing', why: 'no definition of this name' }])
  expect(text).not.toContain('AGENTS.md')
})

test('a search that finds much lists where, and one in a file or folder finds only that', async () => {
  const found = (requests: ContextRequests) => ask('', { requests, show: 'asked' })
  const all = await found({ files: [], symbols: [], searches: ['self.step_3('] })
  expect(all.shown.map(({ lines }) => lines[0])).toEqual([[8, 8]])
  expect(all.text).toContain('## Where texts were found\n\n### `self.step_3(`: in 1 file\n')
  expect(all.text).toContain('- src/large.py: 8 (Large.work_0), 70 (Large.work_1), ')
  const few = await found({ files: [], symbols: [], searches: ['def work_'] })
  expect(few.text).toContain('`def work_`: in 1 file\n')
  expect(few.text).toContain('    def work_19(self):')
  expect(few.text).not.toContain('self.step_0("work_19", 0)')
  const search = (text: string, path: string | null) =>
    found({ files: [], symbols: [], searches: [{ text, in: path }] })
  expect((await search('Task', 'tests/')).shown.map(({ path }) => path)).toEqual([
    'tests/test_task.py',
  ])
  expect((await search('Task', 'task.py')).shown.map(({ path }) => path)).toEqual(['src/task.py'])
  expect((await search('Task', 'src/event.py')).refused).toEqual([
    { what: 'Task in src/event.py', why: 'found nowhere' },
  ])
})

test('a union of types is shown with its members', async () => {
  const union = 'export type Result =\n  | Good\n  | Bad\n'
  const files = {
    'src/types.ts': `${union}\nexport interface Other {\n  x: 1\n}\n\nexport const A = 1\nexport const B = 1\nexport const C = 1\nexport interface Good {\n  ok: true\n}\nexport interface Bad {\n  ok: false\n}\n`,
  }
  const requests = { files: [], symbols: ['Result'], searches: [] }
  const { text } = await ask('', { requests, show: 'asked' }, files)
  expect(text).toContain('export type Result =\n  | Good\n  | Bad\n')
  expect(text).toContain('  ok: true')
  expect(text).toContain('  ok: false')
  expect(text).not.toContain('x: 1')
})

test('issues and briefs are no answer to a question or a search, but are shown to who asks for them', async () => {
  const own = { 'issues/7-task.md': '# `Task.run`\n', 'ideas/task.md': '# `Task.run`\n' }
  const files = { ...FILES, ...own }
  const searches = [{ text: 'Task.run', in: null }]
  const found = await ask('`Task.run`', { requests: { files: [], symbols: [], searches } }, files)
  expect(found.shown.map(({ path }) => path)).not.toContain('issues/7-task.md')
  expect(found.refused).toEqual([{ what: 'Task.run', why: 'found nowhere' }])
  const asked = await ask('', { files: Object.keys(own), show: 'asked' }, files)
  expect(asked.shown.map(({ path }) => path)).toEqual(Object.keys(own))
})

test('definitions of symbols that matter are shown wherever they are, and their callers if there is room', async () => {
  const files = {
    ...FILES,
    'src/runner.py':
      'from .task import Task\n\nA = 1\nB = 2\nC = 3\nD = 4\n\ndef start_all(tasks):\n    for task in tasks:\n        task.run_twice()\n',
    'src/queue.py':
      'class Queue:\n    def __init__(self):\n        self.a = 1\n\n    def drain_all(self):\n        return 2\n',
    'src/task.py':
      'class Task:\n    def run(self):\n        return 1\n\n    def run_twice(self):\n        return 2\n',
  }
  const symbols = ['task.run_twice', 'Queue.drain_all', 'nothing_such']
  const { text, shown, refused } = await ask('', { files: ['src/task.py'], symbols }, files)
  const lines = (path: string) => shown.find((file) => file.path === path)?.lines
  expect(lines('src/task.py')).toEqual([[1, 6]])
  expect(lines('src/queue.py')).toEqual([[5, 6]])
  expect(lines('src/runner.py')).toEqual([[8, 10]])
  expect(refused).toEqual([])
  expect(text).not.toContain('nothing_such')
  const asked = await ask('', { symbols, show: 'asked' }, files)
  expect(asked.shown.map(({ path }) => path)).toEqual(['src/task.py', 'src/queue.py'])
})

test('a method is called with a dot before its name', async () => {
  const files = {
    'src/rows.py': 'class Rows:\n    def next(self):\n        return 1\n',
    'src/other.py': 'def first(rows):\n    return next(iter(rows))\n',
    'src/caller.py': 'def read(rows):\n    return rows.next()\n',
  }
  const options = { files: ['src/rows.py'], symbols: ['Rows.next'], show: 'named' } as const
  const { shown } = await ask('', options, files)
  expect(shown.map(({ path }) => path)).toEqual(['src/rows.py', 'src/caller.py'])
})

test('a search in one file shows what is found at its end, too', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `[rows.${index}]: there\n\n\n\n\n`)
  const searches = [{ text: '[rows.', in: 'LINKS.md' }]
  const { text } = await ask(
    '',
    { requests: { files: [], symbols: [], searches }, show: 'asked' },
    { 'LINKS.md': lines.join('') },
  )
  expect(text).toContain('\n[rows.0]: there\n')
  expect(text).toContain('\n[rows.49]: there\n')
})

test('a name that many define means the definition in a file that matters, or none', async () => {
  const define = 'class A:\n    def close(self):\n        return 1\n'
  const many = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [`src/${name}.py`, define]),
  )
  const [nothing, one] = await Promise.all([
    ask('', { symbols: ['close'], show: 'asked' }, many),
    ask('', { symbols: ['close'], files: ['src/c.py'], show: 'asked' }, many),
  ])
  expect(nothing.shown).toEqual([])
  expect(one.shown.map(({ path }) => path)).toEqual(['src/c.py'])
})

test('of a change log only the beginning is shown, and the first files get most of the room', async () => {
  const log = Array.from({ length: 2_000 }, (_, index) => `- ${index} was changed for Large`).join(
    '\n',
  )
  const files = { ...FILES, 'CHANGELOG.md': log, 'src/other.py': LARGE }
  const { shown } = await ask(
    '',
    {
      files: ['src/large.py', 'CHANGELOG.md', 'src/other.py'],
      budget: 12_000,
    },
    files,
  )
  const tokens = (path: string) => shown.find((file) => file.path === path)?.tokens ?? 0
  expect(tokens('CHANGELOG.md')).toBeLessThanOrEqual(1_200)
  expect(tokens('src/large.py')).toBeGreaterThan(tokens('src/other.py'))
})

test('a file that has changed since it was shown is shown again', async () => {
  const first = await ask('', { files: ['src/task.py'], show: 'asked' })
  const changed = { ...FILES, 'src/task.py': 'class Task:\n    pass\n' }
  const { text } = await ask(
    '',
    { files: ['src/task.py'], show: 'asked', already: first.shown },
    changed,
  )
  expect(text).toContain('### src/task.py (whole, 2 lines)')
})

test('an empty repository, and one without a word on the question', async () => {
  expect((await ask('Task', {}, {})).text).toBe('')
  expect((await ask('Quux', {}, { 'a.py': 'x = 1\n' })).text).toContain('./: a.py')
})

const words = fc.constantFrom(
  'Task',
  'run',
  'event',
  '`Task.run`',
  'large',
  '"wait for it"',
  'src/task.py',
)
const line = fc.constantFrom(
  'class Task:',
  '    def run(self):',
  '        return 1',
  '',
  'x = 1',
  '```',
  '# wait for it',
)
const path = fc.constantFrom(
  'AGENTS.md',
  'a.py',
  'src/task.py',
  'src/event.py',
  'docs/a.md',
  'tests/test_task.py',
  'b.txt',
)

test('property: the budget is kept, no file is there twice, no line of a file twice, and the same bytes come again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        path,
        fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n')),
      ),
      fc.array(words, { maxLength: 4 }).map((all) => all.join(' ')),
      fc.record({
        budget: fc.nat(2_000),
        files: fc.array(path, { maxLength: 3 }),
        show: fc.constantFrom('all', 'map', 'asked'),
      }),
      async (files, question, options) => {
        const tree = memoryTree(files)
        // Without the parser: it is much faster, and what is tested does not depend on it.
        const source = { tree, cache: '/nowhere', fill: async () => {} }
        const { text, tokens, shown } = await contextFor(source, question, options)
        expect(tokens).toBeLessThanOrEqual(options.budget)
        expect(new Set(shown.map((file) => file.path)).size).toBe(shown.length)
        for (const { lines } of shown)
          for (const [index, [from, to]] of lines.entries()) {
            expect(to).toBeGreaterThanOrEqual(from)
            expect(from).toBeGreaterThan((lines[index - 1]?.[1] ?? -1) + 1)
          }
        expect(await contextFor(source, question, options)).toMatchObject({ text })
      },
    ),
    { numRuns: 150 },
  )
})

test('named: files and definitions that were named, and nothing that is only near them', async () => {
  const { shown } = await ask(
    'Task should wait',
    { show: 'named', files: ['src/task.py'], symbols: ['Event'] },
    { ...FILES, 'src/other.py': 'from .task import Task\n\nTask().run()\n' },
  )
  expect(shown.map(({ path }) => path)).toEqual([
    ...['AGENTS.md', 'package.json', 'src/task.py', 'src/event.py'],
  ])
})

test('of a named file that is too long, its exports where they are named, and both ends of a changelog', async () => {
  const exported = LARGE.replace('class Large', "__all__ = ['Large']\n\nclass Large")
  const releases = Array.from({ length: 400 }, (_, index) => `## 1.${index}\n\n- More.\n`)
  const { text } = await ask(
    'A method is added to `Large`, `__all__` stays',
    { show: 'named', files: ['src/long.py', 'CHANGELOG.md'], symbols: ['__all__'], budget: 6_000 },
    {
      'src/long.py': `${'# Words.\n'.repeat(90)}${exported}`,
      'src/task.py': "__all__ = ['Task']\n",
      'CHANGELOG.md': `# Changes\n\n${releases.join('\n')}\n[last]: #link\n`,
    },
  )
  expect(text).toContain("__all__ = ['Large']")
  expect(text).toContain('# Changes')
  expect(text).toContain('[last]: #link')
})

test('places of a file that is too long, with the functions around them, first', async () => {
  const at = LARGE.split('\n').indexOf('    def work_70(self):') + 30
  const { text } = await ask('Nothing', {
    ...{ show: 'named', files: ['src/large.py'], budget: 4_000 },
    places: [{ path: 'src/large.py', line: at }],
  })
  expect(text).toContain('def work_70(self):')
  expect(text).toContain('self.step_59("work_70", 59)')
})

test('exact: what is named by symbol or line, and nothing for the words of the question', async () => {
  const question = 'One list of work: `Large.work_57` takes the first key of all'
  const large = { path: 'src/large.py', lines: [[1, 10]], of: 6_203, tokens: 99 } as const
  const blob = (await ask('', { files: ['src/large.py'], show: 'asked' })).shown[0]?.blob ?? ''
  const options = {
    show: 'exact',
    symbols: ['Large.work_57'],
    already: [{ ...large, blob }],
  } as const
  const { text, shown } = await ask(question, {
    ...options,
    files: ['src/large.py', 'src/task.py'],
    places: [{ path: 'src/large.py', line: 130 }],
  })
  const from = LARGE.split('\n').indexOf('    def work_57(self):') + 1
  expect(shown.map(({ path, lines }) => [path, lines])).toEqual([
    [
      'src/large.py',
      [
        [128, 188],
        [from, from + 60],
      ],
    ],
    ['src/task.py', [[1, 5]]],
  ])
  expect(text.match(/⋮/g)).toHaveLength(4)
  const unknown = await ask(question, { show: 'exact', files: ['src/large.py'] })
  expect(unknown.shown.map(({ lines }) => lines)).toEqual([[[1, 2]]])
  const known = await ask(question, { ...options, symbols: [], files: ['src/large.py'] })
  expect(known.text).toBe('')
})

/** Classes with a method that all of them have, behind some imports. */
const CLASSES = `import os\nimport sys\n\n${Array.from(
  { length: 40 },
  (_, at) =>
    `class Part${at}:\n    """Key and value of one list."""\n${method('__iter__', 12)}${method('key', 12)}`,
).join('\n')}\nclass bucket:\n${method('__iter__', 5)}`

test('beside a class that is named, plain words and methods that every class has show nothing', async () => {
  const question =
    'bucket() lists keys\n\n`bucket.__iter__` gives one value of each key. The list of `bucket(iterable, key)` has `__iter__`.'
  const options = { files: ['src/parts.py'], symbols: ['bucket.__iter__', 'bucket', '__iter__'] }
  const { text, shown } = await ask(
    question,
    { ...options, show: 'named', budget: 6_000 },
    { 'src/parts.py': CLASSES },
  )
  const last = CLASSES.trimEnd().split('\n').length
  expect(shown[0]?.lines).toEqual([
    [1, 3],
    [last - 6, last],
  ])
  expect(text).toContain('import os')
})

const GUIDE = `# Router\n\n${'What it is.\n'.repeat(200)}\n## Matching Routes\n\n${'Routes match.\n'.repeat(60)}\n## More\n\n${'More.\n'.repeat(4_000)}`

test('of a document the section that the question names is shown whole; a map has the headings of the README', async () => {
  const files = { 'README.md': GUIDE, 'src/task.py': 'class Task:\n    pass\n' }
  const question =
    '`Task` waits\n\n| README.md | Modify | A sentence at the end of "Matching Routes" |'
  const options = { files: ['src/task.py', 'README.md'], show: 'named', budget: 9_000 } as const
  const { text } = await ask(question, options, files)
  expect(text.match(/Routes match\./g)).toHaveLength(60)
  expect(text).not.toContain('More.\n')
  const map = await ask('`Task` waits', { show: 'map' }, files)
  expect(map.text).toMatch(/### README.md \(outline[\s\S]+204–266 Matching Routes/)
})

test('settings of formatters are shown first of a long manifest, and as files of their own', async () => {
  const classifiers = Array.from({ length: 200 }, (_, at) => `  "Topic :: Number ${at}",\n`)
  const manifest = `[project]\nname = "x"\nclassifiers = [\n${classifiers.join('')}]\n\n[tool.ruff]\nline-length = 79\n\n[tool.ruff.format]\nquote-style = "single"\n`
  const files = { ...FILES, 'pyproject.toml': manifest, '.prettierrc': '{ "semi": false }\n' }
  const { text } = await ask('`Task`', { show: 'named', files: ['src/task.py'] }, files)
  expect(text).toContain('line-length = 79\n')
  expect(text).toContain('quote-style = "single"\n')
  expect(text).toContain('{ "semi": false }')
})

test('without room for all requests, lines of code come before whole files, and short ranges before long ones', async () => {
  const files = { ...FILES, 'docs/long.md': 'Some words of a text.\n'.repeat(2_000) }
  const requests = {
    files: [
      { path: 'docs/long.md', from: null, to: null },
      { path: 'src/large.py', from: 10, to: 900 },
      { path: 'src/large.py', from: 3_000, to: 3_030 },
    ],
    symbols: ['Large.work_90'],
    searches: [],
  }
  const { text, shown } = await ask('', { show: 'asked', requests, budget: 5_000 }, files)
  const large = shown.find(({ path }) => path === 'src/large.py')
  expect(large?.lines).toContainEqual([3_000, 3_030])
  expect(text).toContain('        self.step_59("work_90", 59)\n')
  expect(large?.tokens).toBeGreaterThan(3_000)
})

test('what looks like a secret is masked in outlines, too', async () => {
  const files = {
    'src/main.ts': "import { charge } from './billing'\n\nexport const start = () => charge(1)\n",
    'src/billing.ts': `/** Charges. */\nexport const TOKEN = '${KEY}'\nexport function charge(cents: number, key = '${KEY}') {\n  return cents\n}\n`,
  }
  const { text } = await ask('charge', { show: 'map' }, files)
  expect(text).toContain('export function charge(')
  expect(text).not.toContain(KEY.slice(4, 12))
})
