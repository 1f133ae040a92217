/** The open questions of a design: reading them, and writing answers in their place. */
import type { Verdict } from '../review/verdict-schema.ts'
import { type Block, isNone, type Markdown, readMarkdown } from './markdown.ts'

interface Question {
  readonly text: string
  /** Its lines, a question may be wrapped: from the first, up to the one behind the last. */
  readonly from: number
  readonly to: number
}

interface QuestionBlock {
  readonly questions: readonly Question[]
  /** The lines below the heading, up to the next one. */
  readonly from: number
  readonly to: number
}

/** What stands below "Open Questions"; nothing if there is no such heading. */
export function questionBlock({ lines, blocks }: Markdown): QuestionBlock | undefined {
  const at = blocks.findIndex(
    (block) =>
      block.kind === 'heading' &&
      (block.depth === 3 || block.depth === 4) &&
      /open questions/i.test(block.text),
  )
  const heading = blocks[at]
  if (heading === undefined) return undefined
  const below = blocks.slice(at + 1)
  const end = below.findIndex((block) => block.kind === 'heading' && block.depth <= 4)
  const inside = end === -1 ? below : below.slice(0, end)
  const to = end === -1 ? lines.length : (below[end]?.from ?? lines.length)
  return { questions: inside.flatMap(questionsIn), from: heading.to, to }
}

/** All but a fence asks: a list item, a paragraph, a small heading, each row of a table, each indented line. */
function questionsIn(block: Block): Question[] {
  if (block.kind === 'table') {
    const [header, ...rows] = block.rows.map(({ cells, line }) => ({
      text: cells.join(' ').trim(),
      from: line,
      to: line + 1,
    }))
    return rows.length > 0 || header === undefined ? rows : [{ ...header, to: block.to }]
  }
  if (block.kind !== 'code') return questionOf(block.text, block)
  if (block.isFenced) return []
  return block.text.split('\n').flatMap((text, index) => {
    const from = block.from + index
    return questionOf(text.replace(/^\s*(?:[-*+]|\d+[.)])\s/, ''), { from, to: from + 1 })
  })
}

function questionOf(words: string, { from, to }: Omit<Question, 'text'>): Question[] {
  const text = words
    .trim()
    .replace(/^\[[ x]\]\s*/i, '')
    .trim()
  return text === '' || isNone(text) ? [] : [{ text, from, to }]
}

/** Questions of the document of which a verdict says nothing. */
export function unansweredQuestions(document: string, verdict: Verdict): string[] {
  const asked = questionBlock(readMarkdown(document))?.questions ?? []
  return asked
    .filter(({ text }) => !verdict.openQuestions.some((entry) => isSame(text, entry.text)))
    .map(({ text }) => text)
}

/** Answers of the reviewer are written into the document, and just those questions removed. */
export function resolveQuestions(document: string, questions: Verdict['openQuestions']): string {
  const answered = questions.filter(({ status }) => status === 'answered')
  const markdown = readMarkdown(document)
  const { lines } = markdown
  const block = questionBlock(markdown)
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
  return wordsOf(line) !== '' && wordsOf(line) === wordsOf(question)
}

/** By which two texts are the same, however they are spelled. */
export function wordsOf(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  return words.trim()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
