/** Sets of lines as ranges: in order, apart, both ends included. */
import type { LineRange } from '../../model/context.ts'

/** In order; those that overlap or touch become one. */
export function merged(ranges: readonly LineRange[]): LineRange[] {
  const result: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1)
    if (to < from) continue
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** The lines of the first set that are not in the second. Both are merged. */
export function without(ranges: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  return ranges.flatMap(([from, to]) => {
    const rest: LineRange[] = []
    let at = from
    for (const [start, end] of others) {
      if (end < at || start > to) continue
      if (start > at) rest.push([at, start - 1])
      at = end + 1
    }
    return at <= to ? [...rest, [at, to] as const] : rest
  })
}

/** What lies between ranges that are merged, within lines 1 to `last`. */
export function gapsOf(ranges: readonly LineRange[], last: number): LineRange[] {
  return last === 0 ? [] : without([[1, last]], ranges)
}

export function rangeWords([from, to]: LineRange): string {
  return from === to ? `line ${from}` : `lines ${from}–${to}`
}

export function rangesWords(ranges: readonly LineRange[]): string {
  const words = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
  return ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1]
    ? `line ${words}`
    : `lines ${words}`
}
