/** The open questions of a design: reading them, and writing answers in their place. */
import type { Verdict } from '../review/verdict.ts'
import { isNone, linesOf, type MarkdownLine } from './markdown.ts'

interface Question {
  readonly text: string
  /** Its lines, a question may be wrapped: from the first, up to the one behind the last. */
  readonly from: number
  readonly to: number
}

interface Block {
  readonly questions: readonly Question[]
  /** The lines below the heading, up to the next one. */
  readonly from: number
  readonly to: number
}

/** What stands below "Open Questions"; nothing if there is no such heading. */
export function questionBlock(lines: readonly MarkdownLine[]): Block | undefined {
  const heading = lines.findIndex(
    ({ text, code }) => !code && /^#{3,4} .*open questions/i.test(text),
  )
  if (heading === -1) return undefined
  const next = lines.findIndex(
    ({ text, code }, index) => index > heading && !code && /^#{1,4} /.test(text),
  )
  const to = next === -1 ? lines.length : next
  return { questions: questionsIn(lines, heading + 1, to), from: heading + 1, to }
}

/** A bullet or a paragraph is a question, with the lines that it goes on in. */
function questionsIn(lines: readonly MarkdownLine[], from: number, to: number): Question[] {
  const questions: Question[] = []
  let isOpen = false
  for (let index = from; index < to; index++) {
    const { text = '', code = false } = lines[index] ?? {}
    const last = questions.at(-1)
    if (code || text.trim() === '' || isNone(text)) isOpen = false
    else if (isOpen && last !== undefined && !/^\s*([-*+]|\d+[.)])\s/.test(text)) {
      questions[questions.length - 1] = {
        ...last,
        text: `${last.text} ${text.trim()}`,
        to: index + 1,
      }
    } else {
      const plain = text.replace(/^\s*([-*+]|\d+[.)])?\s*(\[[ x]\])?\s*/, '').trim()
      questions.push({ text: plain, from: index, to: index + 1 })
      isOpen = true
    }
  }
  return questions
}

/** Questions of the document of which a verdict says nothing. */
export function unansweredQuestions(document: string, verdict: Verdict): string[] {
  const asked = questionBlock(linesOf(document))?.questions ?? []
  return asked
    .filter(({ text }) => !verdict.openQuestions.some((entry) => isSame(text, entry.text)))
    .map(({ text }) => text)
}

/** Answers of the reviewer are written into the document, and just those questions removed. */
export function resolveQuestions(document: string, questions: Verdict['openQuestions']): string {
  const answered = questions.filter(({ status }) => status === 'answered')
  const lines = linesOf(document)
  const block = questionBlock(lines)
  if (answered.length === 0 || block === undefined) return document
  const gone = block.questions.filter(({ text }) =>
    answered.some((question) => isSame(text, question.text)),
  )
  const left = lines
    .slice(block.from, block.to)
    .filter((_, index) => !gone.some(({ from, to }) => inRange(block.from + index, from, to)))
    .map(({ text }) => text)
  const decided = answered.map(({ text, answer }) => `- ${oneLine(text)} ${oneLine(answer ?? '')}`)
  const isAllAnswered = left.every((text) => text.trim() === '')
  return [
    ...lines.slice(0, block.from).map(({ text }) => text),
    ...(isAllAnswered ? ['', 'None.'] : left),
    '',
    '#### Decided in review',
    '',
    ...decided,
    '',
    ...lines.slice(block.to).map(({ text }) => text),
  ].join('\n')
}

function inRange(index: number, from: number, to: number): boolean {
  return from <= index && index < to
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
