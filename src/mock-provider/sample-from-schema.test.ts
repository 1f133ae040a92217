import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sampleFromSchema } from './sample-from-schema.ts'

interface Tree {
  readonly name: string
  readonly children: readonly Tree[]
  readonly parent: Tree | null
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  children: z.array(z.lazy(() => tree)),
  parent: z.lazy(() => tree).nullable(),
})

describe('the sample of a schema fits it', () => {
  test.each<[string, z.ZodType]>([
    [
      'a verdict',
      z.object({ verdict: z.enum(['APPROVE', 'REVISE']), notes: z.string().optional() }),
    ],
    ['nested lists', z.object({ findings: z.array(z.object({ id: z.string() })).min(2) })],
    ['choices', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), n: z.int() })])],
    ['something nullable', z.object({ a: z.string().nullable(), b: z.null() })],
    ['lengths', z.object({ a: z.string().min(12), b: z.string().max(2) })],
    ['numbers', z.tuple([z.int().min(3), z.number().gt(0).lt(1), z.int().max(-2), z.int().gt(4)])],
    ['multiples', z.tuple([z.int().min(5).multipleOf(4), z.number().multipleOf(0.5)])],
    ['formats', z.object({ a: z.email(), b: z.uuid(), c: z.url(), d: z.iso.datetime() })],
    [
      'a pattern',
      z.object({ id: z.string().regex(/^[a-z]+-\d+$/), sha: z.string().regex(/^0{40}$/) }),
    ],
    ['both of two', z.intersection(z.object({ a: z.string() }), z.object({ b: z.boolean() }))],
    ['a record', z.object({ counts: z.record(z.string(), z.number()) })],
    ['a tree that holds itself', tree],
    ['anything', z.object({ any: z.unknown() })],
  ])('%s', (_, schema) => {
    const sample = sampleFromSchema(z.toJSONSchema(schema))
    expect(schema.safeParse(sample)).toMatchObject({ success: true })
  })
})

test('limits that Anthropic’s client can tell in words only are kept', () => {
  const list = { type: 'array', items: { type: 'integer', description: 'minimum: 3; maximum: 9.' } }
  expect(
    sampleFromSchema({ ...list, description: 'The lines.\nmin items: 2; max items: 4.' }),
  ).toEqual([3, 3])
  const text = { type: 'string', description: 'min length: 2; pattern: ^[A-Z]-\\d$; format: id.' }
  expect(sampleFromSchema(text)).toBe('A-1')
})

test('a tuple as older schemas write it has each of its items', () => {
  const schema = { type: 'array', items: [{ type: 'string' }, { type: 'boolean' }] }
  expect(sampleFromSchema(schema)).toEqual(['sample', false])
})

test('types as Gemini writes them are understood, and optional properties left out', () => {
  const schema = {
    type: 'OBJECT',
    properties: { ok: { type: 'BOOLEAN' }, why: { type: 'STRING', nullable: true } },
    required: ['ok'],
  }
  expect(sampleFromSchema(schema)).toEqual({ ok: false })
})

test('a schema that nothing finite fits gives null', () => {
  const schema = { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] }
  expect(sampleFromSchema(schema)).toBeNull()
})
