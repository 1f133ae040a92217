/** What is known of each credential before any run: from the config, the environment and the ledger. */
import type { Config } from '../config/schema.ts'
import { parseModelName } from '../model/calls/language-model.ts'
import type { ConfiguredLimits, RememberedLevel, RememberedRest } from '../model/calls/lease.ts'
import { PROVIDERS } from '../model/calls/provider.ts'
import { tableLines } from '../reporters/screen/table.ts'
import { formatTime } from '../reporters/words/time-words.ts'
import { type ConfiguredCredential, variableOf } from './secrets/configured-credentials.ts'

const MOST_IN_LINE = 10

export interface CredentialReport {
  readonly id: string
  readonly provider: string
  readonly scope: string
  /** Where its key is: never the key. */
  readonly variable: string
  readonly state: 'available' | 'exhausted' | 'missing'
  /** When an exhausted one comes back. */
  readonly until: number | null
  /** What earlier runs found used up; a model of null stands for all. */
  readonly rests: readonly Pick<RememberedRest, 'model' | 'why' | 'until'>[]
  /** What earlier runs, or one that runs now, had left of each limit. */
  readonly left: readonly Omit<RememberedLevel, 'provider' | 'scope'>[]
  readonly concurrency: number | null
  readonly limits: ConfiguredLimits
}

export function reportCredentials(
  config: Config,
  credentials: readonly ConfiguredCredential[],
  remembered: {
    readonly rests: readonly RememberedRest[]
    readonly levels: readonly RememberedLevel[]
  },
): CredentialReport[] {
  return credentials.flatMap(({ entry, keys }): CredentialReport[] => {
    const { provider, concurrency = null, limits = {} } = entry
    const about = { provider, variable: variableOf(entry), concurrency, limits }
    if (keys.length === 0) {
      const { id, scope = id } = entry
      return [{ id, scope, ...about, state: 'missing', until: null, rests: [], left: [] }]
    }
    return keys.map(({ id, scope }) => {
      const isMeant = (one: RememberedRest | RememberedLevel) =>
        one.provider === provider && one.scope === scope
      const rests = remembered.rests
        .filter(isMeant)
        .map(({ model, why, until }) => ({ model, why, until }))
      const left = remembered.levels
        .filter(isMeant)
        .map(({ provider: _provider, scope: _scope, ...level }) => level)
      const until = exhaustedUntil(rests, modelsOf(config, provider))
      const state = until === null ? 'available' : 'exhausted'
      return { id, scope, ...about, state, until, rests, left }
    })
  })
}

/** When the first of the models can be asked again; null if one of them can be asked now. */
function exhaustedUntil(
  rests: CredentialReport['rests'],
  models: readonly string[],
): number | null {
  const untilOf = (name: string | null) =>
    Math.max(0, ...rests.filter(({ model }) => model === name).map(({ until }) => until))
  const whole = untilOf(null)
  const until = models.length === 0 ? whole : Math.max(whole, Math.min(...models.map(untilOf)))
  return until === 0 ? null : until
}

/** The models of all roles that are asked with keys of this provider. */
function modelsOf(config: Config, provider: string): string[] {
  return Object.values(config.models)
    .flatMap(({ model }) => (model === undefined ? [] : [parseModelName(model)]))
    .filter((name) => (PROVIDERS[name.provider]?.keysOf ?? name.provider) === provider)
    .map(({ model }) => model)
}

export function credentialsText(reports: readonly CredentialReport[], now: number): string {
  const head = ['Credential', 'Provider', 'Scope', 'State', 'At once', 'Limits']
  const rows = reports.map((report) => [
    report.id,
    report.provider,
    report.scope,
    stateWords(report, now),
    report.concurrency === null ? 'any' : `${report.concurrency}`,
    limitWords(report.limits),
  ])
  const usable = reports.filter(({ state }) => state === 'available').length
  const seen = [...new Set(reports.flatMap((report) => leftWords(report, now)))]
  return [
    ...tableLines(head, rows),
    '',
    ...(seen.length === 0 ? [] : ['Remaining at the last request of a run:', ...seen, '']),
    `${usable} of ${reports.length} can be used. Limits are those of the config; runs learn more from responses.`,
    '',
  ].join('\n')
}

/** All in one line, for a plan. */
export function credentialsLine(reports: readonly CredentialReport[], now: number): string {
  if (reports.length === 0)
    return 'Credentials: none are configured; agentos doctor says what is missing.'
  const shown = reports.slice(0, MOST_IN_LINE).map((report) => {
    const day = report.left.find(({ per }) => per === 'day')
    const left = day === undefined ? '' : `, ${amountWords(day)} left at ${formatTime(day.at, now)}`
    return `${report.id} ${stateWords(report, now)}${left}`
  })
  const more = reports.length - shown.length
  return `Credentials: ${shown.join(' · ')}${more > 0 ? ` · … ${more} more (agentos credentials)` : ''}`
}

/** By scope, since its credentials share it. */
function leftWords({ scope, left }: CredentialReport, now: number): string[] {
  return left.map(
    (level) => `  ${scope}, ${level.model}: ${amountWords(level)}, at ${formatTime(level.at, now)}`,
  )
}

function amountWords({ left, limit, dimension, per }: CredentialReport['left'][number]): string {
  const whole = Math.max(0, Math.floor(left))
  return `${whole} of ${Math.round(limit)} ${dimension.replace('-', ' ')} a ${per}`
}

function stateWords({ state, variable, until, rests }: CredentialReport, now: number): string {
  if (state === 'missing') return `missing (${variable} is not set)`
  const words = rests.map((rest) => {
    const what = rest.why === 'billing' ? 'bill or spending limit' : `day's quota of ${rest.model}`
    return `${what} until ${formatTime(rest.until, now)}`
  })
  const about = words.length === 0 ? '' : ` (${words.join(', ')})`
  return until === null ? `available${about}` : `exhausted${about}`
}

function limitWords(limits: ConfiguredLimits): string {
  const { requestsPerMinute, tokensPerMinute, requestsPerDay, windowMs } = limits
  const minute = windowMs === undefined ? 'a minute' : `in ${windowMs} ms`
  const words = [
    requestsPerMinute && `${requestsPerMinute} requests ${minute}`,
    tokensPerMinute && `${tokensPerMinute} tokens ${minute}`,
    requestsPerDay && `${requestsPerDay} requests a day`,
  ]
  return words.filter(Boolean).join(', ') || 'not set'
}
