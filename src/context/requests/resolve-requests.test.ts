import { expect, test } from 'vitest'
import type { ContextRequests } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import { plainRequests, resolveRequests } from './resolve-requests.ts'

function file(
  path: string,
  names: readonly string[] = [],
  excluded?: IndexedFile['excluded'],
): IndexedFile {
  const symbols = names.map((name, index) => ({
    kind: name.startsWith('.') ? ('method' as const) : ('class' as const),
    name: name.replace('.', ''),
    signature: name,
    doc: '',
    from: 10 * index + 1,
    to: 10 * index + 9,
    depth: name.startsWith('.') ? 1 : 0,
  }))
  const plain = {
    path,
    blob: 'b',
    language: 'python',
    lines: 100,
    tokens: 1,
    symbols,
    uses: '',
    imports: [],
  }
  return excluded === undefined ? plain : { ...plain, excluded }
}

const FILES = [
  file('.env', [], 'looks like a secret'),
  file('package-lock.json', [], 'lock file'),
  file('src/bench.py', ['Bench', '.run']),
  file('src/task.py', ['Task', '.run', '.warmup']),
  file('src/a/util.py'),
  file('src/b/util.py'),
  file('tests/test_task.py', ['Task']),
  file('docs/api.html'),
  ...Array.from({ length: 15 }, (_, index) => file(`src/many/${index}.py`)),
]

function resolve(
  requests: Partial<ContextRequests>,
  found: Record<string, { path: string; line: number }[]> = {},
) {
  const facts = {
    files: FILES,
    found: new Map(Object.entries(found)),
    ignored: new Set(['dist/a.js']),
  }
  const {
    wanted,
    found: hits,
    refused,
    lists,
  } = resolveRequests(plainRequests({ files: [], symbols: [], searches: [], ...requests }), facts)
  return {
    lists,
    wanted: Object.fromEntries(wanted),
    hits: Object.fromEntries(hits),
    refused: refused.map(({ what, why }) => `${what}: ${why}`),
  }
}

const whole = (path: string) => ({ path, from: null, to: null })

test('files whole and by lines, also by the end of their path', () => {
  const files = [
    whole('src/bench.py'),
    { path: './task.py', from: 5, to: 9 },
    { path: 'src/task.py', from: 8, to: 20 },
  ]
  expect(resolve({ files }).wanted).toEqual({
    'src/bench.py': [[1, Number.MAX_SAFE_INTEGER]],
    'src/task.py': [[5, 20]],
  })
})

test.each([
  ['/etc/passwd', 'outside of the repository, or not a plain path'],
  ['../other/x.py', 'outside of the repository, or not a plain path'],
  ['src/../../x.py', 'outside of the repository, or not a plain path'],
  ['C:\\x', 'outside of the repository, or not a plain path'],
  ['.env', 'looks like a secret'],
  ['dist/a.js', 'git ignores it'],
  ['src/tsk.py', 'no such file; did you mean src/task.py?'],
  ['lib/bench.py', 'no such file; did you mean src/bench.py?'],
  ['util.py', '2 files end so: src/a/util.py, src/b/util.py'],
  ['what/ever.xyz', 'no such file'],
])('%s is refused: %s', (path, why) => {
  const nothing = { wanted: {}, hits: {}, lists: [] }
  expect(resolve({ files: [whole(path)] })).toEqual({ ...nothing, refused: [`${path}: ${why}`] })
})

test('a lock file may be read by whoever asks for it; lines that are not there are refused', () => {
  expect(resolve({ files: [whole('package-lock.json')] }).refused).toEqual([])
  expect(resolve({ files: [{ path: 'src/task.py', from: 200, to: 210 }] }).refused).toEqual([
    'src/task.py: it has 100 lines',
  ])
  expect(resolve({ files: [{ path: 'src/task.py', from: 20, to: 10 }] }).refused).toEqual([
    'src/task.py: lines 20 to 10 are none',
  ])
})

test('symbols by name, with their class or without; unknown ones are refused', () => {
  expect(resolve({ symbols: ['Task.run'] }).wanted).toEqual({ 'src/task.py': [[11, 19]] })
  expect(resolve({ symbols: ['run()'] }).wanted).toEqual({
    'src/bench.py': [[11, 19]],
    'src/task.py': [[11, 19]],
  })
  for (const name of ['Task::run', 'Task#run', 'Task.#run'])
    expect(resolve({ symbols: [name] }).wanted).toEqual({ 'src/task.py': [[11, 19]] })
  expect(resolve({ symbols: ['Nope'] }).refused).toEqual(['Nope: no definition of this name'])
})

test('searches give the lines around what is found', () => {
  const found = {
    'some text': [
      { path: 'src/task.py', line: 2 },
      { path: '.env', line: 1 },
    ],
  }
  expect(resolve({ searches: ['some text'] }, found).hits).toEqual({ 'src/task.py': [[1, 5]] })
  const asked = resolve({ files: [whole('src/task.py')], searches: ['some text'] }, found)
  expect(asked).toMatchObject({ wanted: { 'src/task.py': [[1, expect.anything()]] }, hits: {} })
  expect(resolve({ searches: ['other'] }, found).refused).toEqual(['other: found nowhere'])
})

test('requests are bounded, and what is too much is said', () => {
  const symbols = Array.from({ length: 25 }, () => 'Task.run')
  expect(resolve({ symbols }).refused).toHaveLength(5)
})

test('a search that finds much is answered by places', () => {
  const many = Array.from({ length: 35 }, (_, index) => ({
    path: `src/many/${index % 15}.py`,
    line: index + 1,
  }))
  const { hits, refused, lists } = resolve({ searches: ['x'] }, { x: many })
  expect({ hits, refused }).toEqual({ hits: {}, refused: [] })
  expect(lists.join()).toContain('### `x`: in 15 files\n\n- src/many/0.py: 1, 16, 31\n')
  const inOne = resolve({ searches: [{ text: 'x', in: 'src/many/3.py' }] }, { x: many })
  expect(Object.keys(inOne.hits)).toEqual(['src/many/3.py'])
})

test('what a search finds: code before tests and documents; of generated pages only the names', () => {
  const at = (path: string) => ({ path, line: 2 })
  const found = { x: ['docs/api.html', 'tests/test_task.py', 'src/task.py'].map(at) }
  const { hits, refused } = resolve({ searches: ['x'] }, found)
  expect(Object.keys(hits)).toEqual(['src/task.py', 'tests/test_task.py'])
  expect(refused).toEqual(['x: also in 1 more files: docs/api.html'])
})
