/** How wide text is in a terminal: colours take nothing, East Asian characters and emoji two cells. */
import { stripVTControlCharacters } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'

/** Each a character and a cell of its own: ASCII, Latin, punctuation, arrows, lines, and our marks. */
const SIMPLE = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u257f✓✗]*$/
const WIDE = /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|.*\u{fe0f})/u
const NOTHING = /^[\p{Mark}\p{Cf}\p{Cc}]+$/u
let segmenter: Intl.Segmenter | undefined

export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (SIMPLE.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemesOf(plain)) width += cells(segment)
  return width
}

/** Text without colours, cut to a width; what was cut is marked. */
export function cutTo(text: string, width: number, mark: string): string {
  if (widthOf(text) <= width) return text
  const room = width - widthOf(mark)
  let kept = ''
  let used = 0
  for (const { segment } of graphemesOf(text)) {
    used += cells(segment)
    if (used > room) break
    kept += segment
  }
  return room <= 0 ? '' : kept + mark
}

export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Making one takes as long as a light command does, and most text needs none. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}

function cells(grapheme: string): number {
  if (NOTHING.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0)
}
