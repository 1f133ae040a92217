/** A terminal's screen as an SVG picture. */
import type { IBufferCell, Terminal } from '@xterm/headless'

const CELL = { width: 8.4, height: 18 }
const MARGIN = 16
const BACKGROUND = '#14161b'
const TEXT = '#d6dae3'
/** The sixteen colours, as on a dark ground. */
const PALETTE = [
  ...['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d6dae3'],
  ...['#5c6370', '#ef7b85', '#a9d48a', '#f2d08b', '#7cc0ff', '#d78af0', '#67c9d5', '#ffffff'],
]

export function screenPicture(terminal: Terminal, title: string): string {
  const { cols, rows, buffer } = terminal
  const width = Math.ceil(cols * CELL.width + 2 * MARGIN)
  const height = rows * CELL.height + 2 * MARGIN
  const lines = Array.from({ length: rows }, (_, row) =>
    lineOf(terminal, buffer.active.viewportY + row, row),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">
${lines.filter((line) => line !== '').join('\n')}
</g>
</svg>
`
}

function lineOf({ buffer, cols }: Terminal, index: number, row: number): string {
  const line = buffer.active.getLine(index)
  const pieces: { style: string; text: string; column: number }[] = []
  for (let column = 0; column < cols; column++) {
    const cell = line?.getCell(column)
    if (cell === undefined || cell.getWidth() === 0) continue
    const style = styleOf(cell)
    const last = pieces.at(-1)
    const text = cell.getChars() || ' '
    if (last?.style === style) last.text += text
    else pieces.push({ style, text, column })
  }
  const y = MARGIN + row * CELL.height + 14
  return pieces
    .map(({ style, text, column }) => ({ style, text: text.trimEnd(), column }))
    .filter(({ text }) => text !== '')
    .map(({ style, text, column }) => {
      const x = (MARGIN + column * CELL.width).toFixed(1)
      const length = (text.length * CELL.width).toFixed(1)
      return `<text x="${x}" y="${y}" textLength="${length}" ${style}>${escaped(text)}</text>`
    })
    .join('')
}

function styleOf(cell: IBufferCell): string {
  const colour = cell.isFgPalette() ? (PALETTE[cell.getFgColor()] ?? TEXT) : TEXT
  const opacity = cell.isDim() ? ' opacity="0.6"' : ''
  const weight = cell.isBold() ? ' font-weight="bold"' : ''
  return `fill="${colour}"${opacity}${weight}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
