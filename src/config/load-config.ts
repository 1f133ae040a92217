/**
 * Flags over environment over file over defaults, into one frozen Config. Whatever is wrong is
 * refused, naming where it was said; nothing is replaced by a default.
 */
import { quote } from '../model/ids.ts'
import { didYouMean } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { type Layer, merge, readLayers, type Said, type Values, valueAt } from './layers.ts'
import { type Config, configSchema } from './schema.ts'
import { SETTING_PATHS } from './setting-paths.ts'

/** What should be the name of a variable or of a file may be the key itself; an address may hold a password. */
const HIDDEN = /(^|\.)(from|tokenFrom|signingKey|baseUrl)$/

export async function loadConfig(said: Said): Promise<Config> {
  return (await loadLayers(said)).config
}

/** The same, with the source of each value. */
export async function loadLayers(
  said: Said,
): Promise<{ readonly config: Config; readonly layers: readonly Layer[] }> {
  const layers = await readLayers(said)
  for (const layer of layers) check(layer)
  const merged = layers.reduce<Values>((values, layer) => merge(values, layer.values), {})
  return { config: deepFreeze(configSchema.parse(merged)), layers }
}

/** Checks what one layer says by itself, so that the message can name the layer. */
function check(layer: Layer): void {
  const result = configSchema.safeParse(layer.values)
  const issue = result.error?.issues[0]
  if (issue === undefined) return
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const key = [...issue.path, issue.keys[0]].join('.')
    const message = `${layer.origin(key).name}: there is no setting ${quote(key)}.`
    const all = `The settings are ${SETTING_PATHS.join(', ')}.`
    const hint = didYouMean(key, SETTING_PATHS, all)
    throw new UsageError('config-key-unknown', message, { hint })
  }
  const got = HIDDEN.test(path)
    ? 'not shown here'
    : JSON.stringify(valueAt(layer.values, issue.path))
  throw new UsageError(
    'config-value-invalid',
    `${layer.origin(path).name}: ${path} is ${got}; ${issue.message}.`,
  )
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
