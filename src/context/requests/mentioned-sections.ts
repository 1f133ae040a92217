/** Sections of documents that a text names by their headings. */
import type { LineRange } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import type { FileSymbol } from '../index/file-index.ts'

/** Of a longer section, where it begins and where it ends. */
const MOST_LINES = 120
const BEGINNING = 70
const END = 40
const MOST_SECTIONS = 4
const SETTINGS = /^(pyproject\.toml|setup\.cfg|tox\.ini)$/
const STYLES = /^(tool\.)?(ruff|black|isort|flake8|pycodestyle)\b/
const MOST_STYLE = 30

/** Lines of these sections; of one with others in it, if it is long, what comes before them. */
export function mentionedSections(text: string, { symbols }: IndexedFile): LineRange[] {
  const spoken = plain(text)
  const named = [...symbols.keys()].filter((index) => {
    const symbol = symbols[index]
    return symbol?.kind === 'heading' && isNamed(symbol.name, spoken, text)
  })
  return named.slice(0, MOST_SECTIONS).flatMap((index) => linesOf(symbols, index))
}

/** Settings of formatters and linters in files that have others, too: they decide how new code has to look. */
export function styleSections(files: readonly IndexedFile[]): Map<string, readonly LineRange[]> {
  return new Map(
    files
      .filter(({ path }) => SETTINGS.test(path))
      .map(({ path, symbols }) => [path, stylesIn(symbols)] as const)
      .filter(([, lines]) => lines.length > 0),
  )
}

function stylesIn(symbols: readonly FileSymbol[]): LineRange[] {
  return symbols
    .filter(({ name }) => STYLES.test(name))
    .map(({ from, to }) => [from, Math.min(to, from + MOST_STYLE - 1)] as const)
}

/** Several words as they are; one word only in quotes, or as a "section". */
function isNamed(heading: string, spoken: string, text: string): boolean {
  const words = plain(heading)
  if (words.length < 4) return false
  if (words.includes(' ')) return ` ${spoken} `.includes(` ${words} `)
  const word = words.replace(/[^\w-]/g, '')
  return (
    word !== '' &&
    new RegExp(`["“\`*']${word}["”\`*']|\\bsection ${word}\\b|\\b${word} section\\b`, 'i').test(
      text,
    )
  )
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s()-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function linesOf(symbols: readonly FileSymbol[], index: number): LineRange[] {
  const symbol = symbols[index]
  if (symbol === undefined) return []
  const { from, to, depth } = symbol
  const inner = symbols[index + 1]
  const isOuter = inner !== undefined && inner.depth > depth && inner.from <= to
  const end = isOuter && to - from >= MOST_LINES ? inner.from - 1 : to
  if (end - from < MOST_LINES) return [[from, end]]
  return [
    [from, from + BEGINNING - 1],
    [end - END + 1, end],
  ]
}
