/** The limit headers that all of OpenAI's responses carry, with durations as Go writes them. */
import type { Gauge } from '../../limits/limiter.ts'
import type { ResponseFacts } from '../protocol.ts'

/** The limits of an organization that no limit of a scenario is about. */
export const USUAL = {
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
  const { requests = USUAL.requests, tokens = USUAL.tokens } = gauges
  const all: Record<string, Gauge> = { requests, tokens }
  const limits = Object.entries(all).flatMap(([name, { limit, remaining, resetMs }]) => [
    [`x-ratelimit-limit-${name}`, `${limit}`],
    [`x-ratelimit-remaining-${name}`, `${remaining}`],
    [`x-ratelimit-reset-${name}`, resetMs === 0 ? '0s' : goDuration(resetMs)],
  ])
  return { ...ids, ...Object.fromEntries(limits) }
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
