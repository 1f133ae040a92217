/**
 * Foreign text put into a Markdown document so that it stays text: it can be emphasised and have
 * code spans, but it makes no heading, list, box, quote, fence, table, link, comment or HTML.
 */
import { splitCodeSpans } from './code-spans.ts'

/** Several lines, as a block of its own or, indented, as a part of a list item. */
export function neutralBlock(text: string, options: { readonly indent: number }): string {
  const indent = ' '.repeat(options.indent)
  const lines = normalised(text)
    .split('\n')
    .map((line) => line.trim())
  const shown = lines.filter((line, index) => line !== '' || lines[index - 1] !== '')
  return shown
    .map((line) => (line === '' ? '' : indent + neutralRow(escaped(line, { stars: false }))))
    .join('\n')
    .trim()
}

/** One line that may stand anywhere, also between the stars of a bold label. */
export function neutralLine(text: string): string {
  return neutralStart(escaped(normalised(text).replace(/\s+/g, ' ').trim(), { stars: true }))
}

/** What a reader of the rendered line sees, apart from emphasis. */
export function readableText(markdown: string): string {
  return splitCodeSpans(markdown)
    .map(({ text, isCode }) => (isCode ? text : text.replace(/\\([!-/:-@[-`{-~])/g, '$1')))
    .join('')
}

/** One kind of line end; no control characters, and none that turn the direction of reading. */
function normalised(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
}

function escaped(line: string, options: { readonly stars: boolean }): string {
  const special = options.stars ? /[\\`<[~*]|&(?=#|\w+;)/g : /[\\`<[~]|&(?=#|\w+;)/g
  return splitCodeSpans(line)
    .map(({ text, isCode }) =>
      isCode && isHarmless(text, options) ? text : text.replace(special, '\\$&'),
    )
    .join('')
}

/** A code span shows its text as it is, so what cannot stay as it is cannot be in one. */
function isHarmless(span: string, { stars }: { readonly stars: boolean }): boolean {
  return !span.includes('<!--') && !span.startsWith('```') && !(stars && span.includes('*'))
}

/** A table needs two lines, so only a block could make one. */
function neutralRow(line: string): string {
  return line.startsWith('|') ? `\\${line}` : neutralStart(line)
}

function neutralStart(line: string): string {
  if (/^(#{1,6}|[-+*])(\s|$)|^>|^[-_*=\s]+$/.test(line)) return `\\${line}`
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
