/** The limit headers that all of Anthropic's responses carry. */
import type { Gauge, Gauges } from '../limits/limiter.ts'
import type { ResponseFacts } from './protocol.ts'

const DIMENSIONS = ['requests', 'tokens', 'input-tokens', 'output-tokens'] as const
type Dimension = (typeof DIMENSIONS)[number]

/** What an organization has that no limit of a scenario means. */
const USUAL: Record<Dimension, Gauge> = {
  requests: { limit: 1_000, remaining: 999, resetMs: 0 },
  tokens: { limit: 2_400_000, remaining: 2_400_000, resetMs: 0 },
  'input-tokens': { limit: 2_000_000, remaining: 2_000_000, resetMs: 0 },
  'output-tokens': { limit: 400_000, remaining: 400_000, resetMs: 0 },
}

export function anthropicHeaders({ requestId, at, gauges }: ResponseFacts): Record<string, string> {
  const ids = { 'request-id': requestId, 'anthropic-organization-id': 'mock-organization' }
  if (gauges === 'none') return ids
  const limits = DIMENSIONS.flatMap((name) => {
    const { limit, remaining, resetMs } = gaugeOf(name, gauges)
    return [
      [`anthropic-ratelimit-${name}-limit`, `${limit}`],
      [
        `anthropic-ratelimit-${name}-remaining`,
        `${name === 'requests' ? remaining : thousands(remaining)}`,
      ],
      [`anthropic-ratelimit-${name}-reset`, second(at + resetMs)],
    ]
  })
  return { ...ids, ...Object.fromEntries(limits) }
}

/** `tokens` tells the most restrictive limit in effect, which is the one on input. */
function gaugeOf(name: Dimension, gauges: Exclude<Gauges, 'none'>): Gauge {
  if (name === 'requests') return gauges.requests ?? USUAL.requests
  return (name === 'output-tokens' ? undefined : gauges.tokens) ?? USUAL[name]
}

function thousands(tokens: number): number {
  return Math.round(tokens / 1_000) * 1_000
}

/** RFC 3339 without fractions; a reset is never told too early. */
export function second(at: number): string {
  return new Date(Math.ceil(at / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}
