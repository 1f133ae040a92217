/** What config says of the limits of a scope. */
import type { ConfiguredLimits } from './lease.ts'

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
