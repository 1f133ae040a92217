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
