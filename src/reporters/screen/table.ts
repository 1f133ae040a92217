/** A table as lines: columns padded to their widest cell, two blanks between them. */
import { cutTo, padTo, widthOf } from './width.ts'

export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  /** No line is longer; it is the last column that gives way. */
  width = Number.POSITIVE_INFINITY,
): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) =>
    all.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
  )
  return all.map((row) => {
    const cells = row.map((cell, column) => padTo(cell, widths[column] ?? 0))
    return cutTo(cells.join('  ').trimEnd(), width, '…')
  })
}
