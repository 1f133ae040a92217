/**
 * Features of a to-do list that the mock provider knows how to build for real: the demo's. A title
 * alone does not make one; all that is asked for must be known, or it is built like any other.
 */
export interface KnownFeature {
  readonly title: string
  readonly functionName: string
  /** As a design states it. */
  readonly signature: string
  /** What a test of each criterion does; `list` is the fixture. */
  readonly checks: Readonly<Record<string, string>>
  /** Lines with MOST_CHARACTERS are the bound that a first try may lack. */
  readonly code: string
  /** What a wrong first try has instead. */
  readonly slip: readonly [right: string, wrong: string]
}

/** Every issue that the mock provider drafts ends with it. */
export const REFUSED_INPUT = 'Input that cannot be used is refused with a message that names it'

export const LIST_STRUCTURES = `interface Item {
  readonly text: string
  readonly done: boolean
  readonly due?: string
  readonly tags?: readonly string[]
}`

export const FIXTURE = `const list = [
  { text: 'Buy milk', done: false, due: '2026-03-02', tags: ['home'] },
  { text: 'Call Ada', done: false, due: '2026-03-01', tags: ['work', 'phone'] },
  { text: 'Pay the rent', done: true, due: '2026-02-01', tags: ['home'] },
  { text: 'Read a book', done: false },
]`

const KNOWN: readonly KnownFeature[] = [
  {
    title: 'Due dates',
    functionName: 'overdue',
    signature: 'export function overdue(list: readonly Item[], day: string): Item[]',
    checks: {
      'Open items that were due before a day are listed, the oldest first':
        "assert.deepEqual(overdue(list, '2026-03-03'), [list[1], list[0]])",
      'Items that are done, or have no due date, are left out':
        "assert.deepEqual(overdue(list, '2026-03-01'), [])",
      [REFUSED_INPUT]: 'assert.throws(() => overdue(list, \'soon\'), /"soon" is no day/)',
    },
    code: `const DAY = /^\\d{4}-\\d{2}-\\d{2}$/
const MOST_CHARACTERS = 100

/** Open items that were due before the day, the oldest first. */
export function overdue(list, day) {
  if (day.length > MOST_CHARACTERS) throw new RangeError('The day is too long.')
  if (!DAY.test(day)) throw new RangeError(\`"\${day}" is no day; expected YYYY-MM-DD.\`)
  return list
    .filter((item) => !item.done && item.due !== undefined && item.due < day)
    .sort((one, other) => one.due.localeCompare(other.due))
}
`,
    slip: ['one.due.localeCompare(other.due)', 'other.due.localeCompare(one.due)'],
  },
  {
    title: 'Search',
    functionName: 'search',
    signature: 'export function search(list: readonly Item[], word: string): Item[]',
    checks: {
      'Items whose text contains a word are found, whatever its case':
        "assert.deepEqual(search(list, 'BUY'), [list[0]])",
      'A word that is nowhere gives an empty list': "assert.deepEqual(search(list, 'boat'), [])",
      [REFUSED_INPUT]: "assert.throws(() => search(list, ' '), /The word is empty/)",
    },
    code: `const MOST_CHARACTERS = 100

/** Items whose text contains the word, whatever its case. */
export function search(list, word) {
  if (word.length > MOST_CHARACTERS) throw new RangeError('The word is too long.')
  const wanted = word.trim().toLowerCase()
  if (wanted === '') throw new RangeError('The word is empty.')
  return list.filter((item) => item.text.toLowerCase().includes(wanted))
}
`,
    slip: ['item.text.toLowerCase().includes', 'item.text.includes'],
  },
  {
    title: 'Tags',
    functionName: 'tagged',
    signature: 'export function tagged(list: readonly Item[], tag: string): Item[]',
    checks: {
      'All items with a tag are listed':
        "assert.deepEqual(tagged(list, 'home'), [list[0], list[2]])",
      'A tag matches as a whole, not in part': "assert.deepEqual(tagged(list, 'hom'), [])",
      [REFUSED_INPUT]: "assert.throws(() => tagged(list, ''), /The tag is empty/)",
    },
    code: `const MOST_CHARACTERS = 100

/** All items that have exactly this tag. */
export function tagged(list, tag) {
  if (tag.length > MOST_CHARACTERS) throw new RangeError('The tag is too long.')
  if (tag === '') throw new RangeError('The tag is empty.')
  return list.filter((item) => item.tags?.includes(tag))
}
`,
    slip: ['item.tags?.includes(tag)', "item.tags?.join(' ').includes(tag)"],
  },
]

export function knownFeature(title: string, criteria: readonly string[]): KnownFeature | undefined {
  return KNOWN.find(
    (feature) =>
      feature.title === title &&
      criteria.length > 0 &&
      criteria.every((text) => Object.hasOwn(feature.checks, text)),
  )
}
