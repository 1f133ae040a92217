import { VERDICTS, type VerdictWord } from '../verdict-schema.ts'

const BEFORE = /^[\s>*+\-|~_\d.)#]*\[([^\]]{0,3})\]/
const WORD = /^[\s*_]*(APPROVED|REVISE|DISCUSS)\b/

/** A box with a verdict behind it, wherever it stands: in a list, a quote, a table, struck out. */
export function verdictBox(
  line: string,
): { readonly word: VerdictWord; readonly isTicked: boolean } | undefined {
  const box = BEFORE.exec(line)
  if (box === null) return undefined
  const name = WORD.exec(line.slice(box[0].length))?.[1]
  const word = VERDICTS.find((verdict) => verdict === name)
  return word && { word, isTicked: box[1]?.trim() !== '' }
}
