import { expect, test } from 'vitest'
import { LastLines } from './last-lines.ts'

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)

test.each([
  ['one line', ['a\n'], ['a']],
  ['an empty line', ['\n'], ['']],
  ['lines of several writes', ['a\nb\n', 'c\n'], ['a', 'b', 'c']],
  ['more than it keeps', [`${numbers(1, 100).join('\n')}\n`], numbers(71, 100)],
  [
    'the last ones of both',
    [`${numbers(1, 30).join('\n')}\n`, 'x\ny\n'],
    [...numbers(3, 30), 'x', 'y'],
  ],
])('keeps %s', (_, writes, expected) => {
  const last = new LastLines()
  for (const text of writes) last.push(text)
  expect(last.lines).toEqual(expected)
})
