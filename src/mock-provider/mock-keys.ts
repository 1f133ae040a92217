/** The keys of a run with a mock provider, and what is known of their limits beforehand. */
import type { ConfiguredLimits } from '../model/calls/lease.ts'
import type { Limit, ProviderName } from './limits/limits.ts'
import type { Scenario } from './scenario/scenario.ts'

const MINUTE_MS = 60_000

interface MockKey {
  /** The last digits of the key; null for the only key of a scenario that does not count any. */
  readonly number: number | null
  /** The keys that share its limits, such as `1+2` or `*`; null if it is alone. */
  readonly sharedBy: string | null
  readonly concurrency?: number | undefined
  readonly limits?: ConfiguredLimits | undefined
}

export type MockKeys = Readonly<Record<ProviderName, readonly MockKey[]>>

export function mockKeys({ keys, limits }: Scenario): MockKeys {
  const numbers = keys === undefined ? [null] : Array.from({ length: keys }, (_, at) => at + 1)
  const ofProvider = (provider: ProviderName) => {
    const meant = limits.filter((limit) => (limit.provider ?? provider) === provider)
    return numbers.map((number) => describeKey(number, meant))
  }
  return {
    google: ofProvider('google'),
    anthropic: ofProvider('anthropic'),
    openai: ofProvider('openai'),
  }
}

function describeKey(number: number | null, limits: readonly Limit[]): MockKey {
  const meant = limits.filter(
    ({ keys }) => !Array.isArray(keys) || keys.some((one) => one === number),
  )
  const shared = meant.find(
    (limit) => limit.known !== 'nothing' && isShared(limit) && counts(limit),
  )
  const known = meant.filter((limit) => limit.known === 'limits')
  // A credential's slots are its own: slots shared by several keys cannot be given.
  const slots = known.find((limit) => limit.concurrency !== undefined && !isShared(limit))
  const counted = known.find(counts)
  // How long its minute is belongs to the provider's protocol, and is no secret.
  const minute = meant.find((limit) => counts(limit) && limit.windowMs !== MINUTE_MS)
  return {
    number,
    sharedBy: shared === undefined ? null : [shared.keys].flat().join('+'),
    concurrency: slots?.concurrency,
    limits: (counted ?? minute) && {
      requestsPerMinute: counted?.requests,
      tokensPerMinute: counted?.tokens,
      requestsPerDay: counted?.requestsPerDay,
      windowMs: (counted ?? minute)?.windowMs,
    },
  }
}

/** Whether it is more than a number of calls at once. */
function counts({ requests, tokens, requestsPerDay }: Limit): boolean {
  return [requests, tokens, requestsPerDay].some((limit) => limit !== undefined)
}

function isShared({ keys }: Limit): boolean {
  return keys === '*' || (keys !== 'each' && keys.length > 1)
}
