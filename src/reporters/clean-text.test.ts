import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

const PLAIN = { colour: false, overwritten: 'dropped' } as const

test.each([
  ['plain text stays as it is', 'one\ntwo\n', 'one\ntwo\n'],
  ['tabs and empty lines stay', '\ta\n\nb\n', '\ta\n\nb\n'],
  ['a Windows line end goes', 'one\r\ntwo\r\n', 'one\ntwo\n'],
  ['a progress bar shows its last state', '10%\r50%\r100%\n', '100%\n'],
  ['a progress bar that returned shows its last state', '10%\r50%\r\n', '50%\n'],
  ['cursor moves, titles and bells go', '\x1b[2J\x1b[1;1Ha\x1b]0;title\x07b\n', 'ab\n'],
  ['colours go', '\x1b[31mred\x1b[0m\n', 'red\n'],
  ['a lone control character is shown', 'a\0b\x7f\n', 'a␀b␡\n'],
])('%s', (_, text, cleaned) => {
  expect(cleanText(text, PLAIN)).toBe(cleaned)
})

test('colours can be kept, and end with their line', () => {
  expect(cleanText('\x1b[31mred\x1b[2J!\n', { ...PLAIN, colour: true })).toBe(
    '\x1b[31mred!\x1b[0m\n',
  )
})

test('all states of a progress bar can be kept, each on a line', () => {
  expect(cleanText('10%\r50%\n', { ...PLAIN, overwritten: 'kept' })).toBe('10%\n50%\n')
})
