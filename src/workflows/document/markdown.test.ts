import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines, Unclear } from '../review/parse/markdown-lines.ts'
import { readMarkdown } from './markdown.ts'

const isCode = (text: string) => readMarkdown(text).lines.map(({ code }) => code)

test.each<[string, string, boolean[]]>([
  ['a fence', 'a\n```js\n# b\n```\nc', [false, true, true, true, false]],
  ['one of tildes with backticks inside', '~~~\n```\n~~~\na', [true, true, true, false]],
  ['a shorter fence inside', '````\n```\n````\na', [true, true, true, false]],
  ['backticks behind backticks are no fence', '``` a`b\n# c', [false, false]],
  ['a fence in a list item', '- ```\n  # a\n  ```\n- b', [true, true, true, false]],
  [
    'one below a list item',
    '1. a\n\n   ```\n   b\n   ```\n2. c',
    [false, false, true, true, true, false],
  ],
  ['a fence that is never closed', '```\na', [true, true]],
  ['line ends of another system', '```\r\na\r\n```\r\nb', [true, true, true, false]],
])('what is code: %s', (_, text, expected) => {
  expect(isCode(text)).toEqual(expected)
})

/** Parts of which each reader might make something else. */
const LINES = [
  ...['```', '~~~', '````', '``` a`b', '```js', '   ```', '    ```', '\t```', ' ~~~', '```` '],
  ...[
    '- ```',
    '1. ~~~',
    '- - ```',
    '  ```',
    '> ```',
    'text',
    '  text',
    '    text',
    '',
    '# A',
    '- a',
    ' text',
    '2. a',
    '10. a',
    '    - a',
    '> q',
    '---',
  ],
]

function clearLines(text: string) {
  try {
    return readLines(text)
  } catch (error) {
    if (error instanceof Unclear) return undefined
    throw error
  }
}

test('the reader of documents and the strict reader of reviews agree about what is in a fence', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LINES), { maxLength: 9 }), (parts) => {
      const text = parts.join('\n')
      const strict = clearLines(text)
      if (strict === undefined) return // where renderers could disagree, a review is refused
      const { lines, blocks } = readMarkdown(text)
      const fenced = new Set<number>()
      for (const block of blocks)
        if (block.kind === 'code' && block.isFenced)
          for (let line = block.from; line < block.to; line++) fenced.add(line)
      for (const { number, kind } of strict.filter((line) => line.kind !== 'quote')) {
        if (kind === 'code') expect(lines[number - 1]?.code).toBe(true)
        if (fenced.has(number - 1)) expect(kind).toBe('code')
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [
    'text\n    ```\n    # a\n    ```',
    /whether line 2 opens a code fence: it is indented like code/,
  ],
  ['- ```\n    ```\n   ```', /whether line 2 closes the code fence of line 1: it is indented more/],
  ['- a\n~~~\n~~~\n  b\n    ```\n    ```', /whether line 5 opens a code fence/],
])('where they could not, a review is refused: %j', (text, reason) => {
  expect(() => readLines(text)).toThrow(reason)
})

test('tables, headings and list items are those that renderers show', () => {
  const { blocks } = readMarkdown(
    [
      '# A *title* #',
      '',
      '| `File` | What |',
      '| --- | --- |',
      '| a \\| b | `c` |',
      '|  |',
      '',
      '| no | table |',
      '',
      '1. One',
      '   and more',
      '   - [ ] Two',
      '',
      '<!--',
      '## Hidden',
      '-->',
      '> ## Quoted',
    ].join('\n'),
  )
  expect(blocks).toEqual([
    { kind: 'heading', depth: 1, text: 'A *title*', from: 0, to: 1 },
    {
      kind: 'table',
      from: 2,
      to: 6,
      rows: [
        { cells: ['`File`', 'What'], line: 2 },
        { cells: ['a | b', '`c`'], line: 4 },
        { cells: [''], line: 5 },
      ],
    },
    { kind: 'text', text: '| no | table |', mark: '', level: 0, from: 7, to: 8 },
    { kind: 'text', text: 'One and more', mark: '1.', level: 1, from: 9, to: 11 },
    { kind: 'text', text: '[ ] Two', mark: '-', level: 2, from: 11, to: 12 },
    { kind: 'text', text: '<!-- ## Hidden -->', mark: '', level: 0, from: 13, to: 16 },
    { kind: 'text', text: 'Quoted', mark: '', level: 0, from: 16, to: 17 },
  ])
})

const LENGTH = 200_000
const HOSTILE = [
  ...['[', '![', '*a ', '_a', '` ``', '[a](', '<a ', '\\', '&', '> ', '>', '- ', '1. ', '|', '|-'],
  ...['a\n===\n', '- a\n', '> a\n- b\n', '| a |\n|-|\n', '```\n', '<div>\n', '\n', '[a]: b\n'],
  ...[`${'- '.repeat(20)}a\n`, `${'>'.repeat(20)}a\n`],
]

/** Each of these takes minutes if the whole text, or every inline mark and container, is parsed. */
test.each(HOSTILE)('200 KB of nothing but %j are read', (part) => {
  const text = `${part.repeat(LENGTH / part.length)}x`
  expect(readMarkdown(text).lines).toHaveLength(text.split('\n').length)
})
