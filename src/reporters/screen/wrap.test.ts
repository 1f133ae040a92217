import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widthOf } from './width.ts'
import { wrapped } from './wrap.ts'

const at = (line: string, columns: number, indent: number) =>
  wrapped(line, { columns, indent }).split('\n')

test('a line that fits stays as it is', () => {
  expect(at('four words fit here', 80, 9)).toEqual(['four words fit here'])
})

test('a long line is broken at blanks, the rest indented under the text', () => {
  const line = 'not green: 3 of 4 tests fail, and one of them says what was expected of it'
  expect(at(line, 60, 9)).toEqual([
    'not green: 3 of 4 tests fail, and one of them says',
    '         what was expected of it',
  ])
  expect(at(`  Why:  ${line}`, 64, 9)).toEqual([
    '  Why:  not green: 3 of 4 tests fail, and one of them',
    '                 says what was expected of it',
  ])
  expect(at(`  ${line}`, 60, 9)).toEqual([
    '  not green: 3 of 4 tests fail, and one of them',
    '           says what was expected of it',
  ])
})

test('beside a long label the rest is indented a little', () => {
  const line = 'one two three four five six seven eight nine ten'
  expect(at(line, 50, 40)).toEqual(['one two', '    three four five six seven eight nine ten'])
})

test('a command to copy stays in one piece, and so does a word that fits nowhere', () => {
  const command = 'agentos implement --all --parallel 3 --mock'
  expect(at(`Finished steps are saved. Resume with:  ${command}`, 60, 10)).toEqual([
    'Finished steps are saved. Resume with:',
    `          ${command}`,
  ])
  expect(at(`see ${'x'.repeat(90)} for it`, 60, 10)).toEqual([
    `see ${'x'.repeat(90)}`,
    '          for it',
  ])
})

test('no row is wider than the terminal, no word is lost, and colours take no room', () => {
  const word = fc.stringMatching(/^[a-zA-Z,]{1,12}$/)
  const painted = fc.oneof(
    word,
    word.map((text) => `\x1b[31m${text}\x1b[0m`),
  )
  fc.assert(
    fc.property(
      fc.array(painted, { minLength: 1 }),
      fc.integer({ min: 50, max: 120 }),
      (words, columns) => {
        const rows = at(words.join(' '), columns, 10)
        expect(rows.join(' ').split(/ +/).filter(Boolean)).toEqual(words)
        for (const [index, row] of rows.entries())
          expect(widthOf(row) + (index === 0 ? 10 : 0)).toBeLessThan(columns)
      },
    ),
  )
})
