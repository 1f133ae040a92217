/** What one model is shown in the course of a conversation: a first look, what it asks for, files that it has changed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memorySource, memoryTree } from '../../test/rig/memory-tree.ts'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import type { ContextOptions, RepositoryContext, ShownFile } from '../model/context.ts'
import { contextFor } from './context-for.ts'

const PATHS = [
  'AGENTS.md',
  'a.py',
  'src/task.py',
  'src/event.py',
  'docs/a.md',
  'tests/test_task.py',
]
const MARK = /«(.+) (\d+) (\d+)»/

/** A file in one state: each line but definitions and headings says which one it is. */
interface Version {
  readonly state: number
  readonly lines: readonly string[]
}

function version(path: string, state: number, lines: readonly string[]): Version {
  return {
    state,
    lines: lines.map((line, index) =>
      /^\s*(class |def |#)/.test(line) ? line : `${line} «${path} ${state} ${index + 1}»`,
    ),
  }
}

const code = fc.constantFrom(
  'class Task:',
  '    def run(self):',
  '    def wait(self):',
  '        return 1',
  '',
  'x = 1',
  '# wait for it',
  '```',
)
const path = fc.constantFrom(...PATHS)
const lines = fc.array(code, { maxLength: 80 })
const number = fc.option(fc.integer({ min: 1, max: 90 }))
const asked: fc.Arbitrary<ContextOptions> = fc.record({
  budget: fc.nat(2_500),
  show: fc.constant('asked' as const),
  files: fc.array(path, { maxLength: 3 }),
  symbols: fc.subarray(['Task.run', 'Nothing']),
  requests: fc.record({
    files: fc.array(fc.record({ path, from: number, to: number }), { maxLength: 3 }),
    symbols: fc.subarray(['Task', 'Task.run', 'wait']),
    searches: fc.subarray(['wait for it', 'x = 1']),
  }),
})
const look: fc.Arbitrary<ContextOptions> = fc.record({
  budget: fc.nat(2_500),
  show: fc.constantFrom('all' as const, 'map' as const, 'named' as const),
  files: fc.array(path, { maxLength: 2 }),
})
/** A file that is written anew, brought back to an earlier state, or removed. */
const change = fc.record({ path, to: fc.oneof(lines, fc.constantFrom('earlier', 'gone')) })
const turn = fc.record({ changes: fc.array(change, { maxLength: 2 }), options: asked })

class Repository {
  readonly #now = new Map<string, Version>()
  readonly #versions = new Map<string, Version[]>()

  constructor(files: Readonly<Record<string, readonly string[]>>) {
    for (const [name, text] of Object.entries(files)) this.change(name, text)
  }

  change(name: string, to: readonly string[] | string): void {
    const versions = this.#versions.get(name) ?? []
    this.#versions.set(name, versions)
    const [first] = versions
    if (to === 'gone') this.#now.delete(name)
    else if (typeof to !== 'string') {
      const written = version(name, versions.length, to)
      versions.push(written)
      this.#now.set(name, written)
    } else if (first !== undefined) this.#now.set(name, first)
  }

  at(name: string): Version | undefined {
    return this.#now.get(name)
  }

  source() {
    const texts = [...this.#now].map(([name, { lines: all }]) => [name, all.join('\n')])
    // Without the parser: it is much faster, and what is tested does not depend on it.
    return { tree: memoryTree(Object.fromEntries(texts)), cache: '/nowhere', fill: async () => {} }
  }
}

/** What a reader knows of the files: the last state of each that was shown, and its lines. */
class Reader {
  readonly #known = new Map<string, { readonly state: number; readonly lines: Set<number> }>()
  readonly already: ShownFile[] = []

  read({ text, shown }: RepositoryContext, repository: Repository): void {
    this.already.push(...shown)
    for (const file of shown) if (file.lines.length > 0) this.#meet(file.path, repository)
    for (const line of text.split('\n')) {
      const [, name = '', state = '', place = ''] = MARK.exec(line) ?? []
      if (name === '') {
        expect(line, 'no line is cut').not.toMatch(/[«»]/)
        continue
      }
      const now = repository.at(name)
      expect(Number(state), `${name} as it is now`).toBe(now?.state)
      expect(line, 'no line is cut').toBe(now?.lines[Number(place) - 1])
      const seen = this.#meet(name, repository)
      expect(seen, `${name} in the state ${state}`).not.toContain(Number(place))
      seen.add(Number(place))
    }
    for (const file of shown) this.#knowsAll(file, repository)
  }

  /** Lines that are known of a file as it is now; of another state nothing counts any more. */
  #meet(name: string, repository: Repository): Set<number> {
    const { state = -1 } = repository.at(name) ?? {}
    const known = this.#known.get(name)
    if (known?.state === state) return known.lines
    const fresh = { state, lines: new Set<number>() }
    this.#known.set(name, fresh)
    return fresh.lines
  }

  /** What is said to be shown is in the text, or was before, in the same state. */
  #knowsAll({ path: name, lines: ranges }: ShownFile, repository: Repository): void {
    const now = repository.at(name)
    for (const [from, to] of ranges)
      for (let place = from; place <= to; place++)
        if (MARK.test(now?.lines[place - 1] ?? ''))
          expect(this.#known.get(name)?.lines, `${name}:${place}`).toContain(place)
  }
}

test('property: in one conversation every line of a state is shown once, whole, never of an older state, within each budget', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(path, lines),
      fc.constantFrom('', 'Task', '`Task.run` should wait', '"wait for it"', 'task', 'docs/a.md'),
      look,
      fc.array(turn, { maxLength: 4 }),
      async (files, question, first, turns) => {
        const repository = new Repository(files)
        const reader = new Reader()
        const show = async (options: ContextOptions) => {
          const all = { ...options, already: reader.already }
          const context = await contextFor(repository.source(), question, all)
          expect(context.tokens).toBeLessThanOrEqual(options.budget ?? 0)
          reader.read(context, repository)
        }
        await show(first)
        for (const { changes, options } of turns) {
          for (const { path: name, to } of changes) repository.change(name, to)
          await show(options)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a file that was changed and changed back is shown again: what was shown last is another state', async () => {
  const show = (text: string, already: readonly ShownFile[]) =>
    contextFor(
      { tree: memoryTree({ 'a.py': text }), cache: '/nowhere', fill: async () => {} },
      '',
      { files: ['a.py'], show: 'asked', already },
    )
  const one = await show('x = 1\n', [])
  const two = await show('x = 2\n', one.shown)
  const back = await show('x = 1\n', [...one.shown, ...two.shown])
  expect(back.text).toContain('x = 1')
})

const MODULES = {
  'boltons/dictutils.py': `class OMD(dict):\n${method('update', 900)}${method('pop', 900)}`,
  'boltons/jsonutils.py': `class JSONLIterator:\n${method('next', 900)}`,
  'boltons/setutils.py': `class IndexedSet:\n${method('add', 900)}`,
  'docs/index.md': '# Boltons\n\nThere are dictutils, jsonutils, `JSONLIterator` and setutils.\n',
  'README.md': '# Boltons\n\ndictutils and `JSONLIterator`.\n',
}

function method(name: string, count: number): string {
  const body = Array.from({ length: count }, (_, index) => `        self.go(${index})\n`)
  return `    def ${name}(self):\n${body.join('')}`
}

test.each([
  ['dictutils', 'boltons/dictutils.py'],
  ['JSONLIterator', 'boltons/jsonutils.py'],
  ['Something is wrong in dictutils.', 'boltons/dictutils.py'],
  ['IndexedSet.add is slow', 'boltons/setutils.py'],
])('an issue that says only %j is shown %s, and no other code', async (issue, wanted) => {
  const source = memorySource(memoryTree(MODULES), temporaryFolder())
  const { shown } = await contextFor(source, issue, { budget: 6_000 })
  const code = shown.filter(({ path: name, lines }) => name.endsWith('.py') && lines.length > 0)
  expect(code.map(({ path: name }) => name)).toEqual([wanted])
})
