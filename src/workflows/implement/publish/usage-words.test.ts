import { expect, test } from 'vitest'
import { usageWords } from './usage-words.ts'

const used = (model: string, calls: number, cost: number | null) => ({
  ...{ model, calls, cost, inputTokens: 10, outputTokens: 2 },
})

test('answers and cost are told by model and in all; an unknown price makes no sum', () => {
  expect(usageWords([used('a', 1, 0.004), used('b', 3, 0.125)])).toEqual([
    'a: 1 answer, less than $0.01.',
    'b: 3 answers, $0.13.',
    'In all: 4 answers, $0.13.',
  ])
  expect(usageWords([used('a', 2, 1), used('', 1, null)])).toEqual([
    'a: 2 answers, $1.00.',
    'A model without a name: 1 answer, cost unknown.',
    'In all: 3 answers, cost unknown.',
  ])
  expect(usageWords([used('a', 2, 0)])).toEqual(['a: 2 answers, $0.00.'])
})
