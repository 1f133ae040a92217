import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { readFacts } from './design-facts.ts'
import { codeFor, testsFor } from './implement-code.ts'
import { issueFor } from './issue-document.ts'
import { FIXTURE } from './known-features.ts'
import { draftFor } from './lld-document.ts'
import { projectIn } from './project.ts'

const CONTEXT = 'src/list.js\ntest/list.test.js'
const PROJECT = projectIn(CONTEXT)
const BRIEFS = {
  'Due dates':
    '- Open items that were due before a day are listed, the oldest first\n- Items that are done, or have no due date, are left out',
  Search:
    '- Items whose text contains a word are found, whatever its case\n- A word that is nowhere gives an empty list',
  Tags: '- All items with a tag are listed\n- A tag matches as a whole, not in part',
}

/** All the way from a brief, as the workflows go it. */
function factsFor(title: string, wishes: string, context = CONTEXT) {
  const brief = `# ${title}\n\nOffered by \`src/list.js\` too.\n\n${wishes}\n`
  const body = issueFor(brief, { context, isVague: false })
  return readFacts(draftFor({ number: '7', title, body, context }, { vague: false }))
}

/** Whether each of the tests passes with this code. */
async function tried(tests: string, code: string): Promise<boolean[]> {
  const built = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const [name = ''] = Object.keys(built)
  const bodies = [...tests.matchAll(/\(\) => \{\n([\s\S]*?)\n\}\)\n/g)].map(([, body]) => body)
  return bodies.map((body) => {
    try {
      new Function('assert', name, `${FIXTURE}\n${body}`)(assert, built[name])
      return true
    } catch {
      return false // the test fails, as some should
    }
  })
}

describe.each(Object.entries(BRIEFS))('%s', (title, wishes) => {
  const facts = factsFor(title, wishes)
  const all = { isWrong: false, isBounded: true }

  test('the tests pass with the code, and one fails with the first try that is wrong', async () => {
    const tests = testsFor(facts, PROJECT)
    expect(await tried(tests, codeFor(facts, all, PROJECT))).toEqual([true, true, true])
    expect(await tried(tests, codeFor(facts, { ...all, isBounded: false }, PROJECT))).not.toContain(
      false,
    )
    expect(await tried(tests, codeFor(facts, { ...all, isWrong: true }, PROJECT))).toContain(false)
  })

  test('the existing module that the brief names is changed too, and only a bound is a bound', () => {
    expect(facts.modified).toEqual(['src/list.js'])
    expect(codeFor(facts, all, PROJECT)).toContain('> MOST_CHARACTERS')
    expect(codeFor(facts, { ...all, isBounded: false }, PROJECT)).not.toContain('MOST_CHARACTERS')
  })

  test('with anything else asked for, or in TypeScript, it is built like any other', () => {
    expect(testsFor(factsFor(title, `${wishes}\n- Something else`), PROJECT)).not.toContain(FIXTURE)
    expect(testsFor(factsFor(title, wishes, 'src/list.ts'), PROJECT)).not.toContain(FIXTURE)
  })
})
