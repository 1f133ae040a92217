/** Rows as one table in Markdown, which a terminal shows as well. */
import { holds, type Row } from './row.ts'

const HEAD = ['part', 'what', 'ours', 'others', 'at most', 'holds']

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row, index) => [
    row.part === rows[index - 1]?.part ? '' : row.part,
    row.what,
    shown(row.ours, row.unit),
    row.peers.map(({ name, value }) => `${name} ${shown(value, row.unit)}`).join(', '),
    row.atMost === undefined ? '' : shown(row.atMost, row.unit),
    { true: 'yes', false: 'NO', undefined: '' }[`${holds(row)}`],
  ])
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [HEAD, rule, ...cells]
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`)
    .join('')
}

function shown(value: number | string, unit: Row['unit']): string {
  if (typeof value === 'string') return value
  if (unit === 'ratio') return value.toFixed(2)
  const digits = value < 10 && !Number.isInteger(value) ? 1 : 0
  return `${value.toFixed(digits)}${unit === 'lost' ? '' : ` ${unit}`}`
}
