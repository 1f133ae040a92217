import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { thrownAt } from './thrown-at.ts'

const FILES = { root: '/home/ada/my repo', source: '/home/ada/my repo/greet.mts' }
const OWN = fileURLToPath(new URL('.', import.meta.url))

function thrown(...frames: readonly string[]): Error {
  const error = new Error('no luck\n    at first glance (/home/ada/my repo/README.md)')
  error.stack = [`Error: ${error.message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

test.each([
  [
    'the workflow’s file',
    ['Object.run (file:///home/ada/my%20repo/greet.mts:12:9)'],
    'greet.mts:12',
  ],
  ['without a name', ['file:///home/ada/my%20repo/greet.mts:3:1'], 'greet.mts:3'],
  [
    'a file that it imports, before it',
    [
      'parse (/home/ada/my repo/lib/parse.cjs:4:2)',
      'run (file:///home/ada/my%20repo/greet.mts:9:9)',
    ],
    'lib/parse.cjs:4',
  ],
  [
    'behind AgentOS, Node and packages',
    [
      `Object.write (file://${OWN}repository.ts:30:15)`,
      'readFile (node:internal/fs/promises:1:2)',
      'get (file:///home/ada/my%20repo/node_modules/got/index.js:7:7)',
      'async Object.run (file:///home/ada/my%20repo/greet.mts:9:9)',
    ],
    'greet.mts:9',
  ],
  ['only AgentOS', [`step (file://${OWN}resume-steps.ts:30:15)`], undefined],
  ['a neighbour of the repository', ['f (file:///home/ada/my%20repo-2/a.mts:1:1)'], undefined],
])('a throw is placed in the user’s files: %s', (_, frames, place) => {
  expect(thrownAt(thrown(...frames), FILES)).toBe(place)
})

test('a workflow outside of the repository is named by its whole path', () => {
  const source = '/srv/workflows/greet.mts'
  const error = thrown('run (file:///srv/workflows/greet.mts:5:1)')
  expect(thrownAt(error, { ...FILES, source })).toBe('/srv/workflows/greet.mts:5')
})

test('a built-in workflow, and a thrown text, have no place', () => {
  expect(thrownAt(thrown('run (/x/y.js:1:1)'), { ...FILES, source: 'agentos:lld' })).toBeUndefined()
  expect(thrownAt('no luck', FILES)).toBeUndefined()
})
