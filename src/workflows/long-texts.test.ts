/** Each of these takes minutes if a pattern goes over the text again for each place where it might begin. */
import { expect, test } from 'vitest'
import { isNone } from './document/markdown.ts'
import { readTestOutput } from './implement/proof/test-output.ts'
import { hollowTests, weakenings } from './implement/proof/weakening.ts'
import { checkIssue } from './issue/check.ts'
import { checkLld } from './lld/check.ts'

const LENGTH = 100_000
const PARTS = [
  '\t',
  ' ',
  '\n',
  '\r',
  ' \n',
  '*',
  '_',
  '{',
  '`',
  '/*',
  "test('",
  'return ',
  '\u001b]',
  'a-',
]

test.each(PARTS)('an issue, a design, a test and what it prints may be nothing but %j', (part) => {
  const text = `${part.repeat(LENGTH / part.length)}x`
  expect(isNone(text)).toBe(false)
  expect(checkIssue(`# A title\n\n## ${text}\n\n## Files\n${text}`, '')).not.toEqual([])
  const table = `### 2.1 Files Changed\n\n| File | Change Type |\n| --- | --- |\n| ${text} | Add |\n`
  expect(checkLld(table, { issue: '1', about: '', files: [] })).not.toEqual([])
  expect(weakenings('a.test.js', '', text)).toEqual(expect.any(Array))
  expect(hollowTests('a.test.js', text)).toEqual(expect.any(Array))
  expect(readTestOutput('own', text)).toBeUndefined()
})
