import { expect, test } from 'vitest'
import { failureWords } from './failure-words.ts'

test('a conflict says whether a union of the lines was tried, and what failed with it', () => {
  const conflict = { reason: 'conflict', other: 'agentos/7-x', files: ['CHANGELOG.md'] } as const
  expect(failureWords(conflict, 'IMPL-8').why).toBe('both change CHANGELOG.md')
  const failed = ['1 of 7 tests fail (one news at most)', '`npm run lint` fails']
  expect(failureWords({ ...conflict, failed }, 'IMPL-8').why).toBe(
    'both change CHANGELOG.md; merged by union and tested: 1 of 7 tests fail (one news at most); `npm run lint` fails',
  )
})

test('a throw names its place at the end of the first line', () => {
  const threw = { reason: 'threw', message: 'no luck\nat all', where: 'greet.mts:12' } as const
  expect(failureWords(threw, 'G-1').why).toBe('no luck (greet.mts:12)\nat all')
  expect(failureWords({ ...threw, message: 'no luck' }, 'G-1').why).toBe('no luck (greet.mts:12)')
  expect(failureWords({ reason: 'threw', message: 'no luck' }, 'G-1').why).toBe('no luck')
})
