import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineRange } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import type { FileSymbol } from '../index/file-index.ts'
import { estimateTokens } from '../token-estimate.ts'
import { type FileWish, type RenderedFile, renderFile } from './render-file.ts'
import { type SourceText, sourceText } from './source-text.ts'

function textOf(lines: readonly string[], symbols: readonly FileSymbol[] = []): SourceText {
  const file: IndexedFile = {
    path: 'src/a.ts',
    blob: 'b',
    language: 'typescript',
    lines: lines.length,
    tokens: 0,
    symbols,
    uses: '',
    imports: [],
  }
  return sourceText(file, Buffer.from(lines.map((line) => `${line}\n`).join('')))
}

function symbol(name: string, from: number, to: number, depth = 0): FileSymbol {
  const kind = depth === 0 ? 'class' : 'method'
  return { kind, name, signature: `${name}(…)`, doc: '', from, to, depth }
}

function wish(changed: Partial<FileWish> & Partial<FileWish['interest']>): FileWish {
  const { must = [], symbols = new Map(), lines = [], ...rest } = changed
  return {
    interest: { must, symbols, lines },
    already: [],
    budget: 10_000,
    onlyMust: false,
    ...rest,
  }
}

const LONG = textOf(
  Array.from({ length: 400 }, (_, index) => `  const line${index + 1} = value${index + 1}`),
  [
    symbol('Task', 11, 200),
    symbol('run', 21, 40, 1),
    symbol('warmup', 41, 199, 1),
    symbol('Other', 201, 400),
  ],
)

test('a file that fits is shown whole, as it is', () => {
  const { text = '', lines } = renderFile(textOf(['a', '', '\tb', 'c ']), wish({})) ?? {}
  expect(text).toBe('### src/a.ts (whole, 4 lines)\n\n```typescript\na\n\n\tb\nc \n```\n')
  expect(lines).toEqual([[1, 4]])
})

test('the licence that a file begins with is left out, unless its lines are asked for', () => {
  const licence = [
    '# Copyright (c) 2013, Somebody',
    '#',
    '# Redistribution and use',
    '# is fine',
    '#',
  ]
  const file = textOf([...licence, '', 'code'])
  const { text = '', lines } = renderFile(file, wish({})) ?? {}
  expect(lines).toEqual([[6, 7]])
  expect(text).toContain('⋮ lines 1–5: licence\n\ncode\n')
  const asked = renderFile(file, wish({ must: [[1, 3]], onlyMust: true }))
  expect(asked?.text).toContain('# Copyright')
  const none = renderFile(
    textOf(['// What this does.', '//', '//', '//', '// End.', 'code']),
    wish({}),
  )
  expect(none?.lines).toEqual([[1, 6]])
})

test('a definition that does not fit is shown from its beginning, never by its end alone', () => {
  const { lines } =
    renderFile(LONG, wish({ must: [[100, 390]], onlyMust: true, budget: 900 })) ?? {}
  expect(lines?.[0]?.[0]).toBe(100)
  expect(lines).toHaveLength(1)
})

