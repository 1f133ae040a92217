import type { Verdict } from '../review/verdict.ts'
import { linesOf } from './markdown.ts'

/** Answers of the reviewer are written into the document, and just those questions removed. */
export function resolveQuestions(document: string, questions: Verdict['openQuestions']): string {
  const answered = questions.filter(({ status }) => status === 'answered')
  const lines = linesOf(document)
  const heading = lines.findIndex(
    ({ text, code }) => !code && /^#{3,4} .*open questions/i.test(text),
  )
  if (answered.length === 0 || heading === -1) return document
  const next = lines.findIndex(
    ({ text, code }, index) => index > heading && !code && /^#{1,4} /.test(text),
  )
  const end = next === -1 ? lines.length : next
  const asked = lines.slice(heading + 1, end).map(({ text }) => text)
  const left = asked.filter((text) => !answered.some((question) => isSame(text, question.text)))
  const decided = answered.map(({ text, answer }) => `- ${oneLine(text)} ${oneLine(answer ?? '')}`)
  const isAllAnswered = left.every((text) => text.trim() === '')
  return [
    ...lines.slice(0, heading + 1).map(({ text }) => text),
    ...(isAllAnswered ? ['', 'None.'] : left),
    '',
    '#### Decided in review',
    '',
    ...decided,
    '',
    ...lines.slice(end).map(({ text }) => text),
  ].join('\n')
}

function isSame(line: string, question: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return words(line) !== '' && words(line) === words(question)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
