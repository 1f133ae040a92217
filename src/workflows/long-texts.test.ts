/**
 * Each of these takes a minute or more if a pattern goes over the text again for each place where it
 * might begin, and some milliseconds if not. No test's own timeout can end a pattern; that of `vm` does.
 */
import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isNone } from './document/markdown.ts'
import { readTestOutput } from './implement/proof/test-output.ts'
import { lostLines } from './implement/proof/weakening.ts'
import { checkIssue } from './issue/check.ts'
import { checkLld } from './lld/check.ts'

const LENGTH = 100_000
const NET_MS = 20_000
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
  runInNewContext('check()', { check: () => checkAll(text) }, { timeout: NET_MS })
})

function checkAll(text: string): void {
  expect(isNone(text)).toBe(false)
  expect(checkIssue(`# A title\n\n## ${text}\n\n## Files\n${text}`, '')).not.toEqual([])
  const table = `### 2.1 Files Changed\n\n| File | Change Type |\n| --- | --- |\n| ${text} | Add |\n`
  expect(checkLld(table, { issue: '1', about: '', files: [] })).not.toEqual([])
  expect(lostLines('a.test.js', '', text)).toEqual([])
  expect(readTestOutput('own', text)).toBeUndefined()
}

test('a test file may be nothing but any of them, in every language', () => {
  const reader = new URL('implement/proof/source/test-file.ts', import.meta.url).href
  const script = `
    const { readTestFile } = await import(${JSON.stringify(reader)})
    for (const part of ${JSON.stringify(PARTS)})
      for (const end of ['js', 'ts', 'py', 'go', 'rs'])
        await readTestFile('a.' + end, part.repeat(${LENGTH} / part.length) + 'x')`
  const args = ['--input-type=module', '-e', script]
  execFileSync(process.execPath, args, { timeout: 6 * NET_MS, killSignal: 'SIGKILL' })
})
