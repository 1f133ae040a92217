import { expect, test } from 'vitest'
import { openObjectProblem, strictSchemaProblem } from './strict-schema.ts'

test.each([
  [{ type: 'object', properties: {} }, /context=\(\), 'additionalProperties'/],
  [{ anyOf: [{ type: 'array', items: { type: 'object' } }] }, /\('anyOf', '0', 'items'\)/],
  [{ $defs: { a: { type: 'object' } } }, /\('\$defs', 'a'\)/],
])('an open object is found wherever it is: %j', (schema, problem) => {
  expect(openObjectProblem(schema)).toMatch(problem)
})

const closed = (a: object) => ({
  type: 'object',
  properties: { a },
  required: ['a'],
  additionalProperties: false,
})

test.each([
  [{ type: 'array', items: { type: 'string' } }, /^schema must be .* got 'type: "array"'/],
  [{ anyOf: [closed({ type: 'string' })] }, /got 'type: "None"'/],
  [{ ...closed({ type: 'string' }), oneOf: [] }, /not have 'oneOf'.* at the top level/],
  [closed({ oneOf: [{ type: 'string' }] }), /\('properties', 'a'\), 'oneOf' is not permitted/],
  [closed({ allOf: [{ type: 'string' }] }), /'allOf' is not permitted/],
  [closed({ type: 'array', prefixItems: [{ type: 'string' }] }), /array schema missing items/],
  [closed({ type: 'array', items: [{ type: 'string' }] }), /array schema missing items/],
  [closed({ type: ['array', 'null'] }), /array schema missing items/],
  [closed({ description: 'anything' }), /\('properties', 'a'\), schema must have a 'type' key/],
  [closed({ type: ['object', 'null'], properties: {} }), /'additionalProperties' is required/],
  [{ ...closed({ type: 'string' }), required: [] }, /'required' is required .* Missing 'a'/],
  [{ ...closed({ type: 'string' }), additionalProperties: true }, /'additionalProperties' is/],
])('OpenAI’s strict mode refuses %j', (schema, problem) => {
  expect(strictSchemaProblem(schema)).toMatch(problem)
})

test.each([
  { type: 'string', minLength: 1, pattern: '^a' },
  { type: ['string', 'null'] },
  { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] },
  { $ref: '#' },
  { type: 'array', items: closed({ enum: ['b'] }), minItems: 1 },
])('OpenAI’s strict mode takes %j', (schema) => {
  expect(strictSchemaProblem(closed(schema))).toBeUndefined()
})
