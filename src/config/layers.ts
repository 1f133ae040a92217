/** The layers of settings: file, environment, flags; each with its source. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quote } from '../model/ids.ts'
import { loadErrorWords } from '../model/text/load-error.ts'
import { nearest } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { withRoles } from './role-schema.ts'
import { environmentName, SCALAR_PATHS } from './setting-paths.ts'

const FILE_NAMES = ['agentos.config.mts', 'agentos.config.ts', 'agentos.config.mjs']
/** What somebody may write instead, and would wonder about. */
const NOT_READ = /^\.?agentos(\.config|rc)?\.(js|cjs|cts|json|ya?ml|toml)$/

export type Values = { readonly [key: string]: unknown }

/** Where a value comes from; `name` is what people know that by. */
export interface Origin {
  readonly from: 'default' | 'file' | 'environment' | 'flag'
  readonly name: string
}

export interface Layer {
  readonly origin: (path: string) => Origin
  readonly values: Values
}

export interface Said {
  readonly root: string
  /** A file named by the user instead of the one at the root. */
  readonly file: string | undefined
  readonly environment: NodeJS.ProcessEnv
  readonly flags: readonly SettingFlag[]
}

/** A setting given on the command line, with the flag that it came from. */
export interface SettingFlag {
  readonly path: string
  readonly value: string
  readonly flag: string
}

/** Precedence, lowest first. */
export async function readLayers({ root, file, environment, flags }: Said): Promise<Layer[]> {
  return [await fileLayer(root, file), environmentLayer(environment), flagLayer(flags)]
}

/** The name of the config file at the root, if there is one. */
export function configFileOf(root: string): string | undefined {
  return FILE_NAMES.find((candidate) => existsSync(join(root, candidate)))
}

/** A config that is not read would be worse than none. */
function refuseUnread(root: string): void {
  const known = FILE_NAMES.filter((name) => existsSync(join(root, name)))
  const [unread] = [...readdirSync(root).filter((name) => NOT_READ.test(name)), ...known.slice(1)]
  if (unread === undefined) return
  const [read] = known
  const hint =
    read === undefined
      ? `Rename it to agentos.config.mjs; it ends with \`export default { … }\`.`
      : `${read} is read. Remove one of them.`
  throw new UsageError('config-not-read', `${unread} is not read as a config file.`, { hint })
}

async function fileLayer(root: string, named: string | undefined): Promise<Layer> {
  if (named === undefined) refuseUnread(root)
  const name = named ?? configFileOf(root)
  if (name === undefined) return { origin: () => ({ from: 'file', name: '' }), values: {} }
  const path = named === undefined ? join(root, name) : resolve(named)
  if (!existsSync(path)) {
    throw new UsageError('config-missing', `There is no config file ${quote(name)}.`)
  }
  const exported = (await importConfig(path, name)).default
  if (typeof exported !== 'object' || exported === null) {
    throw new UsageError('config-invalid', `Config file ${quote(name)} has no default export.`, {
      hint: 'It should end with `export default defineConfig({ … })`.',
    })
  }
  return { origin: () => ({ from: 'file', name }), values: withRoles(exported as Values) }
}

async function importConfig(path: string, name: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    const { what, ...hint } = loadErrorWords(error, path)
    const message = `Config file ${quote(name)} cannot be loaded: ${what}`
    throw new UsageError('config-unloadable', message, { ...hint, cause: error })
  }
}

function environmentLayer(environment: Said['environment']): Layer {
  let values: Values = {}
  refuseMisspelt(environment)
  for (const path of SCALAR_PATHS) {
    const text = environment[environmentName(path)]
    if (text !== undefined && text !== '') values = merge(values, nest(path, fromText(text)))
  }
  return { origin: (path) => ({ from: 'environment', name: environmentName(path) }), values }
}

/** A variable that is nearly one of ours was meant to be one. */
function refuseMisspelt(environment: Said['environment']): void {
  const names = SCALAR_PATHS.map(environmentName)
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('AGENTOS_') || names.includes(name)) continue
    const near = nearest(
      name.slice('AGENTOS_'.length),
      names.map((known) => known.slice('AGENTOS_'.length)),
    )
    if (near === undefined) continue
    throw new UsageError('variable-unknown', `There is no setting for the variable ${name}.`, {
      hint: `Did you mean AGENTOS_${near}?`,
    })
  }
}

function flagLayer(flags: Said['flags']): Layer {
  let values: Values = {}
  for (const { path, value } of flags) values = merge(values, nest(path, fromText(value)))
  const nameOf = (path: string) => flags.findLast((flag) => flag.path === path)?.flag ?? '--set'
  return { origin: (path) => ({ from: 'flag', name: nameOf(path) }), values }
}

function fromText(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function nest(path: string, value: unknown): Values {
  const nested = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return withRoles(nested as Values)
}

export function merge(under: Values, over: Values): Values {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isValues(value) && isValues(below) ? merge(below, value) : value
  }
  return merged
}

export function valueAt(values: unknown, keys: readonly PropertyKey[]): unknown {
  const member = (at: unknown, key: PropertyKey) =>
    typeof at === 'object' && at !== null ? (at as Values)[String(key)] : undefined
  return keys.reduce(member, values)
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
