import { expect, test } from 'vitest'
import { draftFor } from '../../mock-provider/answers/lld-document.ts'
import { readDocument } from '../lld/document.ts'
import { applyEdits, editsFor } from './edits.ts'
import { sectionStates } from './sections.ts'

const sectionsOf = (text: string) => sectionStates(readDocument(text))

const issue = { number: '42', title: 'Add retries', body: 'Retries.', context: '' }
const good = draftFor(issue, { vague: false })

test('exact edits are applied; a search that fails, a lost section or half a document is refused', () => {
  expect(applyEdits('a b c', [{ search: 'b', replace: '$& and more' }], sectionsOf)).toEqual({
    ok: true,
    text: 'a $& and more c',
  })
  expect(applyEdits('a b b', [{ search: 'b', replace: 'x' }], sectionsOf)).toMatchObject({
    problems: [expect.stringContaining('2 times')],
  })
  expect(applyEdits('a', [{ search: 'z', replace: 'x' }], sectionsOf)).toMatchObject({
    problems: [expect.stringContaining('not in the document')],
  })
  const seven = /## 7\. Security[\s\S]*?(?=## 8)/.exec(good)?.[0] ?? ''
  expect(applyEdits(good, [{ search: seven, replace: '' }], sectionsOf)).toMatchObject({
    problems: ['The edits would lose section 7.'],
  })
  const long = `x${'y'.repeat(100)}`
  expect(applyEdits(long, [{ search: 'y'.repeat(100), replace: '' }], sectionsOf)).toMatchObject({
    problems: ['The edits would halve the document.'],
  })
})

test('all that is wrong with edits is said at once', () => {
  const seven = /## 7\. Security[\s\S]*?(?=## 8)/.exec(good)?.[0] ?? ''
  const wrong = [
    { search: 'no such text', replace: 'x' },
    { search: seven, replace: '' },
    { search: '', replace: 'x' },
  ]
  expect(applyEdits(good, wrong, sectionsOf)).toEqual({
    ok: false,
    problems: [
      expect.stringContaining('Edit 1: its search text is not in'),
      expect.stringContaining('Edit 3: its search text is not in'),
      'The edits would lose section 7.',
    ],
  })
})

test('edits that cannot be applied do not fit the schema of their document', () => {
  const fits = (edits: { search: string; replace: string }[]) =>
    editsFor('a b', { declinable: [], sections: sectionsOf }).safeParse({ edits, declined: [] })
      .success
  expect(fits([{ search: 'b', replace: 'c' }])).toBe(true)
  expect(fits([{ search: 'z', replace: 'c' }])).toBe(false)
  expect(fits([])).toBe(false)
})

test('an edit that leaves a section with nothing in it is refused', () => {
  const only = 'A library was considered and left out: the need is smaller than its interface.'
  expect(applyEdits(good, [{ search: only, replace: ' ' }], sectionsOf)).toEqual({
    ok: false,
    problems: ['The edits would empty section 4.'],
  })
})

test.each<[string, string[], { id: string; why: string }, RegExp | null]>([
  ['one of the findings with a reason', ['f1', 'f2'], { id: 'f2', why: 'Out of scope.' }, null],
  ['a finding that there is not', ['f1'], { id: 'f9', why: 'x' }, /no finding "f9".*are f1/],
  ['a finding without a reason', ['f1'], { id: 'f1', why: ' ' }, /"f1" is declined without/],
  ['what a check has found', [], { id: 'f1', why: 'x' }, /cannot be declined/],
])('declining %s', (_, declinable, declined, problem) => {
  const schema = editsFor(good, { declinable, sections: sectionsOf })
  const parsed = schema.safeParse({ edits: [], declined: [declined] })
  const messages = parsed.error?.issues.map(({ message }) => message).join() ?? null
  if (problem === null) expect(messages).toBeNull()
  else expect(messages).toMatch(problem)
})
