/** Whether an event has all that its readers count on. What a newer version has added is left to them. */
import { EVENT_FIELDS } from './event-fields.ts'
import type { Kind, Parts } from './field-kinds.ts'
import { PLAIN_PARTS, UNION_PARTS } from './part-fields.ts'

type Values = Readonly<Record<string, unknown>>

interface Field {
  readonly name: string
  readonly kind: Kind
  readonly mayBeMissing: boolean
  readonly mayBeNull: boolean
}

interface Shape {
  /** The field by which the members of a union are told apart. */
  readonly by?: string
  /** Of each member; of a noun that is no union there is one. */
  readonly members: ReadonlyMap<unknown, readonly Field[]>
}

/** Beyond it there is no date. */
const MOST_NUMBER = 8.64e15

export function isWholeEvent(value: unknown): boolean {
  if (!isObject(value) || !isNumber(value.at) || typeof value.run !== 'string') return false
  return isOfShape(value, EVENT)
}

function isOfShape(value: Values, { by, members }: Shape): boolean {
  const name = by === undefined ? undefined : value[by]
  if (by !== undefined && typeof name !== 'string') return false
  const fields = members.get(name)
  if (fields === undefined) return true
  for (const field of fields) if (!holds(value[field.name], field)) return false
  return true
}

function holds(value: unknown, { kind, mayBeMissing, mayBeNull }: Field): boolean {
  if (value === undefined) return mayBeMissing
  if (value === null) return mayBeNull
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return isNumber(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'object':
      return isObject(value)
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
    case 'objects':
      return Array.isArray(value) && value.every(isObject)
    default:
      return isObject(value) && isOfShape(value, PARTS[kind])
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MOST_NUMBER
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Table = Readonly<Record<string, string>>

function union({ by, fields }: { by: string; fields: Readonly<Record<string, Table>> }): Shape {
  return { by, members: new Map(Object.entries(fields).map(([name, of]) => [name, fieldsOf(of)])) }
}

function plain(table: Table): Shape {
  return { members: new Map([[undefined, fieldsOf(table)]]) }
}

function fieldsOf(table: Table): Field[] {
  return Object.entries(table).map(([name, text]) => ({
    name,
    kind: text.replace(/\|null|\?/g, '') as Kind,
    mayBeMissing: text.endsWith('?'),
    mayBeNull: text.includes('|null'),
  }))
}

const EVENT = union({ by: 'type', fields: EVENT_FIELDS })

const PARTS: Readonly<Record<keyof Parts, Shape>> = {
  failure: union(UNION_PARTS.failure),
  skip: union(UNION_PARTS.skip),
  'left-out': union(UNION_PARTS['left-out']),
  report: union(UNION_PARTS.report),
  'call-outcome': plain(PLAIN_PARTS['call-outcome']),
  outage: plain(PLAIN_PARTS.outage),
  usage: plain(PLAIN_PARTS.usage),
  limits: plain(PLAIN_PARTS.limits),
  estimate: plain(PLAIN_PARTS.estimate),
  range: plain(PLAIN_PARTS.range),
  lock: plain(PLAIN_PARTS.lock),
  'cost-stop': plain(PLAIN_PARTS['cost-stop']),
  trace: plain(PLAIN_PARTS.trace),
}
