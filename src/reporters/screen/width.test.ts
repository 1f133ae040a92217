import { expect, test } from 'vitest'
import { cutTo, padTo, widthOf } from './width.ts'

test.each([
  ['plain', 5],
  ['', 0],
  ['\x1b[31mred\x1b[39m', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['日本', 4],
  ['한국어', 6],
  ['ｆｕｌｌ', 8],
  ['👍', 2],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['⏸', 1],
  ['▸ ─', 3],
  ['a\u200bb', 2],
])('%j is %i wide', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test('what is too wide is cut, never in the middle of a character, and says so', () => {
  expect(cutTo('LLD-42', 10, '…')).toBe('LLD-42')
  expect(cutTo('a long name', 6, '…')).toBe('a lon…')
  expect(cutTo('日本語', 4, '…')).toBe('日…')
  expect(cutTo('anything', 1, '…')).toBe('')
  expect(padTo('日', 4)).toBe('日  ')
})
