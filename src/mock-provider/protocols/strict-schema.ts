/**
 * What providers demand of a schema before they promise to keep to it. Every object must be closed;
 * OpenAI also wants each property to be required. A client that overlooks it works against a
 * lenient server and fails in production.
 */
import { asSchema, type JsonSchema } from '../answer.ts'

const HOLDERS = ['properties', '$defs', 'definitions'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'] as const

/** What is wrong with the schema, as a sentence; undefined if nothing is. */
export function strictSchemaProblem(
  schema: JsonSchema,
  rules: { readonly everyPropertyRequired: boolean },
  place: readonly string[] = [],
): string | undefined {
  const here = `In context=(${place.map((part) => `'${part}'`).join(', ')})`
  if (schema.type === 'object') {
    if (schema.additionalProperties !== false) {
      return `${here}, 'additionalProperties' is required to be supplied and to be false.`
    }
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const missing = Object.keys(asSchema(schema.properties)).find((key) => !required.has(key))
    if (rules.everyPropertyRequired && missing !== undefined) {
      return `${here}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
    }
  }
  for (const [name, inner] of partsOf(schema)) {
    const problem = strictSchemaProblem(inner, rules, [...place, name])
    if (problem !== undefined) return problem
  }
  return undefined
}

function partsOf(schema: JsonSchema): [string, JsonSchema][] {
  const held = HOLDERS.flatMap((holder) => Object.entries(asSchema(schema[holder])))
  const listed = LISTS.flatMap((list) =>
    [schema[list] ?? []].flat().map((inner) => [list, inner] as const),
  )
  return [...held, ...listed].map(([name, inner]) => [name, asSchema(inner)])
}
