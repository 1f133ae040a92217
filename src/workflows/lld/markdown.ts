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

/** The cells of the table's rows below its header; none if there is no such table. */
export function tableRows(lines: readonly MarkdownLine[], firstHeader: string): string[][] {
  const rows = lines
    .filter(({ text, code }) => !code && text.trim().startsWith('|'))
    .map(({ text }) => cellsOf(text))
  const header = rows.findIndex((cells) => cells[0]?.toLowerCase() === firstHeader.toLowerCase())
  if (header === -1) return []
  return rows.slice(header + 1).filter((cells) => !cells.every((cell) => /^:?-*:?$/.test(cell)))
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
  return /^[\s\-*_>]*(\[[ x]\])?[\s*_]*(none|n\/a|nothing|not applicable)[\s*_.!]*$/i.test(text)
}
