/** The limit headers that all of Anthropic's responses carry. */
import type { Gauge } from '../../limits/limiter.ts'
import type { ResponseFacts } from '../protocol.ts'

/** The limits of an organization that no limit of a scenario is about. */
export const USUAL = {
  requests: { limit: 1_000, remaining: 999, resetMs: 0 },
  tokens: { limit: 2_400_000, remaining: 2_400_000, resetMs: 0 },
  'input-tokens': { limit: 2_000_000, remaining: 2_000_000, resetMs: 0 },
  'output-tokens': { limit: 400_000, remaining: 400_000, resetMs: 0 },
}

export function anthropicHeaders({ requestId, at, gauges }: ResponseFacts): Record<string, string> {
  const ids = { 'request-id': requestId, 'anthropic-organization-id': 'mock-organization' }
  if (gauges === 'none') return ids
  const { requests = USUAL.requests, tokens } = gauges
  // `tokens` is the most restrictive limit in effect, which is the one on input.
  const all: Record<string, Gauge> = {
    ...USUAL,
    requests,
    ...(tokens && { tokens, 'input-tokens': tokens }),
  }
  const limits = Object.entries(all).flatMap(([name, { limit, remaining, resetMs }]) => [
    [`anthropic-ratelimit-${name}-limit`, `${limit}`],
    [
      `anthropic-ratelimit-${name}-remaining`,
      `${name === 'requests' ? remaining : Math.round(remaining / 1_000) * 1_000}`,
    ],
    [`anthropic-ratelimit-${name}-reset`, second(at + resetMs)],
  ])
  return { ...ids, ...Object.fromEntries(limits) }
}

/** RFC 3339 without fractions; never earlier than the reset. */
function second(at: number): string {
  return new Date(Math.ceil(at / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}
