import { describe, expect, test } from 'vitest'
import { inconsistencies, verdictFor } from './consistent-verdict.ts'
import type { Finding, Verdict } from './verdict-schema.ts'

const finding = (more: Partial<Finding> = {}): Finding => ({
  id: 'R1-1',
  tier: 1,
  category: 'Cost',
  title: 'Unbounded loop',
  detail: 'It never ends.',
  recommendation: 'End it.',
  ...more,
})

const verdict = (more: Partial<Verdict> = {}): Verdict => ({
  identity: 'Senior architect',
  verdict: 'REVISE',
  summary: 'Nearly.',
  findings: [finding()],
  earlier: [],
  openQuestions: [],
  labels: [],
  size: null,
  ...more,
})

const suggestion = finding({ tier: 3, category: 'Naming' })

describe('a verdict is inconsistent', () => {
  const earlier = [
    { id: 'A', tier: 1 },
    { id: 'B', tier: 2 },
  ] as const
  const fixed = [
    { id: 'A', disposition: 'fixed', note: '' },
    { id: 'B', disposition: 'withdrawn', note: '' },
  ] as const

  test.each<[string, Partial<Verdict>, boolean, RegExp[]]>([
    [
      'approved with a Tier 1 finding',
      { verdict: 'APPROVED' },
      false,
      [/APPROVED, but finding "R1-1" is in Tier 1/],
    ],
    [
      'approved with an earlier Tier 1 finding open',
      {
        verdict: 'APPROVED',
        findings: [],
        earlier: [{ id: 'A', disposition: 'open', note: '' }, fixed[1]],
      },
      true,
      [/APPROVED, but the earlier Tier 1 finding "A" is still open/],
    ],
    ['revise with suggestions only', { findings: [suggestion] }, false, [/REVISE, but no finding/]],
    [
      'revise with nothing open',
      { findings: [], earlier: [...fixed] },
      true,
      [/REVISE, but no finding/],
    ],
    [
      'an earlier finding without disposition',
      { earlier: [fixed[0]] },
      true,
      [/"B" has no disposition/],
    ],
    [
      'a disposition for an unknown id',
      { earlier: [...fixed, { id: 'Z', disposition: 'open', note: '' }] },
      true,
      [/disposition for "Z", but no such/],
    ],
    [
      'a disposition in the first round',
      { earlier: [fixed[0]] },
      false,
      [/disposition for "A", but no such/],
    ],
    [
      'ids twice',
      { findings: [finding(), finding(), finding()] },
      false,
      [/Two findings have the id "R1-1"/],
    ],
    [
      'an earlier id again',
      { findings: [finding({ id: 'A' })], earlier: [...fixed] },
      true,
      [/"A" has the id of an earlier/],
    ],
    [
      'two dispositions',
      { earlier: [...fixed, { id: 'A', disposition: 'open', note: '' }] },
      true,
      [/"A" has two dispositions/],
    ],
    [
      'an answered question without answer',
      { openQuestions: [{ text: 'Why?', status: 'answered', answer: ' ' }] },
      false,
      [/"Why\?" is marked as answered, but has no answer/],
    ],
    [
      'several things at once',
      { verdict: 'APPROVED', earlier: [] },
      true,
      [/Tier 1, which blocks/, /"A" has no disposition/, /"B" has no disposition/],
    ],
  ])('%s', (_, more, secondRound, expected) => {
    const found = inconsistencies(verdict(more), secondRound ? earlier : [])
    expect(found).toHaveLength(expected.length)
    for (const [index, sentence] of found.entries())
      expect(sentence).toMatch(expected[index] ?? /^$/)
  })

  test.each<[string, Partial<Verdict>, boolean]>([
    ['revise with a new finding', {}, false],
    [
      'revise with an earlier one open',
      { findings: [], earlier: [fixed[0], { id: 'B', disposition: 'open', note: '' }] },
      true,
    ],
    [
      'approved with Tier 2 and 3 carried on',
      {
        verdict: 'APPROVED',
        findings: [suggestion],
        earlier: [fixed[0], { id: 'B', disposition: 'open', note: '' }],
      },
      true,
    ],
    ['discuss with nothing', { verdict: 'DISCUSS', findings: [] }, false],
    [
      'a question for a person',
      { openQuestions: [{ text: 'Why?', status: 'human', answer: null }] },
      false,
    ],
  ])('not: %s', (_, more, secondRound) => {
    expect(inconsistencies(verdict(more), secondRound ? earlier : [])).toEqual([])
  })
})

test('a reviewer who asks to be shown more has not judged yet, and may ask only once', () => {
  const { labels: _, size: __, ...rest } = verdict({ verdict: 'APPROVED' })
  const needs = { files: [{ path: 'src/a.ts', from: null, to: null }], symbols: [], searches: [] }
  const problems = (mayAsk: boolean, words: object) => {
    const schema = verdictFor('lld', { document: '', open: [], mayAsk })
    return schema.safeParse({ ...rest, ...words }).error?.issues.map(({ message }) => message)
  }
  expect(problems(true, { needs })).toBeUndefined()
  expect(problems(true, {})).toEqual([expect.stringContaining('Tier 1, which blocks')])
  expect(problems(false, { needs })).toEqual([expect.stringContaining('possible once only')])
})
