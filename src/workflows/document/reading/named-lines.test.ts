import { expect, test } from 'vitest'
import { namedLines } from './named-lines.ts'

test.each([
  ['see src/list.js:12', [12, 12]],
  ['`src/list.js:12-20` is wrong', [12, 20]],
  ['`src/list.js`, lines 12–20', [12, 20]],
  ['src/list.js (line 7)', [7, 7]],
  ['src/list.js#L3-L5', [3, 5]],
  ['src/list.js lines 1-900', [1, 120]],
])('%s', (text, [from, to]) => {
  expect(namedLines(text, ['src/list.js'])).toEqual([{ path: 'src/list.js', from, to }])
})

test('a path without a number names no line', () => {
  expect(namedLines('src/list.js has 12 lines', ['src/list.js'])).toEqual([])
})