test('of a change log the beginning and the end; of a file with tests its end, and no long test that is not asked for', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`)
  const log = textOf(lines)
  const changes = { ...log, file: { ...log.file, path: 'CHANGELOG.md', language: 'text' } }
  const shownOf = (text: SourceText, changed: Parameters<typeof wish>[0]) =>
    renderFile(text, wish(changed))?.lines
  const chronicle = shownOf(changes, { budget: 270 })
  expect(chronicle).toEqual([
    [1, expect.any(Number)],
    [393, 400],
  ])
  const test = { ...LONG, file: { ...LONG.file, path: 'test/a.test.ts' } }
  const byWords = new Map([
    [1, 1],
    [2, 1],
  ])
  const rendered = shownOf(test, { symbols: byWords, budget: 2_500 })
  expect(rendered?.some(([from, to]) => from <= 100 && 100 <= to)).toBe(false)
  expect(rendered?.at(-1)).toEqual([393, 400])
  const named = shownOf(test, { symbols: new Map([[2, 6]]), budget: 4_000 })
  expect(named?.some(([from, to]) => from <= 100 && 100 <= to)).toBe(true)
})

test('of a long one the regions that matter, with the names of what lies between', () => {
  const { text = '', lines } =
    renderFile(LONG, wish({ symbols: new Map([[1, 5]]), budget: 900 })) ?? {}
  expect(lines).toEqual([[1, 40]])
  expect(text).toContain('(lines 1–40 of 400)')
  expect(text).toContain('\n⋮ lines 41–400: warmup(), class Other\n')
})

test('what was asked for comes before everything else; asked for alone, alone', () => {
  const must: LineRange[] = [[300, 310]]
  const both = renderFile(LONG, wish({ must, symbols: new Map([[1, 5]]), budget: 700 }))
  expect(both?.lines).toContainEqual([300, 310])
  const alone = renderFile(LONG, wish({ must, symbols: new Map([[1, 5]]), onlyMust: true }))
  expect(alone?.lines).toEqual(must)
})

test('what was shown before is not shown again', () => {
  const { text = '', lines } = renderFile(LONG, wish({ already: [[1, 390]] })) ?? {}
  expect(lines).toEqual([[391, 400]])
  expect(text).toContain('⋮ lines 1–390: shown above\n')
})

test('a fence that the text cannot close', () => {
  const { text = '' } = renderFile(textOf(['a', '````', 'b']), wish({})) ?? {}
  expect(text).toContain('`````typescript\na\n````\nb\n`````')
})

test('a line that nobody reads is named, not cut', () => {
  const { text = '', lines } = renderFile(textOf(['a', 'x'.repeat(5_000), 'b']), wish({})) ?? {}
  expect(lines).toEqual([
    [1, 1],
    [3, 3],
  ])
  expect(text).toContain('a\n⋮ line 2: 5000 characters in one line\nb\n')
})

test('a secret is masked', () => {
  const key = ['ghp', '_', 'a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8'].join('')
  const text = textOf(['a', `token = '${key}'`])
  expect(renderFile(text, wish({}))?.text).not.toContain(key)
  expect(text.masked).toEqual([2])
})

test('without room there is nothing', () => {
  expect(renderFile(LONG, wish({ budget: 20 }))).toBeUndefined()
})

const line = fc.oneof(
  fc.string({ maxLength: 60 }).map((text) => text.replaceAll('\n', ' ')),
  fc.constantFrom('', '```', '⋮ lines 1–2', 'function run() {', 'x'.repeat(2_500), 'é'.repeat(50)),
)
const range = fc
  .tuple(
    fc.integer({ min: 1, max: 90 }),
    fc.oneof(fc.nat(40), fc.constant(Number.MAX_SAFE_INTEGER - 90)),
  )
  .map(([from, more]): LineRange => [from, from + more])
const nested = fc
  .array(fc.tuple(fc.nat(10), fc.nat(30), fc.nat(2)), { maxLength: 8 })
  .map((parts) => {
    let at = 1
    return parts.flatMap(([gap, size, inner]) => {
      const from = at + gap
      const to = from + size
      at = to + 1
      const inside = Array.from({ length: inner }, (_, index) =>
        symbol('in', from + index, from + index, 1),
      )
      return [symbol('Out', from, to), ...inside.filter((child) => child.to <= to)]
    })
  })

test('property: no line twice, no line cut, nothing left out without being named, and the budget is kept', () => {
  fc.assert(
    fc.property(
      fc.record({
        lines: fc.array(line, { maxLength: 120 }),
        symbols: nested,
        scores: fc.array(fc.tuple(fc.nat(12), fc.double({ min: 0.1, max: 9, noNaN: true })), {
          maxLength: 5,
        }),
        must: fc.array(range, { maxLength: 3 }),
        found: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 3 }),
        already: fc.array(range, { maxLength: 2 }),
        budget: fc.nat(3_000),
        onlyMust: fc.boolean(),
      }),
      ({ lines, symbols, scores, must, found, already, budget, onlyMust }) => {
        const text = textOf(
          lines,
          symbols.filter(({ to }) => to <= lines.length),
        )
        const interest = { must, symbols: new Map(scores), lines: found }
        const rendered = renderFile(text, { interest, already, budget, onlyMust })
        if (rendered === undefined) return
        expect(rendered.tokens).toBe(estimateTokens(rendered.text))
        expect(rendered.tokens).toBeLessThanOrEqual(budget)
        expectWhole(text, rendered)
        for (const [from, to] of rendered.lines)
          for (const [start, end] of already) expect(to < start || from > end).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

/** Every line of the file is there, as it is and at its place, or in a gap that is named. */
function expectWhole({ lines }: SourceText, rendered: RenderedFile): void {
  const all = rendered.text.split('\n')
  const body = all.slice(3, -2)
  const shown = new Map(rendered.lines)
  let at = 1
  while (body.length > 0 && at <= lines.length) {
    const to = shown.get(at)
    if (to === undefined) {
      const [, from, end] = /^⋮ lines? (\d+)(?:–(\d+))?/.exec(body.shift() ?? '') ?? []
      expect(Number(from)).toBe(at)
      at = Number(end ?? from) + 1
    } else {
      expect(body.splice(0, to - at + 1)).toEqual(lines.slice(at - 1, to))
      at = to + 1
    }
  }
  expect(at).toBe(lines.length + 1)
  expect(body.filter((rest) => rest !== '')).toEqual([])
}
