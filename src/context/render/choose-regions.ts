/**
 * Which lines of a file are worth their tokens: first those that must be seen, then the symbols that the question speaks of with
 * what they use in the same file, then the head of the file.
 */
import type { LineRange } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import type { FileSymbol } from '../index/file-index.ts'
import { type FileRole, isChronicle, roleOf } from '../rank/file-role.ts'
import { merged } from './line-set.ts'
import { costOf, type SourceText } from './source-text.ts'

export interface Interest {
  /** Lines that were asked for. */
  readonly must: readonly LineRange[]
  /** Scores by place in the file's list of symbols. */
  readonly symbols: ReadonlyMap<number, number>
  /** Lines in which something was found. */
  readonly lines: readonly number[]
  /** Lines in which something that matters is called. */
  readonly calls?: readonly number[]
  /** The file is to be changed or extended: its imports come first. */
  readonly headFirst?: boolean
}

const HEAD_LINES = 40
/** Fewer say nothing by themselves. */
const LEAST_LINES = 4
const AROUND_FOUND = 4
/** A symbol that is longer than this share of the budget is shown by its parts. */
const LARGEST_SHARE = 0.5
const USED = 0.45
const HEAD = 0.6
const SIBLING = 0.4
const CALL = 0.7
/** Names, and plain words only where they are called: comments have them, too. */
const USES = /[A-Za-z_$]*[A-Z_$\d][\w$]+|[a-z]{3,}(?=\()/g
/** Lines at both ends of a chronicle, and at the end of a file with tests. */
const BEGINNING = 20
const END = 8
const LONG_TEST = 40
/** A score that only a name gives. */
const NAMED = 2
/** Of the best score: beside a name, what has less is not meant. */
const LEAST_SHARE = 0.2

export interface Piece {
  readonly range: LineRange
  /** It follows another one directly, and says nothing without that one. */
  readonly continues: boolean
}

/** In the order of their worth. They may overlap. */
export function choosePieces(text: SourceText, interest: Interest, budget: number): Piece[] {
  const { symbols, path, language } = text.file
  const role = roleOf(path, language)
  const last = text.lines.length
  const must = isWholeAsked(text, interest) ? [] : mustPieces(text, interest, budget)
  if (isChronicle(path))
    return [...must, alone([1, BEGINNING]), alone([last - END + 1, last]), ...inOrder(text, budget)]
  const scores = worthShowing(text, spreadScores(text, interest), role)
  const best = Math.max(1e-9, ...scores.values())
  const least = best >= NAMED ? LEAST_SHARE * best : 0
  const valued = [...scores].flatMap(([index, score]) =>
    score < least ? [] : piecesOf(text, index, budget).map((range) => ({ range, value: score })),
  )
  const found = interest.lines.map((line) => ({
    range: aroundLine(symbols, line),
    value: best,
  }))
  const calls = (interest.calls ?? []).map((line) => ({
    range: aroundLine(symbols, line),
    value: CALL * best,
  }))
  const head = { range: headOf(text.file), value: HEAD * best }
  // New tests are put behind the last one.
  const tail =
    role === 'test' ? [{ range: [last - END + 1, last] as const, value: HEAD * best }] : []
  const isFound = scores.size > 0 || (role === 'doc' && must.length > 0)
  const rest = isFound || role === 'test' ? [] : inOrder(text, budget)
  const others = [...valued, ...found, ...calls, head, ...tail].sort(
    (a, b) => b.value - a.value || a.range[0] - b.range[0],
  )
  const first = interest.headFirst === true && role !== 'doc' ? [alone(head.range)] : []
  return [...first, ...must, ...others.map(({ range }) => alone(range)), ...rest]
}

function alone(range: LineRange): Piece {
  return { range, continues: false }
}

function isWholeAsked({ lines }: SourceText, { must }: Interest): boolean {
  return must.some(([from, to]) => from === 1 && to >= lines.length)
}

/** A long test is shown if the question names it; if it only has some of its words, by its name. */
function worthShowing(
  { file }: SourceText,
  scores: ReadonlyMap<number, number>,
  role: FileRole,
): Map<number, number> {
  const isLong = ({ from, to }: FileSymbol) => to - from >= LONG_TEST
  return new Map(
    [...scores].filter(([index, score]) => {
      const symbol = file.symbols[index]
      return role !== 'test' || score >= NAMED || symbol === undefined || !isLong(symbol)
    }),
  )
}

/** Short ones first: if there is no room for all, one long range does not take that of several. */
export function mustPieces(text: SourceText, { must }: Interest, budget: number): Piece[] {
  const last = text.lines.length
  const ranges = merged(must).map(([from, to]) => [from, Math.min(to, last)] as const)
  return ranges
    .sort((a, b) => a[1] - a[0] - (b[1] - b[0]) || a[0] - b[0])
    .flatMap((range) => parts(text, range, budget))
}

/** Scores of the question's symbols, and smaller ones of what they use and of their neighbours in a class. */
function spreadScores(text: SourceText, { symbols: asked }: Interest): Map<number, number> {
  const { symbols } = text.file
  const byName = Map.groupBy(symbols.keys(), (index) => lastPart(symbols[index]?.name ?? ''))
  const scores = new Map(asked)
  const raise = (index: number, score: number) => {
    if (score > (scores.get(index) ?? 0)) scores.set(index, score)
  }
  const leading = [...asked].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 8)
  for (const [index, score] of leading) {
    const symbol = symbols[index]
    if (symbol === undefined) continue
    const words = new Set(
      text.lines
        .slice(symbol.from - 1, symbol.to)
        .join('\n')
        .match(USES),
    )
    if (!isContainer(symbols, index))
      for (const word of words)
        for (const used of onlyOne(byName.get(word))) if (used !== index) raise(used, USED * score)
    for (const sibling of siblingsOf(symbols, index))
      raise(sibling, (SIBLING * score) / (1 + Math.abs(sibling - index)))
  }
  return scores
}

