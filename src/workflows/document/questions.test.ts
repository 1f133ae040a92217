import { expect, test } from 'vitest'
import { draftFor } from '../../mock-provider/answers/lld-document.ts'
import { checkLld } from '../lld/check.ts'
import { verdictFor } from '../review/consistent-verdict.ts'
import { readMarkdown } from './markdown.ts'
import { questionBlock, resolveQuestions } from './questions.ts'

const issue = { number: '42', title: 'Add retries', body: 'Retries.', context: '' }
const good = draftFor(issue, { vague: false })
const against = { issue: '42', about: issue.body, files: [] }
const questionsOf = (text: string) =>
  questionBlock(readMarkdown(text))?.questions.map((question) => question.text)
const replaced = (search: string | RegExp, text: string) => good.replace(search, () => text)

test('only the questions that were answered go; code beside them stays whole', () => {
  const block =
    '### Open Questions\n\n- [ ] Which port?\n- [ ] Which colour?\n\n```sh\n# a comment\n```'
  const asking = replaced(/### Open Questions\n\nNone\./, block)
  const text = resolveQuestions(asking, [{ text: 'Which port?', status: 'answered', answer: '80' }])
  expect(questionsOf(text)).toEqual(['Which colour?'])
  expect(text).toContain('```sh\n# a comment\n```')
})

test('answers to open questions are written into the document, and the questions removed', () => {
  const asking = replaced(/### Open Questions\n\nNone\./, '### Open Questions\n\n- [ ] Which port?')
  expect(questionsOf(asking)).toEqual(['Which port?'])
  const text = resolveQuestions(asking, [
    { text: 'Which port?', status: 'answered', answer: 'Port 80.' },
  ])
  expect(text).toContain('- Which port? Port 80.')
  expect(text).not.toContain('- [ ] Which port?')
  expect(checkLld(text, against)).toEqual([])
})

test('a question that is wrapped is one question, and goes as one', () => {
  const block = '### Open Questions\n\n- [ ] Which port should it\n  listen on?\n- Which colour?'
  const asking = replaced(/### Open Questions\n\nNone\./, block)
  expect(questionsOf(asking)).toEqual(['Which port should it listen on?', 'Which colour?'])
  const answer = {
    text: 'Which port should it listen on?',
    status: 'answered',
    answer: '80',
  } as const
  const text = resolveQuestions(asking, [answer])
  expect(questionsOf(text)).toEqual(['Which colour?'])
  expect(text).not.toMatch(/^ {2}listen on/m)
})

test('a verdict that says nothing of a question in the document does not fit', () => {
  const asking = replaced(/### Open Questions\n\nNone\./, '### Open Questions\n\n- Which port?')
  const verdict = {
    ...{ identity: 'r', verdict: 'APPROVED', summary: 's', findings: [], earlier: [] },
    openQuestions: [],
  } as const
  const schema = (document: string) => verdictFor('lld', { document, open: [], mayAsk: false })
  const problem = schema(asking).safeParse(verdict).error?.issues[0]?.message
  expect(problem).toContain('open question "Which port?" has no entry')
  const human = [{ text: 'which port', status: 'human', answer: null }] as const
  expect(schema(asking).safeParse({ ...verdict, openQuestions: human }).success).toBe(true)
  expect(schema(good).safeParse(verdict).success).toBe(true)
})

test.each([
  ['an indented box', '    - [ ] Who pays?'],
  ['a small heading', '##### Who pays?'],
  ['a table without rows', '| Who pays? |\n| --- |'],
])('%s is a question too: no form of it escapes the review', (_, asked) => {
  const asking = replaced(/### Open Questions\n\nNone\./, `### Open Questions\n\n${asked}`)
  expect(questionsOf(asking)).toEqual(['Who pays?'])
  const answer = { text: 'Who pays?', status: 'answered', answer: 'We do.' } as const
  expect(questionsOf(resolveQuestions(asking, [answer]))).toEqual([])
})

test('of two indented questions, however far apart, the answered one is removed', () => {
  const asked = `    - [ ] Who pays?${'\n'.repeat(9)}    - [ ] Who signs?`
  const asking = replaced(/### Open Questions\n\nNone\./, `### Open Questions\n\n${asked}`)
  const answer = { text: 'Who signs?', status: 'answered', answer: 'We do.' } as const
  expect(questionsOf(resolveQuestions(asking, [answer]))).toEqual(['Who pays?'])
})
