import { expect, test } from 'vitest'
import { checkSize } from './check-text.ts'

test.each([
  ['a usual document', '# A\n\n- b\n  - c\n\n> - d\n', []],
  ['too many characters', 'a'.repeat(60_001), [/has 60001 characters; 60000 are the most/]],
  ['too many lines', 'a\n'.repeat(3_000), [/has 3001 lines; 3000 are the most/]],
  ['a line in six lists', `# A\n\n${'- '.repeat(6)}a\n`, [/^Line 3 is in more than 5 lists/]],
  ['a line in six quotes', `a\n${'>'.repeat(6)}a\n`, [/^Line 2 is in more than 5 lists/]],
])('the parser reads all of a document, or it is refused: %s', (_, markdown, problems) => {
  expect(checkSize(markdown)).toEqual(problems.map((one) => expect.stringMatching(one)))
})