/** Which of several is used, only their types say. */
function onlyOne(definitions: readonly number[] = []): readonly number[] {
  return definitions.length === 1 ? definitions : []
}

/** A symbol as one piece, or, if it is too long for that, its beginning and the beginnings of its parts. */
function piecesOf(text: SourceText, index: number, budget: number): LineRange[] {
  const { symbols } = text.file
  const symbol = symbols[index]
  if (symbol === undefined) return []
  const { from, to } = symbol
  const outer = containersOf(symbols, index).map((container) => opening(symbols, container))
  if (costOf(text, from, to) <= LARGEST_SHARE * budget) return [...outer, [from, to]]
  if (isContainer(symbols, index)) return [...outer, opening(symbols, index)]
  return [...outer, [from, lastFitting(text, from, to, LARGEST_SHARE * budget)]]
}

/** A long range in pieces that each have a chance to fit. */
function parts(text: SourceText, [from, to]: LineRange, budget: number): Piece[] {
  const result: Piece[] = []
  for (let at = from; at <= to; ) {
    const fits = Math.max(at, lastFitting(text, at, to, budget / 8))
    const end = to - fits < LEAST_LINES ? to : fits
    result.push({ range: [at, end], continues: at > from })
    at = end + 1
  }
  return result
}

function lastFitting(text: SourceText, from: number, to: number, budget: number): number {
  let last = from
  while (last < to && costOf(text, from, last + 1) <= budget) last++
  return last
}

/** A symbol; of one with others in it only what comes before them. */
export function openingOf(symbols: readonly FileSymbol[], index: number): LineRange {
  const symbol = symbols[index]
  if (symbol === undefined) return [1, 0]
  const isShort = /^(class|type|module)$/.test(symbol.kind) && isContainer(symbols, index)
  return isShort ? opening(symbols, index) : [symbol.from, symbol.to]
}

/** From the first line of a class, with its documentation, to its first member. */
function opening(symbols: readonly FileSymbol[], index: number): LineRange {
  const symbol = symbols[index]
  const inner = symbols[index + 1]
  if (symbol === undefined) return [1, 0]
  const isInside = inner !== undefined && inner.depth > symbol.depth
  const end = isInside ? Math.max(symbol.from, inner.from - 1) : symbol.to
  return [symbol.from, Math.min(end, symbol.from + HEAD_LINES - 1)]
}

/** A short symbol around a line, or some lines around it. */
export function aroundLine(symbols: readonly FileSymbol[], line: number): LineRange {
  const around = symbols.findLast(({ from, to }) => from <= line && line <= to)
  const isShort = around !== undefined && around.to - around.from <= 60
  return isShort
    ? [around.from, around.to]
    : [Math.max(1, line - AROUND_FOUND), line + AROUND_FOUND]
}

/** Imports and what is said about the file. */
export function headOf({ symbols, lines }: IndexedFile): LineRange {
  const first = symbols[0]?.from ?? lines + 1
  return [1, Math.min(first - 1, HEAD_LINES, lines)]
}

/** Nothing says what matters: from the top. */
function inOrder(text: SourceText, budget: number): Piece[] {
  return parts(text, [1, text.lines.length], budget)
}

function isContainer(symbols: readonly FileSymbol[], index: number): boolean {
  return (symbols[index + 1]?.depth ?? 0) > (symbols[index]?.depth ?? 0)
}

function containersOf(symbols: readonly FileSymbol[], index: number): number[] {
  const result: number[] = []
  let depth = symbols[index]?.depth ?? 0
  for (let at = index - 1; at >= 0 && depth > 0; at--) {
    if ((symbols[at]?.depth ?? 0) >= depth) continue
    depth = symbols[at]?.depth ?? 0
    result.push(at)
  }
  return result
}

function siblingsOf(symbols: readonly FileSymbol[], index: number): number[] {
  const [parent] = containersOf(symbols, index)
  const depth = symbols[index]?.depth
  if (parent === undefined) return []
  const end = symbols.findIndex(
    (symbol, at) => at > parent && symbol.depth <= (symbols[parent]?.depth ?? 0),
  )
  const last = end === -1 ? symbols.length : end
  return [...symbols.keys()].filter(
    (at) => at > parent && at < last && at !== index && symbols[at]?.depth === depth,
  )
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
