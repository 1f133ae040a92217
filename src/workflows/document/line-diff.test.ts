import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines, lineDiff } from './line-diff.ts'

const line = fc.constantFrom('', 'a', 'b', 'c', 'd', '## e')
const lines = fc.array(line, { maxLength: 30 })

test('a diff has every line of both texts, in order', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after)
      const without = (sign: string) =>
        diff.filter((one) => one.sign !== sign).map(({ text }) => text)
      expect(without('+')).toEqual(before)
      expect(without('-')).toEqual(after)
    }),
  )
})

test('the same text has no diff', () => {
  fc.assert(
    fc.property(lines, (text) => {
      expect(lineDiff(text.join('\n'), text.join('\n'))).toBe('')
    }),
  )
})

test('each change is shown with its heading, its line and what is around it', () => {
  const before = [
    '# A',
    '',
    '## 7. Safety',
    '',
    'Closed.',
    '',
    '## 8. Cost',
    '',
    'None.',
    '',
    'End.',
  ]
  const after = before.with(4, 'Closed. After 30 s.').concat('', 'More.')
  expect(lineDiff(before.join('\n'), after.join('\n'))).toBe(
    [
      '@@ line 3, below "# A" @@',
      ...[' ## 7. Safety', ' ', '-Closed.', '+Closed. After 30 s.', ' ', ' ## 8. Cost'],
      '@@ line 10, below "## 8. Cost" @@',
      ...[' ', ' End.', '+', '+More.'],
    ].join('\n'),
  )
})

test('a text that is wholly another one takes no long time', () => {
  const text = (word: string) =>
    Array.from({ length: 3_000 }, (_, index) => `${word} ${index % 1_500}`)
  expect(diffLines(text('a'), text('b'))).toHaveLength(6_000)
})
