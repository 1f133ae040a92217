/** What config says of the limits of a scope. */
import type { ConfiguredLimits, Dimension, LimitReading } from './lease.ts'
import type { Protocol } from './provider.ts'

/** Credentials of one scope should name the same limits; if they do not, the lowest counts. */
export function tightest(
  credentials: readonly { readonly limits?: ConfiguredLimits | undefined }[],
): ConfiguredLimits {
  const names = ['requestsPerMinute', 'tokensPerMinute', 'requestsPerDay', 'windowMs'] as const
  const of = (name: (typeof names)[number]) =>
    credentials.flatMap(({ limits }) => limits?.[name] ?? [])
  return Object.fromEntries(
    names.filter((name) => of(name).length > 0).map((name) => [name, Math.min(...of(name))]),
  )
}

/** What config says, by what each provider counts under that name. */
export function configuredDimensions(
  protocol: Protocol,
  limits: ConfiguredLimits,
): { dimension: Dimension; per: LimitReading['per']; limit: number }[] {
  const tokens: Dimension = protocol === 'anthropic' ? 'input-tokens' : 'tokens'
  const all = [
    { dimension: 'requests', per: 'minute', limit: limits.requestsPerMinute },
    { dimension: tokens, per: 'minute', limit: limits.tokensPerMinute },
    { dimension: 'requests', per: 'day', limit: limits.requestsPerDay },
  ] as const
  return all.flatMap(({ limit, ...rest }) => (limit === undefined ? [] : [{ ...rest, limit }]))
}
