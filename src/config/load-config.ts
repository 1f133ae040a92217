/**
 * Flags over environment over file over defaults, into one frozen Config. Whatever is wrong is
 * refused, naming where it was said; nothing is replaced by a default.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quote } from '../model/ids.ts'
import { loadErrorWords } from '../model/load-error.ts'
import { nearest } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { type Config, configSchema } from './schema.ts'
import { environmentName, SCALAR_PATHS, SETTING_PATHS } from './setting-paths.ts'

const FILE_NAMES = ['agentos.config.mts', 'agentos.config.ts', 'agentos.config.mjs']

/** What should be the name of a variable may be the key itself. */
const HIDDEN = /(^|\.)(from|tokenFrom)$/

type Values = { readonly [key: string]: unknown }

interface Layer {
  /** Who said it, for messages: a file's name, a variable, a flag. */
  readonly origin: (path: string) => string
  readonly values: Values
}

export async function loadConfig(options: {
  readonly root: string
  /** A file named by the user instead of the one at the root. */
  readonly file: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Settings given on the command line, with the flag each came from. */
  readonly flags: readonly {
    readonly path: string
    readonly value: string
    readonly flag: string
  }[]
}): Promise<Config> {
  const layers = [
    await fileLayer(options.root, options.file),
    environmentLayer(options.environment),
    flagLayer(options.flags),
  ]
  for (const layer of layers) check(layer)
  const merged = layers.reduce<Values>((values, layer) => merge(values, layer.values), {})
  return deepFreeze(configSchema.parse(merged))
}

/** The name of the config file at the root, if there is one. */
export function configFileOf(root: string): string | undefined {
  return FILE_NAMES.find((candidate) => existsSync(join(root, candidate)))
}

async function fileLayer(root: string, named: string | undefined): Promise<Layer> {
  const name = named ?? configFileOf(root)
  if (name === undefined) return { origin: () => '', values: {} }
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
  return { origin: () => name, values: exported as Values }
}

async function importConfig(path: string, name: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    const { what, ...hint } = loadErrorWords(error, path)
    throw new UsageError(
      'config-unloadable',
      `Config file ${quote(name)} cannot be loaded: ${what}`,
      {
        ...hint,
        cause: error,
      },
    )
  }
}

function environmentLayer(environment: Readonly<Record<string, string | undefined>>): Layer {
  let values: Values = {}
  refuseMisspelt(environment)
  for (const path of SCALAR_PATHS) {
    const text = environment[environmentName(path)]
    if (text !== undefined && text !== '') values = merge(values, nest(path, fromText(text)))
  }
  return { origin: environmentName, values }
}

/** A variable that is nearly one of ours was meant to be one. */
function refuseMisspelt(environment: Readonly<Record<string, string | undefined>>): void {
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

function flagLayer(flags: readonly { path: string; value: string; flag: string }[]): Layer {
  let values: Values = {}
  for (const { path, value } of flags) values = merge(values, nest(path, fromText(value)))
  const origin = (path: string) => flags.findLast((flag) => flag.path === path)?.flag ?? '--set'
  return { origin, values }
}

/** Checks what one layer says by itself, so that the message can name the layer. */
function check(layer: Layer): void {
  const result = configSchema.safeParse(layer.values)
  const issue = result.error?.issues[0]
  if (issue === undefined) return
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const key = [...issue.path, issue.keys[0]].join('.')
    const near = nearest(key, SETTING_PATHS)
    throw new UsageError(
      'config-key-unknown',
      `${layer.origin(key)}: there is no setting ${quote(key)}.`,
      {
        hint:
          near === undefined
            ? `The settings are ${SETTING_PATHS.join(', ')}.`
            : `Did you mean ${near}?`,
      },
    )
  }
  const got = HIDDEN.test(path)
    ? 'not shown here'
    : JSON.stringify(issue.path.reduce(member, layer.values as unknown))
  throw new UsageError(
    'config-value-invalid',
    `${layer.origin(path)}: ${path} is ${got}; ${issue.message}.`,
  )
}

function member(values: unknown, key: PropertyKey): unknown {
  return typeof values === 'object' && values !== null ? (values as Values)[String(key)] : undefined
}

function fromText(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function nest(path: string, value: unknown): Values {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Values
}

function merge(under: Values, over: Values): Values {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isValues(value) && isValues(below) ? merge(below, value) : value
  }
  return merged
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
