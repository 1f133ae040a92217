/** Models and keys, for `agentos doctor`: of everything only ids and names of variables are said. */
import type { Config } from '../../config/schema.ts'
import { parseModelName, vendorOf } from '../../model/calls/language-model.ts'
import { PROVIDERS } from '../../model/calls/provider.ts'
import { playersOf, ROLES } from '../../model/calls/roles.ts'
import { endOf } from '../../providers/model-ends.ts'
import { isPriced } from '../../providers/prices.ts'
import { configuredCredentials, variableOf } from '../secrets/configured-credentials.ts'
import { type Check, checkOf } from './check.ts'

export function modelChecks(config: Config, environment = process.env): Check[] {
  const found = checkCredentials(config, environment)
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
  if (withKeys.has(keysOf)) return served(config, role, `${model}${asked.join('')}`)
  const remedy = 'Name a credential for it in agentos.config.mts and set its variable.'
  return fail(`${model}, but there is no key for ${keysOf}.`, remedy)
}

/** It can be asked; whether for long, and for how much. */
function served({ models, prices }: Config, role: string, words: string): Check {
  const { ok, warn } = checkOf(`model ${role}`)
  const { model } = parseModelName(models[role]?.model ?? '')
  const end = endOf(model)
  if (end !== undefined)
    return warn(`${words} is switched off after ${end}.`, `Set models.${role} to a newer one.`)
  if (isPriced(model, prices)) return ok(words)
  return warn(
    `${words}, whose price is not known: no cost limit holds for it.`,
    `Set it, in dollars per million tokens: prices: { '${model}': { input: 2, output: 10 } }.`,
  )
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

function checkCredentials(
  config: Config,
  environment: NodeJS.ProcessEnv,
): {
  readonly checks: readonly Check[]
  readonly providers: ReadonlySet<string>
} {
  try {
    const credentials = configuredCredentials(config, environment)
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
