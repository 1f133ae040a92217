import { expect, test } from 'vitest'
import { termsOf } from './question-terms.ts'

const ISSUE = `dictutils: a non-overwriting update

\`OrderedMultiDict.update()\` replaces values. See boltons/dictutils.py, ./src/x/y and JSONLIterator.
It says "could not find the key" and 'one'. Not https://example.org/a/b.py, e.g. this one.

\`\`\`
Traceback: File "boltons/cacheutils.py", line 3, in get_it
\`\`\`
`

test('paths, names, quoted texts and words of an issue; what stands in a fence counts less', () => {
  const { paths, names, phrases, words, spoken } = termsOf(ISSUE, ['Task.run'])
  expect(paths.get('boltons/dictutils.py')).toBe(1)
  expect(paths.get('src/x/y')).toBe(1)
  expect(paths.get('boltons/cacheutils.py')).toBe(0.25)
  expect([...paths.keys()].some((path) => path.includes('example'))).toBe(false)
  expect(names.get('OrderedMultiDict.update')).toBe(1)
  expect(names.get('JSONLIterator')).toBe(0.8)
  expect(names.get('Task.run')).toBe(1)
  expect(names.get('get_it')).toBeLessThan(0.3)
  expect(phrases).toEqual(['could not find the key'])
  expect(words.get('dictutil')).toBeGreaterThan(words.get('replac') ?? 0)
  expect(words.has('the')).toBe(false)
  expect(spoken.has('update')).toBe(true)
})

test('nothing is asked', () => {
  const { paths, names, words } = termsOf('')
  expect([paths.size, names.size, words.size]).toEqual([0, 0, 0])
})
