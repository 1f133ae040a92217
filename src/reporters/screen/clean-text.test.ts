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
  ['controls of the second kind are shown', 'a\x9db\x85\n', 'a<9d>b<85>\n'],
  [
    'what turns the direction of text is shown',
    'a\u202eb\u2066c\u2069\u200f\n',
    'a<U+202E>b<U+2066>c<U+2069><U+200F>\n',
  ],
  [
    'other scripts, emoji and what joins them stay',
    'שלום سلام 👩\u200d🔧 ✔\ufe0f\n',
    'שלום سلام 👩\u200d🔧 ✔\ufe0f\n',
  ],
  ['a title without end loses its start only', '\x1b]0;unterminated\n', '0;unterminated\n'],
  ['a link keeps its text', '\x1b]8;;http://x\x1b\\here\x1b]8;;\x1b\\\n', 'here\n'],
  ['an escape at the very end goes', 'a\x1b\n', 'a\n'],
])('%s', (_, text, cleaned) => {
  expect(cleanText(text, PLAIN)).toBe(cleaned)
})

test('a line made of unterminated escapes is cleaned in one pass', () => {
  const hostile = `${'\x1b]'.repeat(2_000_000)}\n`
  expect(cleanText(hostile, PLAIN)).toBe('\n')
})

test('colours can be kept, and end with their line', () => {
  expect(cleanText('\x1b[31mred\x1b[2J!\n', { ...PLAIN, colour: true })).toBe(
    '\x1b[31mred!\x1b[0m\n',
  )
})

test('all states of a progress bar can be kept, each on a line', () => {
  expect(cleanText('10%\r50%\n', { ...PLAIN, overwritten: 'kept' })).toBe('10%\n50%\n')
})
