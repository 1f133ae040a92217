/** The settings one by one, each with its value and where that comes from. */
import { type Layer, type Origin, type Values, valueAt } from './layers.ts'
import type { Config } from './schema.ts'
import { isOfRole, isTable, SETTING_PATHS, type Unit, unitOf } from './setting-paths.ts'

const CREDENTIALS = 'credentials'

export interface Setting {
  readonly path: string
  /** As the config has it; nothing where there is neither a value nor a default. */
  readonly value: unknown
  readonly unit?: Unit
  readonly origin: Origin
}

/** Members of a table are settings of their own, and so is each credential, by its id. */
export function settingsOf(config: Config, layers: readonly Layer[]): Setting[] {
  return SETTING_PATHS.filter((path) => !isOfRole(path)).flatMap((path) => {
    const keys = path.split('.')
    const value = valueAt(config, keys)
    if (path === CREDENTIALS && config.credentials.length > 0) {
      const { origin } = setting(config, layers, keys)
      return config.credentials.map((entry) => ({
        path: `${CREDENTIALS}.${entry.id}`,
        value: entry,
        origin,
      }))
    }
    const members = isTable(path) ? Object.keys(value as Values) : []
    if (path === 'models' && members.length > 0)
      return members.flatMap((role) => roleSettings(config, layers, role))
    if (members.length > 0) return members.map((key) => setting(config, layers, [...keys, key]))
    return [setting(config, layers, keys)]
  })
}

/** A role that has a model and nothing else is that model. */
function roleSettings(config: Config, layers: readonly Layer[], role: string): Setting[] {
  const said = Object.keys(config.models[role] ?? {})
  const all = said.map((key) => setting(config, layers, ['models', role, key]))
  return said.join() === 'model' ? all.map((one) => ({ ...one, path: `models.${role}` })) : all
}

function setting(config: Config, layers: readonly Layer[], keys: readonly string[]): Setting {
  const path = keys.join('.')
  const sayer = layers.findLast(({ values }) => valueAt(values, keys) !== undefined)
  const unit = unitOf(path)
  return {
    path,
    value: valueAt(config, keys),
    ...(unit === undefined ? {} : { unit }),
    origin: sayer?.origin(path) ?? { from: 'default', name: 'default' },
  }
}
