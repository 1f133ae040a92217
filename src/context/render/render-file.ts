/** A file within a budget: whole if it fits, else by regions, with the names of what lies between them. */
import type { LineRange } from '../../model/context.ts'
import { estimateTokens } from '../token-estimate.ts'
import { choosePieces, type Interest, mustPieces, type Piece } from './choose-regions.ts'
import { licenceHeader } from './licence-header.ts'
import { gapsOf, merged, rangesWords, without } from './line-set.ts'
import { gapLine } from './outlines.ts'
import { costOf, isLong, type SourceText } from './source-text.ts'

export interface RenderedFile {
  readonly text: string
  readonly tokens: number
  /** Lines that are in the text. */
  readonly lines: readonly LineRange[]
}

export interface FileWish {
  readonly interest: Interest
  /** Lines that an earlier text has shown. */
  readonly already: readonly LineRange[]
  readonly budget: number
  /** Nothing but the lines that must be shown. */
  readonly onlyMust: boolean
}

/** So few lines between two regions are shown rather than named. */
const SMALL_GAP = 3
/** More lines than that about what lies between two regions help nobody. */
const MOST_GAPS = 4
/** What a line with names of symbols may take. */
const GAP_TOKENS = 100

/** Undefined if nothing of it fits. */
export function renderFile(text: SourceText, wish: FileWish): RenderedFile | undefined {
  const header = licenceIn(text, wish.interest.must)
  const hidden = merged([...wish.already, ...longLines(text), ...header])
  const all = without(wholeOf(text), hidden)
  const whole = wish.onlyMust ? undefined : render(text, all, wish.already, header)
  if (whole !== undefined && whole.tokens <= wish.budget) return whole
  const choose = wish.onlyMust ? mustPieces : choosePieces
  const chosen = fitting(text, choose(text, wish.interest, wish.budget), wish.budget)
  for (let count = chosen.length; count > 0; count--) {
    const shown = without(closed(text, chosen.slice(0, count)), hidden)
    const rendered = render(text, shown, wish.already, header)
    if (rendered.tokens <= wish.budget) return rendered
  }
  return undefined
}

/** As many as seem to fit, in the order of their worth; one that does not fit does not keep a smaller one out. */
function fitting(text: SourceText, wanted: readonly Piece[], budget: number): LineRange[] {
  const chosen: LineRange[] = []
  let lines: LineRange[] = []
  let cost = GAP_TOKENS
  let isBroken = false
  for (const { range, continues } of wanted) {
    if (continues && isBroken) continue
    isBroken = false
    const fresh = without([clipped(text, range)], lines)
    const more = fresh.reduce((sum, [from, to]) => sum + costOf(text, from, to), 0)
    if (fresh.length === 0) continue
    isBroken = cost + more > budget
    if (isBroken) continue
    chosen.push(range)
    lines = merged([...lines, ...fresh])
    cost += more + (fresh.length > 0 ? 20 : 0)
  }
  return chosen
}

function closed(text: SourceText, ranges: readonly LineRange[]): LineRange[] {
  const shown = merged(ranges.map((range) => clipped(text, range)))
  const small = gapsOf(shown, text.lines.length).filter(([from, to]) => to - from < SMALL_GAP)
  return merged([...shown, ...small])
}

function render(
  { file, lines }: SourceText,
  shown: readonly LineRange[],
  already: readonly LineRange[],
  header: readonly LineRange[],
): RenderedFile {
  const gaps = gapsOf(shown, lines.length)
  const body = [
    ...shown.map((range) => ({ range, isGap: false })),
    ...gaps.map((range) => ({ range, isGap: true })),
  ]
    .sort((a, b) => a.range[0] - b.range[0])
    .flatMap(({ range, isGap }) =>
      isGap ? gapWords(range).join('\n') : lines.slice(range[0] - 1, range[1]).join('\n'),
    )
  const some = shown.length === 0 ? 'shown above' : `${rangesWords(shown)} of ${lines.length}`
  const what = gaps.length === 0 ? `whole, ${lines.length} lines` : some
  const mark = fence(body)
  const text = `### ${file.path} (${what})\n\n${mark}${fenceName(file.language)}\n${body.join('\n')}\n${mark}\n`
  return { text, tokens: estimateTokens(text), lines: shown }

  /** What was shown before is said apart. */
  function gapWords(gap: LineRange): string[] {
    const before = within(already, [gap])
    const licence = without(within(header, [gap]), before)
    const named = without([gap], merged([...before, ...licence]))
    if (before.length + named.length > MOST_GAPS) return [gapLine(file, gap, 'partly shown above')]
    return [
      ...before.map((range) => ({ range, reason: 'shown above' })),
      ...licence.map((range) => ({ range, reason: 'licence' })),
      ...named.map((range) => ({ range, reason: longReason(range) })),
    ]
      .sort((a, b) => a.range[0] - b.range[0])
      .map(({ range, reason }) => gapLine(file, range, reason))
  }

  function longReason([from, to]: LineRange): string | undefined {
    const line = lines[from - 1] ?? ''
    return from === to && isLong(line) ? `${line.length} characters in one line` : undefined
  }
}

function fenceName(language: string): string {
  return language === 'text' ? '' : language
}

/** Longer than any in the text. */
function fence(parts: readonly string[]): string {
  const longest = Math.max(
    2,
    ...parts.flatMap((part) => (part.match(/`{3,}/g) ?? []).map(({ length }) => length)),
  )
  return '`'.repeat(longest + 1)
}

function wholeOf({ lines }: SourceText): LineRange[] {
  return lines.length === 0 ? [] : [[1, lines.length]]
}

function longLines({ lines }: SourceText): LineRange[] {
  return lines.flatMap((line, index) => (isLong(line) ? [[index + 1, index + 1] as const] : []))
}

/** Unless lines of it were asked for. */
function licenceIn({ lines }: SourceText, must: readonly LineRange[]): LineRange[] {
  const header = licenceHeader(lines)
  if (header === undefined) return []
  const isAsked = must.some(([from, to]) => from <= header[1] && to < lines.length)
  return isAsked ? [] : [header]
}

function clipped({ lines }: SourceText, [from, to]: LineRange): LineRange {
  return [Math.max(1, from), Math.min(to, lines.length)]
}

/** The parts of ranges that lie in others. */
function within(ranges: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  return merged(
    ranges.flatMap(([from, to]) =>
      others.flatMap(([start, end]) => {
        const both: LineRange = [Math.max(from, start), Math.min(to, end)]
        return both[0] <= both[1] ? [both] : []
      }),
    ),
  )
}
