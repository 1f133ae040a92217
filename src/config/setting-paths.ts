import { z } from 'zod'
import { configSchema } from './schema.ts'

/** Every setting as a dotted path, `limits.itemTimeout`. */
export const SETTING_PATHS: readonly string[] = pathsOf(configSchema, '')

/** Those that a text can set: no lists and no tables. */
export const SCALAR_PATHS: readonly string[] = SETTING_PATHS.filter((path) => isScalar(path))

/** `limits.itemTimeout` is set by `AGENTOS_LIMITS_ITEM_TIMEOUT`. */
export function environmentName(path: string): string {
  const words = path.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('.', '_')
  return `AGENTOS_${words.toUpperCase()}`
}

function pathsOf(schema: z.ZodType, prefix: string): string[] {
  const shape = shapeOf(schema)
  if (shape === undefined) return [prefix]
  return Object.entries(shape).flatMap(([key, member]) =>
    pathsOf(member, prefix === '' ? key : `${prefix}.${key}`),
  )
}

/** Whether its members have names of the user's choice. */
export function isTable(path: string): boolean {
  return schemaOf(path)?.def.type === 'record'
}

/** What a number of the config counts, if that does not go without saying. */
export function unitOf(path: string): Unit | undefined {
  const schema = schemaOf(path)
  return schema && (z.globalRegistry.get(schema)?.unit as Unit | undefined)
}

export type Unit = 'ms' | 'bytes'

function isScalar(path: string): boolean {
  const schema = schemaOf(path)
  return schema !== undefined && !['array', 'record'].includes(schema.def.type)
}

function schemaOf(path: string): z.ZodType | undefined {
  const schema = path
    .split('.')
    .reduce<z.ZodType | undefined>((outer, key) => outer && shapeOf(outer)?.[key], configSchema)
  return schema && innermost(schema)
}

function innermost(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return innerType === undefined ? schema : innermost(innerType)
}

/** The members of an object schema, also behind a default. */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const definition = schema.def as { type: string; shape?: unknown; innerType?: z.ZodType }
  if (definition.type === 'object') return definition.shape as Record<string, z.ZodType>
  return definition.innerType === undefined ? undefined : shapeOf(definition.innerType)
}
