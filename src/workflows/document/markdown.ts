/**
 * A Markdown document as lines and blocks, by CommonMark with GitHub's tables. Of inline marks nothing is read: texts are
 * given as they are written. Reviews are read by a stricter reader, `review/parse/markdown-lines.ts`.
 */
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { MOST_CHARACTERS } from './untrusted.ts'

export interface MarkdownLine {
  readonly text: string
  /** Inside a block of code, or its fence: headings, boxes and tables there are only shown. */
  readonly code: boolean
}

/** Lines from the first, counted from 0, up to the one behind the last. */
interface Range {
  readonly from: number
  readonly to: number
}

export interface Heading extends Range {
  readonly kind: 'heading'
  readonly depth: number
  readonly text: string
}

/** A paragraph, on one line. */
export interface TextBlock extends Range {
  readonly kind: 'text'
  readonly text: string
  /** The mark of the list item that it begins: `-`, `1.`; else empty. */
  readonly mark: string
  /** How many lists it is in. */
  readonly level: number
}

interface Table extends Range {
  readonly kind: 'table'
  /** With the header. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[]
}

interface Code extends Range {
  readonly kind: 'code'
  readonly isFenced: boolean
  /** Its lines as they are written, all of them. */
  readonly text: string
}

export type Block = Heading | TextBlock | Table | Code

export interface Markdown {
  readonly lines: readonly MarkdownLine[]
  readonly blocks: readonly Block[]
}

/** Nested lists and quotes take the parser quadratic time in their lines: more are not read, and refused by the checks. */
export const MOST_LINES = 3_000
export const MOST_NESTED = 5
const DEEP = new RegExp(
  `^[ \\t]*(?:(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])[ \\t]*){${MOST_NESTED + 1}}.*$`,
  'gm',
)
const LINE_END = /\r\n|\n|\r/

/** Inline marks and underlined headings are not needed, and take the parser quadratic time. */
const BLOCKS_ONLY = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'definition',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'setextUnderline',
    ],
  },
}

/** Checks, sections and reviews read the same document one after another; parsing is most of what they cost. */
const MOST_KEPT = 8
const kept = new Map<string, Markdown>()

export function readMarkdown(markdown: string): Markdown {
  const known = kept.get(markdown)
  if (known !== undefined) return known
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  const read = parseMarkdown(markdown)
  kept.set(markdown, read)
  return read
}

function parseMarkdown(markdown: string): Markdown {
  const text = markdown.replace(/^\uFEFF/, '')
  // A longer text does not pass the checks.
  const blocks = readBlocks(text.slice(0, MOST_CHARACTERS).replace(DEEP, ''))
  const code = new Set<number>()
  for (const { kind, from, to } of blocks)
    if (kind === 'code') for (let line = from; line < to; line++) code.add(line)
  const lines = text.split(LINE_END)
  return { lines: lines.map((line, index) => ({ text: line, code: code.has(index) })), blocks }
}

/** The number of the first line in too many lists and quotes. */
export function deepLine(markdown: string): number | undefined {
  const at = markdown.search(DEEP)
  return at === -1 ? undefined : markdown.slice(0, at).split(LINE_END).length
}

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]

function readBlocks(text: string): Block[] {
  const { source, rangeOf, written } = withFewBlankLines(text)
  const root = fromMarkdown(source, {
    extensions: [gfmTable(), BLOCKS_ONLY],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  const blocks: Block[] = []
  const visit = (node: Node, inside: Pick<TextBlock, 'mark' | 'level'>, isTop = false): void => {
    const range = rangeOf(node)
    if (node.type === 'heading' && isTop)
      blocks.push({ kind: 'heading', depth: node.depth, text: textOf(source, node), ...range })
    else if (node.type === 'code') {
      const isFenced = /^[`~]{3}/.test(slice(source, node))
      blocks.push({ kind: 'code', isFenced, text: written(range), ...range })
    } else if (node.type === 'table') {
      const rows = node.children.map((row) => ({
        cells: row.children.map((cell) => textOf(source, cell).replaceAll('\\|', '|')),
        line: rangeOf(row).from,
      }))
      blocks.push({ kind: 'table', rows, ...range })
    } else if (node.type === 'list') {
      for (const item of node.children) {
        const mark = /^(?:[-*+]|\d+[.)])/.exec(slice(source, item))?.[0] ?? ''
        for (const [index, child] of item.children.entries())
          visit(child, { mark: index === 0 ? mark : '', level: inside.level + 1 })
      }
    } else if (node.type === 'blockquote')
      for (const child of node.children) visit(child, { ...inside, mark: '' })
    else if (node.type !== 'thematicBreak')
      blocks.push({ kind: 'text', text: textOf(source, node), ...inside, ...range })
  }
  for (const node of root.children) visit(node, { mark: '', level: 0 }, true)
  return blocks
}

/** Runs of blank lines take the parser quadratic time: two are left of each. Ranges are those of the text. */
function withFewBlankLines(text: string) {
  const all = text.split(LINE_END)
  const kept: number[] = []
  let blank = 0
  for (const [index, line] of all.entries()) {
    blank = line.trim() === '' ? blank + 1 : 0
    if (blank <= 2 && kept.length < MOST_LINES) kept.push(index)
  }
  const rangeOf = (node: Positioned): Range => {
    const { from, to } = parsedRange(node)
    return { from: kept[from] ?? 0, to: kept[to] ?? all.length }
  }
  const written = ({ from, to }: Range) => all.slice(from, to).join('\n')
  return { source: kept.map((index) => all[index]).join('\n'), rangeOf, written }
}

interface Positioned {
  readonly position?: Root['position']
}

function parsedRange({ position }: Positioned): Range {
  if (position === undefined) return { from: 0, to: 0 }
  const { start, end } = position
  // A fence that ends with its quote or list item ends before the first character of the next line.
  const isBefore = end.column === 1 && end.line > start.line
  return { from: start.line - 1, to: isBefore ? end.line - 1 : end.line }
}

function slice(source: string, { position }: Positioned): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
}

/** As written, on one line; of a heading or a cell what is inside its marks. */
function textOf(
  source: string,
  node: {
    readonly type: string
    readonly children?: readonly object[]
    position?: Root['position']
  },
): string {
  const [first, last] = [node.children?.at(0), node.children?.at(-1)] as (Node | undefined)[]
  const isMarked = node.type === 'heading' || node.type === 'tableCell'
  const text = isMarked
    ? source.slice(first?.position?.start.offset ?? 0, last?.position?.end.offset ?? 0)
    : slice(source, node)
  return text.replace(/\s+/g, ' ').trim()
}

/** The rows of the table whose header begins with this word, without the header; none if there is no such table. */
export function tableRows(section: Markdown | undefined, firstHeader: string): string[][] {
  const wanted = firstHeader.toLowerCase()
  const table = section?.blocks.find(
    (block): block is Table =>
      block.kind === 'table' &&
      block.rows[0]?.cells[0]?.replace(/[`*_]/g, '').toLowerCase() === wanted,
  )
  const rows = table?.rows.slice(1).map(({ cells }) => [...cells]) ?? []
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

/** "None." in every spelling: `None`, `N/A`, `- [ ] None.`, `*None*`. */
export function isNone(text: string): boolean {
  return text.length <= LONGEST_NONE && NONE.test(text)
}

/** The parts of the pattern overlap, so a long text would take long. */
const LONGEST_NONE = 200
const NONE = /^[\s\-*_>]*(\[[ x]\])?[\s*_]*(none|n\/a|nothing|not applicable)[\s*_.!]*$/i
