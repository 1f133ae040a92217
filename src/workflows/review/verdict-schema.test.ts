import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Finding, VERDICT_SCHEMAS, type Verdict, verdictOf } from './verdict-schema.ts'

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

describe('the schema', () => {
  const parse = (answer: unknown) => verdictOf(VERDICT_SCHEMAS.issue.parse(answer))

  test('what may be missing is an empty list, an empty text or null', () => {
    const { earlier, openQuestions, labels, size, ...rest } = verdict()
    expect(parse(rest)).toEqual(verdict())
    const nulls = { ...rest, earlier: null, openQuestions: null, labels: null, size: null }
    expect(parse({ ...nulls, needs: null })).toEqual(verdict())
    const question = { text: 'Why?', status: 'human' }
    expect(parse({ ...rest, openQuestions: [question] })).toEqual(
      verdict({ openQuestions: [{ text: 'Why?', status: 'human', answer: null }] }),
    )
    const said = { id: 'A', disposition: 'fixed' } as const
    expect(parse({ ...rest, earlier: [said] })).toEqual(
      verdict({ earlier: [{ ...said, note: '' }] }),
    )
  })

  test('only issues have labels and a size', () => {
    const { labels, size, ...rest } = verdict()
    for (const kind of ['lld', 'code'] as const) {
      expect(VERDICT_SCHEMAS[kind].safeParse({ ...rest, labels, size }).success).toBe(false)
      expect(verdictOf(VERDICT_SCHEMAS[kind].parse(rest))).toEqual(verdict())
    }
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
    const { error } = VERDICT_SCHEMAS.issue.safeParse({ ...verdict(), ...more })
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  test('the refusal of a category names those there are', () => {
    const { error } = VERDICT_SCHEMAS.issue.safeParse(
      verdict({ findings: [finding({ category: 'Speed' })] }),
    )
    expect(error?.issues[0]?.message).toBe(
      'expected one of Cost, Safety, Security, Legal in tier 1, got "Speed"',
    )
  })

  test.each([
    ...(['issue', 'lld', 'code'] as const).map((kind) => [kind, 'input'] as const),
    ...(['issue', 'lld', 'code'] as const).map((kind) => [kind, 'output'] as const),
  ])(
    'of %s as JSON Schema (%s) has only what all providers take, every field required',
    (kind, io) => {
      const options = { io, target: 'draft-7' } as const
      const { $schema: _, ...schema } = z.toJSONSchema(VERDICT_SCHEMAS[kind], options)
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
      expect(objects).toHaveLength(7)
      for (const { properties, required, additionalProperties } of objects) {
        expect(required).toEqual(Object.keys(properties as object))
        expect(additionalProperties).toBe(false)
      }
    },
  )
})

function nodesOf(schema: unknown): Record<string, unknown>[] {
  const node = schema as { properties?: object; items?: unknown } & Record<string, unknown>
  const below = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])]
  return [node, ...below.flatMap(nodesOf)]
}
