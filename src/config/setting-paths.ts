import type { z } from 'zod'
import { ROLES } from '../model/calls/roles.ts'
import { ROLE_SETTINGS } from './role-schema.ts'
import { configSchema } from './schema.ts'

const ROLES_PATH = 'models'

/** Every setting as a dotted path, `limits.itemTimeout`, with the schema of its value. */
const SETTINGS: ReadonlyMap<string, z.ZodType> = new Map([
  ...settingsIn(configSchema),
  ...ROLES.flatMap(roleSettings),
])

export const SETTING_PATHS: readonly string[] = [...SETTINGS.keys()]

/** Whether it belongs to a role, which a table of the config has. */
export function isOfRole(path: string): boolean {
  return path.startsWith(`${ROLES_PATH}.`)
}

/** Those that a text can set: no lists and no tables. */
export const SCALAR_PATHS: readonly string[] = SETTING_PATHS.filter(
  (path) => !['array', 'record'].includes(typeOf(path) ?? ''),
)

/** `limits.itemTimeout` is set by `AGENTOS_LIMITS_ITEM_TIMEOUT`. */
export function environmentName(path: string): string {
  const words = path.replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll('.', '_')
  return `AGENTOS_${words.toUpperCase()}`
}

/** Whether its members have names of the user's choice. */
export function isTable(path: string): boolean {
  return typeOf(path) === 'record'
}

/** Its values, if there are only so many. */
export function valuesOf(path: string): readonly string[] {
  const schema = SETTINGS.get(path)
  const { innerType = schema } = (schema?.def ?? {}) as { innerType?: z.ZodType }
  const { type, entries = {} } = (innerType?.def ?? {}) as { type?: string; entries?: object }
  return type === 'boolean' ? ['true', 'false'] : Object.values(entries)
}

export type Unit = 'ms' | 'bytes'

/** What a number of the config counts, if that does not go without saying. */
export function unitOf(path: string): Unit | undefined {
  return SETTINGS.get(path)?.meta()?.unit as Unit | undefined
}

function typeOf(path: string): string | undefined {
  return SETTINGS.get(path)?.def.type
}

/** Objects have members, also behind a default; what else there is, is a setting. */
function settingsIn(schema: z.ZodType, path: readonly string[] = []): [string, z.ZodType][] {
  const { innerType, shape } = schema.def as { innerType?: z.ZodType; shape?: Shape }
  if (innerType !== undefined) return settingsIn(innerType, path)
  if (shape === undefined) return [[path.join('.'), schema]]
  return Object.entries(shape).flatMap(([key, member]) => settingsIn(member, [...path, key]))
}

/** Of the roles that everybody has. */
function roleSettings(role: string): [string, z.ZodType][] {
  return Object.entries(ROLE_SETTINGS).map(([key, schema]) => [
    `${ROLES_PATH}.${role}.${key}`,
    schema,
  ])
}

type Shape = Readonly<Record<string, z.ZodType>>
