/**
 * What providers demand of a schema before they promise to keep to it. A client that overlooks it works
 * against a lenient server and fails in production.
 */
import { asSchema, type JsonSchema } from '../answer.ts'

type Place = readonly string[]
type Check = (schema: JsonSchema) => string | undefined

/** Anthropic: every object must be closed. What is wrong, as a sentence; undefined if nothing is. */
export function openObjectProblem(schema: JsonSchema): string | undefined {
  return firstProblem(schema, openObject)
}

/** OpenAI's strict mode: an object at the root, and a small part of JSON Schema within. */
export function strictSchemaProblem(schema: JsonSchema): string | undefined {
  return rootProblem(schema) ?? firstProblem(schema, strictProblem)
}

/** Also of OpenAI's schemas that are not strict, if they are inputs of functions. */
export function rootProblem(schema: JsonSchema): string | undefined {
  if (schema.type !== 'object') {
    const type = schema.type === undefined ? 'None' : `${schema.type}`
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`
  }
  const isChoice = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((keyword) => keyword in schema)
  return isChoice
    ? "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
    : undefined
}

/** `prefixItems` is not among them: OpenAI ignores it, and then misses `items`. */
const FORBIDDEN = [
  ...['allOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependencies', 'dependentRequired', 'dependentSchemas'],
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'additionalItems'],
  ...['contains', 'minContains', 'maxContains', 'uniqueItems'],
]
/** One of them says what a value is. */
const TYPES = ['type', 'anyOf', '$ref', 'enum', 'const']

function strictProblem(schema: JsonSchema): string | undefined {
  const forbidden = FORBIDDEN.find((keyword) => keyword in schema)
  if (forbidden !== undefined) return `'${forbidden}' is not permitted.`
  if (!TYPES.some((keyword) => keyword in schema)) return "schema must have a 'type' key."
  const types = [schema.type].flat()
  const isList = typeof schema.items === 'object' && !Array.isArray(schema.items)
  if (types.includes('array') && !isList) return 'array schema missing items.'
  if (!types.includes('object')) return undefined
  return openObject({ ...schema, type: 'object' }) ?? optionalProperty(schema)
}

function openObject({ type, additionalProperties }: JsonSchema): string | undefined {
  return type === 'object' && additionalProperties !== false
    ? "'additionalProperties' is required to be supplied and to be false."
    : undefined
}

function optionalProperty(schema: JsonSchema): string | undefined {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const missing = Object.keys(asSchema(schema.properties)).find((key) => !required.has(key))
  return missing === undefined
    ? undefined
    : `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
}

function firstProblem(schema: JsonSchema, check: Check, place: Place = []): string | undefined {
  const problem = check(schema)
  if (problem !== undefined)
    return `In context=(${place.map((part) => `'${part}'`).join(', ')}), ${problem}`
  for (const [path, inner] of partsOf(schema)) {
    const within = firstProblem(inner, check, [...place, ...path])
    if (within !== undefined) return within
  }
  return undefined
}

/** The schemas within a schema, each with its path. */
function partsOf(schema: JsonSchema): [Place, JsonSchema][] {
  const held = ['properties', '$defs', 'definitions'].flatMap((holder) =>
    Object.entries(asSchema(schema[holder])).map(([name, inner]) => part([holder, name], inner)),
  )
  const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'].flatMap((list) => {
    const inner = schema[list]
    if (inner === undefined) return []
    if (!Array.isArray(inner)) return [part([list], inner)]
    return inner.map((one, index) => part([list, `${index}`], one))
  })
  return [...held, ...listed]
}

function part(path: Place, schema: unknown): [Place, JsonSchema] {
  return [path, asSchema(schema)]
}
