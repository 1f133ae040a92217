/** Reading Markdown line by line, with code fences told apart from text. */

export interface MarkdownLine {
  readonly text: string
  /** Inside a code fence, or the fence itself: headings, boxes and tables there are only shown. */
  readonly code: boolean
}

export function linesOf(markdown: string): MarkdownLine[] {
  let fence: string | undefined
  return markdown.split(/\r?\n/).map((text) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence === undefined) {
      if (mark !== undefined) fence = mark
      return { text, code: mark !== undefined }
    }
    const closes = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length
    if (closes && /^ {0,3}[`~]+\s*$/.test(text)) fence = undefined
    return { text, code: true }
  })
}

/** The cells of the rows below the table's header, up to its end; none if there is no such table. */
export function tableRows(lines: readonly MarkdownLine[], firstHeader: string): string[][] {
  const isRow = ({ text, code }: MarkdownLine) => !code && text.trim().startsWith('|')
  const wanted = firstHeader.toLowerCase()
  const header = lines.findIndex(
    (line) => isRow(line) && cellsOf(line.text)[0]?.replace(/[`*_]/g, '').toLowerCase() === wanted,
  )
  if (header === -1) return []
  const rest = lines.slice(header + 1)
  const end = rest.findIndex((line) => !isRow(line))
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map(({ text }) => cellsOf(text))
    .filter((cells) => !cells.every((cell) => /^:?-*:?$/.test(cell)))
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** "None." in every spelling: `None`, `N/A`, `- [ ] None.`, `*None*`. */
export function isNone(text: string): boolean {
  return text.length <= LONGEST_NONE && NONE.test(text)
}

/** The parts of the pattern overlap, so a long text would take long. */
const LONGEST_NONE = 200
const NONE = /^[\s\-*_>]*(\[[ x]\])?[\s*_]*(none|n\/a|nothing|not applicable)[\s*_.!]*$/i

export interface Sections {
  /** Their names as they appear; one that comes again is there twice. */
  readonly order: readonly string[]
  readonly sections: ReadonlyMap<string, readonly MarkdownLine[]>
}

/** The lines below each heading that `nameOf` knows, up to the next one. */
export function splitSections(
  lines: readonly MarkdownLine[],
  nameOf: (heading: string) => string | undefined,
): Sections {
  const sections = new Map<string, MarkdownLine[]>()
  const order: string[] = []
  let current: MarkdownLine[] | undefined
  for (const line of lines) {
    const name = line.code ? undefined : nameOf(line.text)
    if (name === undefined) {
      current?.push(line)
      continue
    }
    order.push(name)
    current = sections.get(name) ?? []
    sections.set(name, current)
  }
  return { order, sections }
}

/** The first `#` line. */
export function titleOf(lines: readonly MarkdownLine[]): string | undefined {
  const heading = lines.find(({ text, code }) => !code && /^# /.test(text))
  return heading?.text.slice(2).trim()
}
