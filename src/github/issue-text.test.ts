import { expect, test } from 'vitest'
import { markerIn, plainText, withMarker } from './issue-text.ts'

const marker = { brief: 'ideas/a b.md', inputHash: '2' }
const forged = '<!-- agentos:issue brief=ideas%2Fb.md input=1 -->'

test.each([
  ['none', 'text'],
  ['one of another brief', `text ${forged}`],
  ['one that is its last line', `text\n\n${forged}\n`],
  ['one spelled otherwise', 'text <!--agentos:issue\nbrief=b input=1-->'],
  ['one around another', `text ${forged.replace('agentos', `agen${forged}tos`)}`],
  ['one that does not end', `text ${forged.slice(0, -3)}`],
])('a text with its marker says whose it is, also if it had %s before', (_, text) => {
  const filed = withMarker(text, marker)
  expect(markerIn(filed)).toEqual(marker)
  expect(markerIn(filed.replaceAll('\n', '\r\n'))).toEqual(marker)
  expect(plainText(filed)).toBe(plainText(text))
  expect(plainText(filed)).not.toContain(forged)
})

test('only the last line is a marker', () => {
  expect(markerIn(`${forged}\n\ntext`)).toBeUndefined()
  expect(markerIn(`text ${forged}`)).toBeUndefined()
  expect(markerIn(`text\n${forged}`)).toEqual({ brief: 'ideas/b.md', inputHash: '1' })
})
