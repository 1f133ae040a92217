import { expect, test } from 'vitest'
import { z } from 'zod'
import { lookSchema } from '../drafter.ts'

test('what may be missing from a look is an empty list, false or null', () => {
  const file = { path: 'src/a.ts' }
  expect(lookSchema.parse({ files: [file], symbols: null })).toEqual({
    ...{ files: [{ ...file, from: null, to: null }], symbols: [], searches: [] },
    again: false,
  })
})

test('a search may be a text alone', () => {
  const searches = ['a', { text: 'b' }, { text: 'c', in: 'src/' }]
  expect(lookSchema.parse({ searches }).searches).toEqual([
    { text: 'a', in: null },
    { text: 'b', in: null },
    { text: 'c', in: 'src/' },
  ])
})

test('a look as JSON Schema has every field required, and nothing that a provider refuses', () => {
  const { $schema: _, ...schema } = z.toJSONSchema(lookSchema, { io: 'input', target: 'draft-7' })
  const text = JSON.stringify(schema)
  for (const keyword of ['anyOf', 'oneOf', 'default', 'minimum', 'maximum', 'const'])
    expect(text).not.toContain(`"${keyword}"`)
  expect(schema.required).toEqual(['files', 'symbols', 'searches', 'again'])
})
