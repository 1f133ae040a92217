/** Models and keys, for `agentos doctor`: of everything only ids and names of variables are said. */
import type { Config } from '../../config/schema.ts'
import { parseModelName, vendorOf } from '../../model/calls/language-model.ts'
import { PROVIDERS } from '../../model/calls/provider.ts'
import { UsageError } from '../../model/usage-error.ts'
import { configuredCredentials, variableOf } from '../secrets/configured-credentials.ts'
import type { Check } from './check.ts'

/** Whom the built-in workflows ask. */
const ROLES = ['drafter', 'reviewer']

export function modelChecks(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Check[] {
  const found = checkCredentials(config, environment)
  const roles = [...new Set([...ROLES, ...Object.keys(config.models)])]
  return [
    ...roles.map((role) => checkRole(config, role, found.providers)),
    ...checkVendors(config),
    ...found.checks,
  ]
}

function checkRole(config: Config, role: string, withKeys: ReadonlySet<string>): Check {
  const name = `model ${role}`
  const model = config.models[role]
  if (model === undefined) {
    const remedy = `Set models.${role} in agentos.config.mts; --mock needs none.`
    return { name, status: 'warn', detail: 'There is no model.', remedy }
  }
  const { provider } = parseModelName(model)
  if (PROVIDERS[provider] === undefined && config.providers[provider] === undefined) {
    const known = [...Object.keys(PROVIDERS), ...Object.keys(config.providers)].join(', ')
    const remedy = `The providers are ${known}; more can be named under providers.`
    return { name, status: 'fail', detail: `${model} has an unknown provider.`, remedy }
  }
  const keysOf = config.providers[provider] === undefined ? vendorOf(model) : provider
  if (withKeys.has(keysOf)) return { name, status: 'ok', detail: model }
  const remedy = 'Name a credential for it in agentos.config.mts and set its variable.'
  return { name, status: 'fail', detail: `${model}, but there is no key for ${keysOf}.`, remedy }
}

function checkVendors({ models, requireOtherVendor }: Config): Check[] {
  const { drafter, reviewer } = models
  if (drafter === undefined || reviewer === undefined) return []
  const name = 'second opinion'
  if (vendorOf(drafter) !== vendorOf(reviewer))
    return [{ name, status: 'ok', detail: 'Drafter and reviewer are of different vendors.' }]
  const detail = 'Drafter and reviewer are of one vendor.'
  const remedy = requireOtherVendor
    ? 'Choose another vendor for one of them: requireOtherVendor is set.'
    : 'Designs will say `same-vendor review`; two vendors see more.'
  return [{ name, status: requireOtherVendor ? 'fail' : 'warn', detail, remedy }]
}

function checkCredentials(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly checks: readonly Check[]; readonly providers: ReadonlySet<string> } {
  try {
    const credentials = configuredCredentials(config, environment)
    const present = credentials.filter(({ keys }) => keys.length > 0)
    const checks = credentials.map(({ entry, keys }): Check => {
      const name = `credential ${entry.id}`
      const variable = variableOf(entry)
      if (keys.length === 0) {
        const remedy = `Set ${variable}, or take the credential out of the config.`
        return { name, status: 'warn', detail: `${variable} is not set.`, remedy }
      }
      const many = keys.length === 1 ? '' : ` (${keys.length} keys)`
      return { name, status: 'ok', detail: `${entry.provider}, from ${variable}${many}` }
    })
    return { checks, providers: new Set(present.map(({ entry }) => entry.provider)) }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const { message: detail, hint: remedy = 'Fix it: no run starts until then.' } = error
    const check: Check = { name: 'credentials', status: 'fail', detail, remedy }
    return {
      checks: [check],
      providers: new Set(config.credentials.map(({ provider }) => provider)),
    }
  }
}
