/** Parts of reports as Markdown. Foreign text stays text: it makes no heading, box or table of its own. */
import { withoutEscapes } from '../../../model/text/without-escapes.ts'
import { neutralBlock } from '../../review/parse/neutral-text.ts'

/** One line for each text; `None.` if there is none. */
export function bullets(texts: readonly string[]): string {
  return texts.length === 0 ? 'None.' : texts.map((text) => `- ${plain(text)}`).join('\n')
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [row(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(row)].join('\n')
}

export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

/** `2 tests`, `1 test`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A path or a command, whatever is in it. */
export function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``
}

/** Names of tests and words of tools may have colours. */
function plain(text: string): string {
  return neutralBlock(withoutEscapes(text).replace(/\s+/g, ' '), { indent: 0 })
}

function cell(text: string): string {
  return plain(text).replace(/(?<!\\)\|/g, '\\|')
}
