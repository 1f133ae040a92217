import { expect, test } from 'vitest'
import { paintOutcomes } from './outcome-colours.ts'

const marked = (line: string) =>
  paintOutcomes(line, { colour: true })
    .replaceAll('\x1b[32m', '<green ')
    .replaceAll('\x1b[31m', '<red ')
    .replaceAll('\x1b[33m', '<yellow ')
    .replaceAll('\x1b[39m', '>')

test.each([
  ['done in 5s (1/7)', '<green done> in 5s (1/7)'],
  ['FAILED in 5s (1/7)', '<red FAILED> in 5s (1/7)'],
  ['NEEDS-REVISION in 5s', '<yellow NEEDS-REVISION> in 5s'],
  ['waiting for you (draft) (1/7)', '<yellow waiting for you> (draft) (1/7)'],
  ['  conflict       IMPL-2  both', '  <red conflict>       IMPL-2  both'],
  [
    'Run r-1 ended after 5s: 7 done, 1 failed, 2 needs-revision.',
    'Run r-1 ended after 5s: <green 7 done>, <red 1 failed>, <yellow 2 needs-revision>.',
  ],
  ['3/9 done, 1 waiting', '<green 3/9 done>, <yellow 1 waiting>'],
  ['step done: the failed one', 'step done: the failed one'],
  ['failed-tests.txt', 'failed-tests.txt'],
])('%s', (line, painted) => {
  expect(marked(line)).toBe(painted)
  expect(paintOutcomes(line, { colour: false })).toBe(line)
})
