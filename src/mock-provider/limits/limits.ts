/** What a scenario says about limits, and whom it means. */
import { z } from 'zod'
import type { AskedCall } from '../answer.ts'
import { digest } from '../digest.ts'

export const PROVIDER_NAMES = ['google', 'anthropic', 'openai'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

const count = z.int().min(1)

export const limitSchema = z
  .strictObject({
    /** Keys that share the limits: by number, or all of them; `each` gives every key its own. */
    keys: z.union([z.array(z.int().min(0)).min(1), z.enum(['*', 'each'])]).default('each'),
    provider: z.enum(PROVIDER_NAMES).exactOptional(),
    /** Models that share the limits; if not given, every model has its own. */
    models: z.array(z.string().min(1)).min(1).exactOptional(),
    requests: count.exactOptional(),
    tokens: count.exactOptional(),
    requestsPerDay: count.exactOptional(),
    windowMs: count.default(60_000),
    /** How requests and tokens come back; if not given, as the provider does it. */
    window: z.enum(['bucket', 'fixed']).exactOptional(),
    /** Calls at once, whatever the model. */
    concurrency: count.exactOptional(),
    /** Whether refused calls use up requests too. */
    countsRefused: z.boolean().default(false),
    /** Whether responses carry limit headers, where the provider has such. */
    headers: z.boolean().default(true),
    /** Whether a refusal names the limit's number. */
    announced: z.boolean().default(true),
    /** What the credentials of a `--mock` run know beforehand: who shares, or the numbers too. */
    known: z.enum(['nothing', 'scope', 'limits']).default('scope'),
  })
  .refine(
    ({ requests, tokens, requestsPerDay, concurrency }) =>
      [requests, tokens, requestsPerDay, concurrency].some((value) => value !== undefined),
    { error: 'a limit needs `requests`, `tokens`, `requestsPerDay` or `concurrency`' },
  )

export type Limit = z.output<typeof limitSchema>

export function providerOf({ protocol }: Pick<AskedCall, 'protocol'>): ProviderName {
  if (protocol === 'gemini') return 'google'
  return protocol === 'anthropic' ? 'anthropic' : 'openai'
}

/** The number that a key ends with (`mock-key-2`): known without remembering any key. */
export function keyNumber(key: string): number | undefined {
  const digits = /\d+$/.exec(key)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Whose limit it is, such as `google:1+2`; undefined if the limit does not mean this call. */
export function scopeOf(limit: Limit, call: AskedCall): string | undefined {
  const provider = providerOf(call)
  const number = keyNumber(call.key)
  if (limit.provider !== undefined && limit.provider !== provider) return undefined
  if (limit.models?.includes(call.model) === false) return undefined
  if (limit.keys === '*') return `${provider}:*`
  if (limit.keys === 'each') return `${provider}:${number ?? digest(call.key).slice(0, 12)}`
  if (number === undefined || !limit.keys.includes(number)) return undefined
  return `${provider}:${limit.keys.join('+')}`
}
