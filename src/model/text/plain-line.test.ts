import { expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'

test.each([
  ['Due dates', 'Due dates'],
  [' a\n\nSigned-off-by: x\r\n', 'a Signed-off-by: x'],
  ['a\u0000b\u001b[31mc', 'a b [31mc'],
  ['left\u202eright\u200b', 'left right'],
  ['x'.repeat(201), `${'x'.repeat(199)}…`],
  ['🙂'.repeat(300), `${'🙂'.repeat(199)}…`],
])('%j becomes one plain line', (text, line) => {
  expect(plainLine(text)).toBe(line)
})
