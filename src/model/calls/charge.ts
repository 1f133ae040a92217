/** Limits of a scope as its provider counts them: what config says of them, and what a call takes. */
import type { ConfiguredLimits, Dimension, LimitReading, Usage } from './lease.ts'
import type { Protocol } from './provider.ts'

/** What a call is expected to use: input and output as experience puts them right. */
export interface Expected {
  readonly input: number
  readonly output: number
  readonly mostOutput: number
}

/** Gemini counts input only, Anthropic what is really produced, OpenAI the most that may be. */
export function chargeOf(dimension: Dimension, protocol: Protocol, expected: Expected): number {
  if (dimension === 'requests') return 1
  if (dimension === 'input-tokens') return expected.input
  if (dimension === 'output-tokens') return expected.output
  if (protocol === 'google') return expected.input
  if (protocol === 'anthropic') return expected.input + expected.output
  return expected.input + expected.mostOutput
}

/** What it really used, once that is known; what a cache held does not count. */
export function usedOf({ inputTokens, outputTokens, cachedTokens }: Usage): Expected {
  return { input: inputTokens - cachedTokens, output: outputTokens, mostOutput: outputTokens }
}

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
