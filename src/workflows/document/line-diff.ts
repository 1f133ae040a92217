/** What has changed between two states of a text, by lines: for readers who know the first one. */

export interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** Unchanged lines around each change. */
const AROUND = 2

/** The changes with a few lines around them, each piece below the heading that it stands under; empty if there are none. */
export function lineDiff(before: string, after: string): string {
  const lines = diffLines(before.split('\n'), after.split('\n'))
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]))
  const isShown = new Set(
    changed.flatMap((index) =>
      Array.from({ length: 2 * AROUND + 1 }, (_, offset) => index + offset - AROUND),
    ),
  )
  const shown: string[] = []
  let heading = ''
  let number = 1
  for (const [index, { sign, text }] of lines.entries()) {
    if (isShown.has(index)) {
      if (!isShown.has(index - 1))
        shown.push(`@@ line ${number}${heading === '' ? '' : `, below "${heading}"`} @@`)
      shown.push(`${sign}${text}`)
    }
    if (sign === '-') continue
    number += 1
    if (/^#{1,6} /.test(text)) heading = text
  }
  return shown.join('\n')
}

/**
 * Every line of both texts, in order. By lines that each text has exactly once ("patience"): readable, and fast however
 * much has changed.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let [from, to] = [before.length, after.length]
  while (from > start && to > start && before[from - 1] === after[to - 1]) {
    from -= 1
    to -= 1
  }
  return [
    ...signed(' ', before.slice(0, start)),
    ...diffMiddle(before.slice(start, from), after.slice(start, to)),
    ...signed(' ', before.slice(from)),
  ]
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const pairs = commonPairs(before, after)
  if (pairs.length === 0) return [...signed('-', before), ...signed('+', after)]
  const ends = [...pairs, [before.length, after.length] as const]
  let [from, to] = [0, 0]
  return ends.flatMap(([left, right]) => {
    const between = diffLines(before.slice(from, left), after.slice(to, right))
    const same = signed(' ', before.slice(left, left + 1))
    from = left + 1
    to = right + 1
    return [...between, ...same]
  })
}

/** The longest row of places, ascending in both, of lines that are unique in both. */
function commonPairs(
  before: readonly string[],
  after: readonly string[],
): (readonly [number, number])[] {
  const places = uniquePlaces(after)
  const pairs = [...uniquePlaces(before)].flatMap(([text, left]) => {
    const right = places.get(text)
    return right === undefined ? [] : [{ left, right, before: -1 }]
  })
  const tails: number[] = [] // of each length the row that ends lowest, by the index of its last pair
  for (const [index, pair] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] ?? 0]?.right ?? 0) < pair.right) low = middle + 1
      else high = middle
    }
    pair.before = tails[low - 1] ?? -1
    tails[low] = index
  }
  const row: (readonly [number, number])[] = []
  for (let pair = pairs[tails.at(-1) ?? -1]; pair !== undefined; pair = pairs[pair.before])
    row.unshift([pair.left, pair.right])
  return row
}

/** Places of the lines that come once, in order. */
function uniquePlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, text] of lines.entries()) {
    if (places.has(text)) repeated.add(text)
    else places.set(text, index)
  }
  for (const text of repeated) places.delete(text)
  return places
}

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }))
}
