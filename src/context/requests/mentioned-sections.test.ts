import { expect, test } from 'vitest'
import type { IndexedFile } from '../index/build-index.ts'
import { readText } from '../index/text-headings.ts'
import { mentionedSections } from './mentioned-sections.ts'

const README = [
  '# Router',
  'What it is.',
  '## Matching Routes',
  ...Array.from({ length: 20 }, (_, index) => `Route ${index}.`),
  '## Usage',
  'Use it.',
  '## Long Story',
  ...Array.from({ length: 200 }, (_, index) => `Line ${index}.`),
].join('\n')
const { symbols } = readText('README.md', README)
const file = { path: 'README.md', symbols } as unknown as IndexedFile

test.each([
  ['A paragraph at the end of section Matching Routes', [[3, 23]]],
  ['README.md: "Matching routes" says so', [[3, 23]]],
  ['see the usage of it', []],
  ['the section Usage', [[24, 25]]],
  ['a line below "Usage"', [[24, 25]]],
  [
    'the long story',
    [
      [26, 95],
      [187, 226],
    ],
  ],
])('%s', (text, lines) => {
  expect(mentionedSections(text, file)).toEqual(lines)
})
