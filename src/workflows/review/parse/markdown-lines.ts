/**
 * A Markdown document as lines of which each is known to be what it seems: structure, or text inside
 * a quote or a code fence. Where renderers could disagree about that, the document is refused, so
 * that nobody can show a person one review and us another.
 */
import { htmlInLine } from './html-in-line.ts'
import { verdictBox } from './verdict-box.ts'

export interface Line {
  readonly number: number
  readonly kind: 'heading' | 'text' | 'quote' | 'code' | 'rule' | 'blank'
  /** Of a heading 1 to 6, else 0. */
  readonly level: number
  readonly indent: number
  /** Without indentation and comments, of a heading without its number signs. */
  readonly text: string
}

/** Why a review is not clear: thrown wherever that shows, and caught by `parseReview` alone. */
export class Unclear extends Error {}

export function refuse(why: string): never {
  throw new Unclear(why)
}

const LIST_MARK = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/
const RULE = /^(?:=+|-+|\*{3,}|_{3,}|(?:- ?){3,}|(?:\* ?){3,})$/

export function readLines(markdown: string): readonly Line[] {
  const reader = new LineReader()
  const sources = markdown.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const [index, source] of sources.entries()) reader.take(source, index + 1)
  reader.end()
  return reader.lines
}

/** The text behind a list mark; undefined if there is no mark. */
export function listItem(text: string): string | undefined {
  const mark = LIST_MARK.exec(text)?.[0]
  return mark === undefined ? undefined : text.slice(mark.length)
}

/** Between two lines it is inside a fence, inside a comment, or in neither. */
class LineReader {
  readonly lines: Line[] = []
  #fence: Fence | undefined
  #commentFrom: number | undefined
  #isInList = false

  take(source: string, number: number): void {
    if (this.#commentFrom !== undefined) return this.#hide(source, number)
    const line: Line = {
      number,
      kind: 'text',
      level: 0,
      indent: indentOf(source),
      text: source.trim(),
    }
    if (this.#fence !== undefined) return this.#takeCode(line, this.#fence)
    if (line.text === '') return this.#push({ ...line, kind: 'blank' })
    if (line.text.startsWith('>')) return this.#push({ ...line, kind: 'quote' })
    this.#fence = openingFence(line)
    if (this.#fence !== undefined) {
      // Behind a paragraph it is text, but for a list item whose own indentation is as large.
      const isBehindText = ['text', 'quote'].includes(this.lines.at(-1)?.kind ?? 'blank')
      if (line.indent > 3 && isBehindText)
        refuse(`It is unclear whether line ${number} opens a code fence: it is indented like code.`)
      return this.#push({ ...line, kind: 'code' })
    }

    const found = htmlInLine(source)
    if (found.html === 'unclear') refuse(`Line ${number} ${found.why}.`)
    if (found.html === 'none') return this.#takeText(line)
    if (found.html === 'open-comment') this.#commentFrom = number
    else if (found.shown !== '') this.#takeText({ ...line, text: found.shown })
    refuseHiddenBox(found.hidden, number)
  }

  end(): void {
    if (this.#fence !== undefined)
      refuse(`The code fence of line ${this.#fence.number} is never closed.`)
    if (this.#commentFrom !== undefined)
      refuse(`The HTML comment of line ${this.#commentFrom} is never closed.`)
  }

  #takeText(line: Line): void {
    if (RULE.test(line.text)) return this.#push({ ...line, kind: 'rule' })
    const heading = line.indent <= (this.#isInList ? 1 : 3) ? headingOf(line.text) : undefined
    if (heading !== undefined) return this.#push({ ...line, ...heading, kind: 'heading' })
    // Text right behind a quote continues it.
    const isQuoted = isQuote(this.lines.at(-1)) && listItem(line.text) === undefined
    this.#push({ ...line, kind: isQuoted ? 'quote' : 'text' })
  }

  /** In a list item the fence would end with the item, at the top it would not. */
  #takeCode(line: Line, fence: Fence): void {
    if (line.text !== '' && line.indent < fence.indent)
      refuse(
        `It is unclear whether line ${line.number} is inside the code fence of line ${fence.number}: it is indented less.`,
      )
    if (isMarkOf(fence, line)) {
      if (line.indent <= Math.max(3, fence.indent)) this.#fence = undefined
      else if (line.indent <= fence.indent + 3)
        refuse(
          `It is unclear whether line ${line.number} closes the code fence of line ${fence.number}: it is indented more.`,
        )
    }
    this.#push({ ...line, kind: 'code' })
  }

  #hide(source: string, number: number): void {
    const end = source.indexOf('-->')
    if (end !== -1) this.#commentFrom = undefined
    if (end !== -1 && source.slice(end + 3).trim() !== '')
      refuse(`Line ${number} has text behind an HTML comment.`)
    refuseHiddenBox(end === -1 ? source : source.slice(0, end), number)
  }

  #push(line: Line): void {
    const isAfterBlank = (this.lines.at(-1)?.kind ?? 'blank') === 'blank'
    if (line.kind === 'text' && listItem(line.text) !== undefined) this.#isInList = true
    else if (line.kind === 'heading' || line.kind === 'rule') this.#isInList = false
    else if (line.kind !== 'blank' && line.indent === 0 && isAfterBlank) this.#isInList = false
    this.lines.push(line)
  }
}

function refuseHiddenBox(hidden: string, number: number): void {
  const box = verdictBox(hidden)
  if (box !== undefined) refuse(`An HTML comment hides a box for ${box.word} (line ${number}).`)
}

interface Fence {
  readonly number: number
  readonly indent: number
  readonly mark: string
}

function isQuote(line: Line | undefined): boolean {
  return line?.kind === 'quote' || (line?.kind === 'text' && behindMarks(line.text).startsWith('>'))
}

function behindMarks(text: string): string {
  let rest = text
  for (let inner = listItem(rest); inner !== undefined; inner = listItem(rest)) rest = inner
  return rest
}

/** A fence may begin right behind list marks. */
function openingFence(line: Line): Fence | undefined {
  const text = behindMarks(line.text)
  const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[0]
  if (mark === undefined) return undefined
  return { number: line.number, indent: line.indent + line.text.length - text.length, mark }
}

function isMarkOf({ mark }: Fence, { text }: Line): boolean {
  return text.length >= mark.length && text === mark[0]?.repeat(text.length)
}

function headingOf(text: string): { level: number; text: string } | undefined {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0]
  if (marks === undefined) return undefined
  const title = text.slice(marks.length).trim()
  const end = lengthWithout(title, '#')
  const isClosed = end === 0 || /\s/.test(title[end - 1] ?? '')
  return { level: marks.length, text: isClosed ? title.slice(0, end).trim() : title }
}

function lengthWithout(text: string, last: string): number {
  let end = text.length
  while (text[end - 1] === last) end -= 1
  return end
}

/** In columns; a tab goes to the next multiple of four. */
function indentOf(source: string): number {
  let column = 0
  for (const character of source) {
    if (character === '\t') column += 4 - (column % 4)
    else if (character === ' ') column += 1
    else break
  }
  return column
}
