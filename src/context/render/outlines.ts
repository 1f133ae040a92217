/** Names of what is not shown: between regions of a file in one line, of a whole file in some. */
import type { LineRange } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import type { FileSymbol } from '../index/file-index.ts'
import { estimateTokens } from '../token-estimate.ts'
import { rangeWords } from './line-set.ts'

const MOST_NAMES = 240

/** `⋮ lines 120–480: class Task: run(), warmup(), …` */
export function gapLine(file: IndexedFile, gap: LineRange, reason?: string): string {
  const names = reason ?? namesIn(file, gap)
  return `⋮ ${rangeWords(gap)}${names === '' ? '' : `: ${names}`}`
}

function namesIn({ symbols }: IndexedFile, [from, to]: LineRange): string {
  const inside = symbols.filter((symbol) => symbol.from >= from && symbol.from <= to)
  const least = Math.min(...inside.map(({ depth }) => depth))
  let names = ''
  let left = 0
  let last: number | undefined
  for (const symbol of inside) {
    const level = symbol.depth - least
    if (level > 1) continue
    const separator = last === undefined ? '' : last < level ? ': ' : ', '
    const words = `${separator}${shortName(symbol)}`
    if (names.length + words.length > MOST_NAMES) left++
    else {
      names += words
      last = level
    }
  }
  return left === 0 ? names : `${names}, … ${left} more`
}

function shortName({ kind, name }: FileSymbol): string {
  if (kind === 'class') return `class ${name}`
  if (kind === 'function' || kind === 'method') return `${name}()`
  return kind === 'type' ? `type ${name}` : kind === 'test' ? `“${name}”` : name
}

/** In as much detail as fits: lines with signatures and docs first, names only at last; undefined if nothing does. */
export function outlineOf(file: IndexedFile, most: number): string | undefined {
  const inner = file.symbols.filter(({ depth }) => depth <= 1)
  const outer = file.symbols.filter(({ depth }) => depth === 0)
  const deep = file.symbols.filter(({ depth, kind }) => depth <= 3 && kind === 'heading')
  const forms = [
    ...(deep.length === file.symbols.length
      ? [() => deep.map((symbol) => outlineLine(symbol, { hasDoc: false })).join('\n')]
      : []),
    () => inner.map((symbol) => outlineLine(symbol, { hasDoc: true })).join('\n'),
    () => inner.map((symbol) => outlineLine(symbol, { hasDoc: false })).join('\n'),
    () => outer.map((symbol) => outlineLine(symbol, { hasDoc: false })).join('\n'),
    () =>
      fitting(
        outer.map((symbol) => `${linesOf(symbol)} ${shortName(symbol)}`),
        most,
      ),
    () => namesIn(file, [1, file.lines]),
  ]
  return forms.map((form) => form()).find((text) => text !== '' && estimateTokens(text) <= most)
}

/** As many lines as fit, if that is most of them. */
function fitting(lines: readonly string[], most: number): string {
  let count = lines.length
  while (count > 0 && estimateTokens(lines.slice(0, count).join('\n')) > most - 10) count--
  if (2 * count < lines.length) return ''
  const left = lines.length - count
  return [...lines.slice(0, count), ...(left === 0 ? [] : [`… ${left} more`])].join('\n')
}

function outlineLine(symbol: FileSymbol, { hasDoc }: { readonly hasDoc: boolean }): string {
  const { signature, doc, depth, kind } = symbol
  const words = kind === 'test' ? `“${signature}”` : signature
  return `${'  '.repeat(depth)}${linesOf(symbol)} ${words}${hasDoc && doc !== '' ? ` — ${doc}` : ''}`
}

function linesOf({ from, to }: FileSymbol): string {
  return from === to ? `${from}` : `${from}–${to}`
}
