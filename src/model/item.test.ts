import { expect, test } from 'vitest'
import { inputHash } from './item.ts'

test('line ends, trailing blanks and Unicode spelling do not change an input', () => {
  const input = inputHash('Café', 'one\ntwo')
  expect(inputHash('Cafe\u0301 ', 'one  \r\ntwo\r\n')).toBe(input)
})

test('another title or another body is another input', () => {
  const input = inputHash('a', 'b')
  expect(inputHash('a', 'c')).not.toBe(input)
  expect(inputHash('c', 'b')).not.toBe(input)
  expect(inputHash('ab', '')).not.toBe(inputHash('a', 'b'))
})

test('a line of blanks takes no longer than any other', () => {
  const blanks = '\t'.repeat(1_000_000) // minutes, if each run of blanks were tried from each of its blanks
  expect(inputHash('a', `y${blanks}x\n`)).not.toBe(inputHash('a', 'yx\n'))
  expect(inputHash('a', `x${blanks}\n`)).toBe(inputHash('a', 'x\n'))
})
