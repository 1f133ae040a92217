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
  refuse(layers.flatMap(wrongIn))
  const merged = layers.reduce<Values>((values, layer) => merge(values, layer.values), {})
  return { config: deepFreeze(configSchema.parse(merged)), layers }
}

interface Wrong {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** Everything at once: somebody who fixes one line should not meet the next error only then. */
function refuse(wrong: readonly Wrong[]): void {
  const [first] = wrong
  if (first === undefined) return
  if (wrong.length === 1) {
    const { code, message, hint } = first
    throw new UsageError(code, message, hint === undefined ? {} : { hint })
  }
  const lines = wrong.map(({ message, hint }) => `  ${message}${hint ? ` ${hint}` : ''}`)
  throw new UsageError('config-invalid', `${wrong.length} settings are wrong:\n${lines.join('\n')}`)
}

/** What is wrong in one layer by itself, so that the message can name the layer. */
function wrongIn(layer: Layer): Wrong[] {
  const issues = configSchema.safeParse(layer.values).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownKey(layer, [...issue.path, key].join('.')))
    const path = issue.path.join('.')
    const value = JSON.stringify(valueAt(layer.values, issue.path))
    const got = HIDDEN.test(path) ? 'not shown here' : value
    const message = `${layer.origin(path).name}: ${path} is ${got}; ${issue.message}.`
    return [{ code: 'config-value-invalid', message }]
  })
}

function unknownKey(layer: Layer, key: string): Wrong {
  const all = `The settings are ${SETTING_PATHS.join(', ')}.`
  return {
    code: 'config-key-unknown',
    message: `${layer.origin(key).name}: there is no setting ${quote(key)}.`,
    hint: didYouMean(key, SETTING_PATHS, all),
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
