import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Finding, inconsistencies, type Verdict, verdictSchema } from './verdict-schema.ts'

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

describe('the schema', () => {
  test('what may be missing is an empty list or null', () => {
    const { earlier, openQuestions, labels, size, ...rest } = verdict()
    expect(verdictSchema.parse(rest)).toEqual(verdict())
    const nulls = { ...rest, earlier: null, openQuestions: null, labels: null, size: null }
    expect(verdictSchema.parse(nulls)).toEqual(verdict())
    const question = { text: 'Why?', status: 'human' }
    expect(verdictSchema.parse({ ...rest, openQuestions: [question] })).toEqual(
      verdict({ openQuestions: [{ text: 'Why?', status: 'human', answer: null }] }),
    )
  })

  test.each([
    ['an unknown verdict', { verdict: 'ACCEPTED' }, 'verdict'],
    ['a verdict in lower case', { verdict: 'approved' }, 'verdict'],
    ['a fourth tier', { findings: [{ ...finding(), tier: 4 }] }, 'findings.0.tier'],
    ['a tier as text', { findings: [{ ...finding(), tier: '1' }] }, 'findings.0.tier'],
    [
      'a Tier 2 category in tier 1',
      { findings: [finding({ category: 'Quality' })] },
      'findings.0.category',
    ],
    ['a blank title', { findings: [finding({ title: ' \n' })] }, 'findings.0.title'],
    ['a missing verdict', { verdict: undefined }, 'verdict'],
    ['a word too much', { confidence: 1 }, ''],
  ])('refuses %s', (_, more, path) => {
    const { error } = verdictSchema.safeParse({ ...verdict(), ...more })
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  test('the refusal of a category names those there are', () => {
    const { error } = verdictSchema.safeParse(
      verdict({ findings: [finding({ category: 'Speed' })] }),
    )
    expect(error?.issues[0]?.message).toBe(
      'expected one of Cost, Safety, Security, Legal in tier 1, got "Speed"',
    )
  })

  test.each(['input', 'output'] as const)(
    'as JSON Schema (%s) has only what all providers take, every field required',
    (io) => {
      const { $schema: _, ...schema } = z.toJSONSchema(verdictSchema, { io, target: 'draft-7' })
      const nodes = nodesOf(schema)
      const keywords = new Set(nodes.flatMap((node) => Object.keys(node)))
      expect([...keywords].sort()).toEqual([
        'additionalProperties',
        'description',
        'enum',
        'items',
        'properties',
        'required',
        'type',
      ])
      const objects = nodes.filter(({ type }) => type === 'object')
      expect(objects).toHaveLength(4)
      for (const { properties, required, additionalProperties } of objects) {
        expect(required).toEqual(Object.keys(properties as object))
        expect(additionalProperties).toBe(false)
      }
    },
  )
})

describe('a verdict is inconsistent', () => {
  const earlier = [
    { id: 'A', tier: 1 },
    { id: 'B', tier: 2 },
  ] as const
  const fixed = [
    { id: 'A', disposition: 'fixed' },
    { id: 'B', disposition: 'withdrawn' },
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
      { verdict: 'APPROVED', findings: [], earlier: [{ id: 'A', disposition: 'open' }, fixed[1]] },
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
      { earlier: [...fixed, { id: 'Z', disposition: 'open' }] },
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
      { earlier: [...fixed, { id: 'A', disposition: 'open' }] },
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
      { findings: [], earlier: [fixed[0], { id: 'B', disposition: 'open' }] },
      true,
    ],
    [
      'approved with Tier 2 and 3 carried on',
      {
        verdict: 'APPROVED',
        findings: [suggestion],
        earlier: [fixed[0], { id: 'B', disposition: 'open' }],
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

function nodesOf(schema: unknown): Record<string, unknown>[] {
  const node = schema as { properties?: object; items?: unknown } & Record<string, unknown>
  const below = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])]
  return [node, ...below.flatMap(nodesOf)]
}
