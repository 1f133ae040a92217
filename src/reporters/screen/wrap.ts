/** Long lines in a terminal: broken at blanks, the rest indented under the text. */
import { widthOf } from './width.ts'

/** An indent that leaves less than this beside it would make a column of single words. */
const LEAST_WIDTH = 40
const SHORT_INDENT = 4
/** What is longer is no text: the terminal may break it. */
const LONGEST = 10_000
/** A command to copy stands at the end of a line, behind two blanks; it stays in one piece. */
const COMMAND = /: {2}\S.*$/

/** The blanks before a text, and the name that it has among others: `  What: `. */
const NAMED = /^(?: +\w+: +| *)/

/** One line without its newline; `indent` is the width of what precedes its text. */
export function wrapped(
  line: string,
  { columns, indent }: { readonly columns: number; readonly indent: number },
): string {
  // The last column stays free: some terminals break a line there.
  const width = columns - 1
  if (line.length > LONGEST || indent + widthOf(line) <= width) return line
  const own = NAMED.exec(line)?.[0] ?? ''
  const wanted = indent + own.length
  const under = width - wanted < LEAST_WIDTH ? SHORT_INDENT : wanted
  const rows: string[] = []
  let row = own
  let used = wanted
  for (const word of wordsOf(line.slice(own.length))) {
    const [taken, bare] = [widthOf(word), word.trimStart()]
    // One that fits on no row stays where it is: the terminal breaks it, and it can be copied in one piece.
    const fitsBelow = under + widthOf(bare) <= width
    if (used + taken > width && fitsBelow && row.trim() !== '') {
      rows.push(row.trimEnd())
      row = ' '.repeat(under) + bare
      used = under + widthOf(bare)
    } else {
      row += word
      used += taken
    }
  }
  return [...rows, row].join('\n')
}

/** Each with the blanks before it. */
function wordsOf(text: string): string[] {
  const command = COMMAND.exec(text)
  if (command === null) return text.match(/\s*\S+/g) ?? [text]
  const before = text.slice(0, command.index + 1)
  return [...wordsOf(before), text.slice(before.length)]
}
