/** Models and keys, for `agentos doctor`: of everything only ids and names of variables are said. */
import type { Config } from '../../config/schema.ts'
import { parseModelName, vendorOf } from '../../model/calls/language-model.ts'
import { PROVIDERS } from '../../model/calls/provider.ts'
import { playersOf, ROLES } from '../../model/calls/roles.ts'
import { configuredCredentials, variableOf } from '../secrets/configured-credentials.ts'
import { type Check, checkOf } from './check.ts'

export function modelChecks(config: Config): Check[] {
  const found = checkCredentials(config)
  const roles = [...new Set([...ROLES, ...Object.keys(config.models)])]
  return [
    ...roles.map((role) => checkRole(config, role, found.providers)),
    ...checkVendors(config),
    ...found.checks,
  ]
}

function checkRole(config: Config, role: string, withKeys: ReadonlySet<string>): Check {
  const { ok, warn, fail } = checkOf(`model ${role}`)
  const { model, ...how } = config.models[role] ?? {}
  const asked = Object.entries(how).map(([key, value]) => `, ${key} ${value}`)
  if (model === undefined && role === 'coder')
    return ok(`The model of the drafter${asked.join('')}.`)
  if (model === undefined)
    return warn(
      'There is no model.',
      `Set models.${role} in agentos.config.mts; --mock needs none.`,
    )
  const { provider } = parseModelName(model)
  if (PROVIDERS[provider] === undefined && config.providers[provider] === undefined) {
    const known = [...Object.keys(PROVIDERS), ...Object.keys(config.providers)].join(', ')
    const remedy = `The providers are ${known}; more can be named under providers.`
    return fail(`${model} has an unknown provider.`, remedy)
  }
  const keysOf = config.providers[provider] === undefined ? vendorOf(model) : provider
  if (withKeys.has(keysOf)) return ok(`${model}${asked.join('')}`)
  const remedy = 'Name a credential for it in agentos.config.mts and set its variable.'
  return fail(`${model}, but there is no key for ${keysOf}.`, remedy)
}

function checkVendors({ models, requireOtherVendor }: Config): Check[] {
  const { ok, warn, fail } = checkOf('second opinion')
  const { drafter, reviewer, coder } = playersOf(models, 0)
  if (drafter === undefined || reviewer === undefined) return []
  const same = Object.entries({ Drafter: drafter, Coder: coder }).find(
    ([, player]) => player !== undefined && vendorOf(player.model) === vendorOf(reviewer.model),
  )
  if (same === undefined) return [ok('The reviewer is of another vendor than drafter and coder.')]
  const detail = `${same[0]} and reviewer are of one vendor.`
  return [
    requireOtherVendor
      ? fail(detail, 'Choose another vendor for one of them: requireOtherVendor is set.')
      : warn(detail, 'Evidence will say `same-vendor review`; two vendors see more.'),
  ]
}

function checkCredentials(config: Config): {
  readonly checks: readonly Check[]
  readonly providers: ReadonlySet<string>
} {
  try {
    const credentials = configuredCredentials(config, process.env)
    const present = credentials.filter(({ keys }) => keys.length > 0)
    const checks = credentials.map(({ entry, keys }) => {
      const { ok, warn } = checkOf(`credential ${entry.id}`)
      const variable = variableOf(entry)
      const many = keys.length === 1 ? '' : ` (${keys.length} keys)`
      const remedy = `Set ${variable}, or take the credential out of the config.`
      return keys.length === 0
        ? warn(`${variable} is not set.`, remedy)
        : ok(`${entry.provider}, from ${variable}${many}`)
    })
    return { checks, providers: new Set(present.map(({ entry }) => entry.provider)) }
  } catch (error) {
    const providers = new Set(config.credentials.map(({ provider }) => provider))
    return { checks: [checkOf('credentials').refused(error)], providers }
  }
}
