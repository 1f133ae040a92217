/**
 * The smallest value that fits a JSON schema: required properties only, first choices, shortest
 * lists. Understands what zod writes for workflows' schemas, and Gemini's upper-case types.
 */
import { asSchema, type JsonSchema } from './answer.ts'

interface Place {
  readonly root: JsonSchema
  /** The references being followed, to notice a circle. */
  readonly within: readonly string[]
}

export function sampleFromSchema(schema: JsonSchema): unknown {
  return sample(schema, { root: schema, within: [] }) ?? null
}

/** Undefined where no finite value exists, so that another choice can be tried. */
function sample(bare: JsonSchema, place: Place): unknown {
  const schema = withDescribedLimits(bare)
  if (typeof schema.$ref === 'string') return sampleReference(schema.$ref, place)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema) return schema.default
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return firstSample(choices, place)
  if (Array.isArray(schema.allOf)) return sample(merged(schema, schema.allOf, place), place)
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, place)
    case 'array':
      return sampleArray(schema, place)
    case 'string':
      return sampleString(schema)
    case 'number':
    case 'integer':
      return sampleNumber(schema)
    case 'boolean':
      return false
    default:
      return null
  }
}

function sampleReference(reference: string, place: Place): unknown {
  if (place.within.includes(reference)) return undefined
  return sample(resolve(reference, place), { ...place, within: [...place.within, reference] })
}

/** `#/$defs/node` and `#` within the same schema. */
function resolve(reference: string, { root }: Place): JsonSchema {
  const keys = reference.split('/').slice(1)
  return keys.reduce<JsonSchema>((schema, key) => asSchema(schema[decodeURIComponent(key)]), root)
}

function firstSample(choices: readonly JsonSchema[], place: Place): unknown {
  for (const choice of choices) {
    const found = sample(choice, place)
    if (found !== undefined) return found
  }
  return undefined
}

function merged(schema: JsonSchema, all: readonly JsonSchema[], place: Place): JsonSchema {
  const { allOf: _, ...rest } = schema
  const parts = [rest, ...all].map((part) =>
    typeof part.$ref === 'string' ? resolve(part.$ref, place) : part,
  )
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  return { ...Object.assign({}, ...parts), properties, required }
}

function sampleObject(schema: JsonSchema, place: Place): unknown {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = asSchema(schema.properties)
  const entries = required.map((key: string) => {
    return [key, sample(asSchema(properties[key]), place)] as const
  })
  if (entries.some(([, value]) => value === undefined)) return undefined
  return Object.fromEntries(entries)
}

function sampleArray(schema: JsonSchema, place: Place): unknown {
  const fixed = [schema.prefixItems, schema.items].find(Array.isArray) ?? []
  const length = Math.max(numberOf(schema.minItems), fixed.length)
  const values = Array.from({ length }, (_, index) =>
    sample(fixed[index] ?? asSchema(schema.items), place),
  )
  return values.includes(undefined) ? undefined : values
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '11111111-1111-4111-8111-111111111111',
}
const WORDS = ['sample', 'a', 'A', '1', '42', 'a-1', 'A-1', 'a/b.ts', 'v1.0.0', '0'.repeat(40)]

function sampleString(schema: JsonSchema): string {
  const format = FORMATS[`${schema.format}`]
  if (format !== undefined) return format
  const most = schema.maxLength === undefined ? 1_000_000 : numberOf(schema.maxLength)
  const sized = (word: string) => word.padEnd(numberOf(schema.minLength), '.').slice(0, most)
  if (typeof schema.pattern !== 'string') return sized('sample')
  const pattern = new RegExp(schema.pattern, 'u')
  return WORDS.map(sized).find((word) => pattern.test(word)) ?? sized('sample')
}

function sampleNumber(schema: JsonSchema): number {
  const step = numberOf(schema.multipleOf) || 1
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const least = Math.max(bound(schema.minimum, -Infinity), bound(above, -Infinity))
  const most = Math.min(bound(schema.maximum, Infinity), bound(below, Infinity))
  if (least < 0 && most > 0) return 0
  const edge = least >= 0 ? Math.ceil(least / step) * step : Math.floor(most / step) * step
  const value = edge === above ? edge + step : edge === below ? edge - step : edge
  return value >= least && value <= most && value !== below ? value : (least + most) / 2
}

/** The type that a value will have; one of several, and a bare object by its properties. */
function typeOf(schema: JsonSchema): string | undefined {
  const { type } = schema
  const first = Array.isArray(type) ? (type.find((name) => name !== 'null') ?? 'null') : type
  if (typeof first === 'string') return first.toLowerCase()
  return schema.properties === undefined ? undefined : 'object'
}

function numberOf(value: unknown): number {
  return Number(value ?? 0)
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

const LIMIT =
  /(?:^|; )(minimum|maximum|exclusive minimum|exclusive maximum|multiple of|min length|max length|min items): (-?[\d.]+)(?=; |\.$)/g
const PATTERN = /(?:^|; )pattern: (.+?)(?:; [a-z ]+: .*)?\.$/

/**
 * Anthropic's schemas know no limits, so its client writes them as words into the last line of the
 * description: `min items: 1; max items: 5.` A model reads that; so must a sample.
 */
function withDescribedLimits(schema: JsonSchema): JsonSchema {
  const words = `${schema.description ?? ''}`.split('\n').at(-1) ?? ''
  const limits = [...words.matchAll(LIMIT)].map(([, name = '', value]) => [
    name.replace(/ (.)/, (_, letter: string) => letter.toUpperCase()),
    Number(value),
  ])
  const pattern = PATTERN.exec(words)?.[1]
  if (limits.length === 0 && pattern === undefined) return schema
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...Object.fromEntries(limits),
    ...schema,
  }
}
