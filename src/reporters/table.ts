/** A table as lines: columns padded to their widest cell, two blanks between them. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  /** No line is longer; it is the last column that gives way. */
  width = Number.POSITIVE_INFINITY,
): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) =>
    all.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  )
  return all.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    return shortened(cells.join('  ').trimEnd(), width)
  })
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`
}
