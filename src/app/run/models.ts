/** The models of a run: which ones play the roles, with whose keys, or the mock provider. */
import type { Config } from '../../config/schema.ts'
import { parseModelName, vendorOf } from '../../model/calls/language-model.ts'
import type { Credential } from '../../model/calls/lease.ts'
import type { ModelSettings } from '../../model/calls/model-settings.ts'
import { PROVIDERS } from '../../model/calls/provider.ts'
import { areBothAuthors, playersOf } from '../../model/calls/roles.ts'
import { EXIT } from '../../model/outcome.ts'
import { Secret } from '../../model/secrets/secret.ts'
import { UsageError } from '../../model/usage-error.ts'
import { configuredCredentials, variableOf } from '../secrets/configured-credentials.ts'
import type { MockAddress } from './mock-address.ts'

export interface RunModels {
  readonly settings: ModelSettings
  readonly credentials: readonly Credential[]
}

/** With the mock provider the names of models do not matter; these say whose answer it was. */
const MOCK_ROLES = {
  drafter: { model: 'anthropic:claude-mock-drafter' },
  reviewer: { model: 'google:gemini-mock-reviewer' },
}
const FREE = { input: 0, output: 0 }
const MOCK_PRICES = { 'claude-mock-drafter': FREE, 'gemini-mock-reviewer': FREE }
const NO_MOCK_KEY = { number: null, sharedBy: null }

/** What the settings say, or, given a mock provider, that one for everything. */
export function runModels(config: Config, mock: MockAddress | undefined): RunModels {
  const isMock = mock !== undefined
  const own = Object.entries(config.providers).map(([name, one]) => [
    name,
    { ...one, keysOf: name },
  ])
  const real: ModelSettings['providers'] = { ...PROVIDERS, ...Object.fromEntries(own) }
  return {
    settings: {
      ...rolesAndPrices(config, isMock),
      providers: isMock ? mockProviders(real, mock.url) : real,
      aliases: config.aliases,
      callTimeoutMs: config.limits.callTimeout,
      streamIdleMs: config.limits.streamIdle,
      retries: config.limits.retries,
      mock: isMock,
    },
    credentials: isMock
      ? mockCredentials(real, mock.keys)
      : configuredCredentials(config, process.env).flatMap(({ keys }) => keys),
  }
}

/** Models of the roles, and prices besides the known ones. */
export function rolesAndPrices(
  { models, prices, limits }: Config,
  isMock: boolean,
): Pick<ModelSettings, 'roles' | 'prices'> {
  if (!isMock) return { roles: playersOf(models, limits.outputTokens), prices }
  const mocked = Object.entries(MOCK_ROLES).map(([role, mock]) => [
    role,
    { ...mock, ...models[role] },
  ])
  return {
    roles: playersOf({ ...models, ...Object.fromEntries(mocked) }, limits.outputTokens),
    prices: { ...MOCK_PRICES, ...prices },
  }
}

/** The models that the workflow's roles are played by, as far as there are any. */
export function modelsOf(
  names: readonly string[],
  roles: ModelSettings['roles'],
): Readonly<Record<string, string>> {
  const own = Object.entries(roles).filter(([role]) => names.includes(role))
  return Object.fromEntries(own.map(([role, { model }]) => [role, model]))
}

/** Refuses a run that could not ask: a role without a model, a model without a provider or a key. */
export function checkRoles(roles: readonly string[], models: RunModels, config: Config): void {
  const { settings, credentials } = models
  const players = roles.map((role) => {
    const name = settings.roles[role]?.model
    if (name === undefined) {
      throw new UsageError('model-missing', `There is no model for the role ${role}.`, {
        hint: `Set models.${role} in agentos.config.mts (agentos init writes one), or try it with --mock.`,
      })
    }
    const provider = settings.providers[parseModelName(name).provider]
    if (provider === undefined) {
      const message = `Model ${name} of the role ${role} has an unknown provider.`
      const hint = `The providers are ${Object.keys(settings.providers).join(', ')}.`
      throw new UsageError('provider-unknown', message, { hint })
    }
    if (!credentials.some((credential) => credential.provider === provider.keysOf)) {
      const message = `There is no key for ${provider.keysOf}, the provider of ${name}.`
      throw new UsageError('credential-missing', message, {
        hint: keyHint(config, provider.keysOf),
        exitCode: EXIT.noCredential,
      })
    }
    return { role, vendor: vendorOf(name) }
  })
  if (config.requireOtherVendor && !settings.mock) refuseOneVendor(players)
}

/** A credential that is named needs its variable only. */
function keyHint({ credentials }: Config, provider: string): string {
  const variables = credentials.filter((entry) => entry.provider === provider).map(variableOf)
  if (variables.length === 0)
    return 'Name one under `credentials` in agentos.config.mts and set its variable, or try --mock.'
  const [are, them] = variables.length === 1 ? ['is', 'it'] : ['are', 'one of them']
  return `${variables.join(', ')} ${are} not set: set ${them}, or try --mock.`
}

function refuseOneVendor(
  players: readonly { readonly role: string; readonly vendor: string }[],
): void {
  for (const [index, { role, vendor }] of players.entries()) {
    const same = players
      .slice(index + 1)
      .find((other) => other.vendor === vendor && !areBothAuthors(role, other.role))
    if (same === undefined) continue
    const who = `${role.slice(0, 1).toUpperCase()}${role.slice(1)} and ${same.role}`
    throw new UsageError('vendor-same', `${who} are of one vendor, and requireOtherVendor is set.`)
  }
}

function mockProviders(real: ModelSettings['providers'], url: string): ModelSettings['providers'] {
  const entries = Object.entries(real).map(([name, provider]) => {
    const version = provider.protocol === 'google' ? 'v1beta' : 'v1'
    return [name, { ...provider, baseUrl: `${url}/${version}` }] as const
  })
  return Object.fromEntries(entries)
}

/** As many for each provider as the scenario says, with what it lets be known of their limits. */
function mockCredentials(
  providers: ModelSettings['providers'],
  keys: MockAddress['keys'],
): Credential[] {
  const owners = Map.groupBy(Object.values(providers), ({ keysOf }) => keysOf)
  return [...owners].flatMap(([provider, [first]]) => {
    const { protocol = 'openai-compatible' } = first ?? {}
    const spoken = protocol === 'google' || protocol === 'anthropic' ? protocol : 'openai'
    return (keys?.[spoken] ?? [NO_MOCK_KEY]).map(({ number, sharedBy, ...known }) => {
      const end = number === null ? '' : `-${number}`
      const id = `mock-${provider}${end}`
      const scope = sharedBy === null ? id : `mock-${provider}-${sharedBy}`
      const key = `mock-key-of-${provider}${end}`
      return { id, provider, protocol, scope, secret: new Secret(id, key), ...known }
    })
  })
}
