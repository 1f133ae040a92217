/** The limit headers that all of OpenAI's responses carry, with durations as Go writes them. */
import type { Gauge } from '../limits/limiter.ts'
import type { ErrorFacts, ResponseFacts } from './protocol.ts'

/** What an organization has that no limit of a scenario means. */
const USUAL = {
  requests: { limit: 10_000, remaining: 9_999, resetMs: 6 },
  tokens: { limit: 2_000_000, remaining: 2_000_000, resetMs: 0 },
}

export function openAiHeaders({ requestId, gauges }: ResponseFacts): Record<string, string> {
  const ids = {
    'x-request-id': requestId,
    'openai-organization': 'org-mock',
    'openai-processing-ms': '1',
  }
  if (gauges === 'none') return ids
  return {
    ...ids,
    ...limitHeaders('requests', gauges.requests ?? USUAL.requests),
    ...limitHeaders('tokens', gauges.tokens ?? USUAL.tokens),
  }
}

export function hintHeaders(
  waitMs: number,
  { overrun }: Pick<ErrorFacts, 'overrun'>,
): Record<string, string> {
  const hint = { 'retry-after': `${Math.ceil(waitMs / 1000)}`, 'retry-after-ms': `${waitMs}` }
  if (overrun !== undefined) return hint // the other headers tell the limits as they are
  return {
    ...hint,
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': goDuration(waitMs),
  }
}

function limitHeaders(name: string, { limit, remaining, resetMs }: Gauge): Record<string, string> {
  return {
    [`x-ratelimit-limit-${name}`]: `${limit}`,
    [`x-ratelimit-remaining-${name}`]: `${remaining}`,
    [`x-ratelimit-reset-${name}`]: resetMs === 0 ? '0s' : goDuration(resetMs),
  }
}

/** Durations as Go writes them: `644ms`, `3.89s`, `7m12s`, `1h0m0s`. */
export function goDuration(ms: number): string {
  if (ms < 1_000) return `${ms}ms`
  const hours = Math.floor(ms / 3_600_000)
  const minutes = Math.floor((ms % 3_600_000) / 60_000)
  const seconds = `${(ms % 60_000) / 1_000}s`
  if (hours > 0) return `${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${minutes}m${seconds}` : seconds
}
