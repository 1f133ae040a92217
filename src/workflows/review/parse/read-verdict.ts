import { quote } from '../../../model/ids.ts'
import { VERDICTS, type VerdictWord } from '../verdict-schema.ts'
import { splitCodeSpans } from './code-spans.ts'
import { type Line, listItem, refuse } from './markdown-lines.ts'

const BOX = /^\[([^\]]*)\]/
const ANY_BOX = /\[\s{0,3}[^\]\s]?\s{0,3}\]/
const WORD = /^[\s*_]*(APPROVED|REVISE|DISCUSS)\b[\s*_]*/i
/** Beside a ticked APPROVED, these take it back or make it depend on something. */
const DOUBT =
  /\b(?:not|never|cannot|unless|until|once|after|when|if|but|except|however|subject|condition\w*|pending|provided|assuming|with|require\w*|must|should|fix\w*|changes?|revise|discuss|approv\w*|reject\w*)\b|n['’]t\b/i
const VERDICT_IN_PROSE = /\b(?:approv\w*|revise|discuss|reject\w*)\b/i

interface Box {
  readonly number: number
  readonly word: VerdictWord
  readonly isTicked: boolean
  /** What stands behind the word, and in the lines that go on with it. */
  readonly remarks: string[]
}

/**
 * The verdict of a Verdict section: its one ticked box, if nothing beside it says otherwise. An
 * approval is held to more than the others, since a false one costs the most.
 */
export function readVerdict(heading: Line, lines: readonly Line[]): VerdictWord {
  const boxes: Box[] = []
  const prose: string[] = []
  for (const [index, line] of lines.entries()) {
    const isLive = line.kind === 'text' || line.kind === 'heading'
    const box = isLive ? boxOf(line) : undefined
    if (typeof box === 'string') return refuse(box)
    if (box === undefined) prose.push(line.text)
    else boxes.push(box)
    const goesOn = box === undefined && lines[index - 1]?.kind === 'text'
    if (goesOn) boxes.at(-1)?.remarks.push(line.text)
  }
  const ticked = tickedOf(boxes)
  const inHeading = heading.text
    .replace(/^.*?verdict/i, '')
    .split(/[\s:*_-]+/)
    .join(' ')
    .trim()
  if (inHeading !== ticked.word) prose.push(inHeading)
  const doubt = doubtAbout(ticked, prose)
  return doubt === undefined ? ticked.word : refuse(doubt)
}

/** The line's box, nothing if it has none, or a sentence about a line that is neither. */
function boxOf({ number, kind, indent, text }: Line): Box | string | undefined {
  const inner = listItem(text) ?? text
  const mark = kind === 'text' ? BOX.exec(inner) : null
  const behind = mark === null ? text : inner.slice(mark[0].length)
  const isStruck = text.includes('~~')
  if (hasLooseBacktick(text)) return `Line ${number} has a backtick without its partner.`
  if (ANY_BOX.test(behind)) return `Line ${number} has a box that is not at its start.`
  if (mark === null) {
    return isStruck ? `Line ${number} strikes something out in the Verdict section.` : undefined
  }
  const isTicked = /^\s*x\s*$/i.test(mark[1] ?? '')
  if (!isTicked && mark[1]?.trim() !== '') return `Line ${number} has a box with an unknown mark.`
  if (isTicked && isStruck) return `The ticked box of line ${number} is struck out.`
  if (isTicked && indent > 3) return `The ticked box of line ${number} is indented like code.`
  const label = behind.replaceAll('~~', '')
  const name = WORD.exec(label)
  const word = VERDICTS.find((verdict) => verdict === name?.[1]?.toUpperCase())
  if (name !== null && word !== undefined) {
    return { number, word, isTicked, remarks: [label.slice(name[0].length)] }
  }
  return isTicked ? `The ticked box of line ${number} names no verdict.` : undefined
}

/** Code could go on over the following lines, boxes included. */
function hasLooseBacktick(text: string): boolean {
  return splitCodeSpans(text).some((part) => !part.isCode && part.text.includes('`'))
}

/** The one that is ticked, if each verdict has at most one box. */
function tickedOf(boxes: readonly Box[]): Box {
  const [ticked, ...more] = boxes.filter(({ isTicked }) => isTicked)
  if (ticked === undefined)
    return refuse(
      boxes.length > 0
        ? 'No box of the Verdict section is ticked.'
        : 'The Verdict section has no box; a verdict in prose does not count.',
    )
  if (more.length > 0) {
    const names = [ticked, ...more].map(({ word, number }) => `${word} (line ${number})`)
    return refuse(`${names.length} boxes are ticked: ${names.join(', ')}.`)
  }
  const twin = boxes.find(({ word }, index) => boxes.findIndex((box) => box.word === word) < index)
  if (twin === undefined) return ticked
  return refuse(`There are two boxes for ${twin.word}; the second is in line ${twin.number}.`)
}

function doubtAbout({ word, remarks }: Box, prose: readonly string[]): string | undefined {
  if (word === 'APPROVED') {
    const doubt =
      remarks.find((text) => DOUBT.test(text)) ?? prose.find((text) => VERDICT_IN_PROSE.test(text))
    return doubt && `APPROVED is ticked, but the Verdict section also says ${quote(doubt.trim())}.`
  }
  const other = VERDICTS.find(
    (name) => name !== word && prose.some((text) => text.split(/\W+/).includes(name)),
  )
  return other && `${word} is ticked, but the Verdict section also names ${other} in prose.`
}
