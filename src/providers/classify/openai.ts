/**
 * What OpenAI says, and all that speak like it: Groq, OpenRouter, vLLM, Ollama. The code distinguishes money from
 * rate; only the message distinguishes a day's limit from a minute's. Limits are in headers, whose windows differ,
 * and in words.
 */

import type { Dimension, LimitReading } from '../../model/calls/lease.ts'
import { objectAt } from '../body-documents.ts'
import { hint, type Rule } from './by-status.ts'
import type { ErrorResponse } from './error-response.ts'
import { limitReading, numberOf } from './limit-reading.ts'
import { durationMs } from './wait-hint.ts'

const NO_MONEY = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
  'blocked_api_access',
  'payment_required',
])
const BAD_KEY = new Set(['invalid_api_key', 'account_deactivated', 'authentication'])
const TOO_BIG = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
  'weight_exceeds_budget',
])
const TOO_BIG_WORDS = /request too large|maximum context length|context (window|size)/i
const DOWN = new Set(['provider_overloaded', 'provider_unavailable', 'server_is_overloaded'])
/** The first window that is named is the one that was passed; others may be advertised after it. */
const WINDOW = /per[- ]min|per[- ]day|\bdaily\b|limit_rp[md]|\([RIOT]+P[MD]\)/i

export const classifyOpenAi: Rule = (refused) => {
  const { status, words, message } = refused
  const has = (known: ReadonlySet<string>) => [...words].some((word) => known.has(word))
  // It passes: money is held back for calls that are still under way.
  if (words.has('in_flight_budget_exhausted')) return { kind: 'rate', ...hint(refused) }
  if (has(TOO_BIG)) return { kind: 'too-big' }
  if (has(NO_MONEY) || /^key limit exceeded/i.test(message)) return { kind: 'billing' }
  if (has(BAD_KEY)) return { kind: 'invalid' }
  if (words.has('slow_down')) return { kind: 'ramp', ...hint(refused) }
  if (has(DOWN)) return { kind: 'down', status }
  if ([400, 413, 429].includes(status) && TOO_BIG_WORDS.test(message)) return { kind: 'too-big' }
  if (words.has('usage_limit_reached')) return { kind: 'day-quota', ...hint(refused) }
  if (status !== 429) return undefined
  if (/day|daily|pd/i.test(WINDOW.exec(message)?.[0] ?? '')) {
    const isOpenRouter = /free-models-per-day|limit_rpd/.test(message)
    return { kind: 'day-quota', ...(isOpenRouter ? { resets: 'midnight-utc' } : hint(refused)) }
  }
  return /overloaded/i.test(message) ? { kind: 'down', status } : undefined
}

export function openAiLimits(headers: Headers, refusal: ErrorResponse | undefined): LimitReading[] {
  return [...inHeaders(headers), ...inOpenRouters(headers, refusal), ...inWords(refusal)]
}

function inHeaders(headers: Headers): LimitReading[] {
  const of = (counted: string) => ({
    limit: headers.get(`x-ratelimit-limit-${counted}`),
    remaining: headers.get(`x-ratelimit-remaining-${counted}`),
  })
  return [
    ...limitReading({ dimension: 'requests', per: requestWindow(headers), ...of('requests') }),
    ...limitReading({ dimension: 'tokens', per: 'minute', ...of('tokens') }),
  ]
}

/**
 * The requests header is of a day at Groq, and of whichever window is tighter at OpenAI. It shows
 * by its arithmetic: the reset is the time until all that was used has come back.
 */
function requestWindow(headers: Headers): 'minute' | 'day' {
  const limit = Number(headers.get('x-ratelimit-limit-requests') ?? 0)
  const used = limit - Number(headers.get('x-ratelimit-remaining-requests') ?? limit)
  const resetMs = durationMs(headers.get('x-ratelimit-reset-requests') ?? '')
  if (used <= 0 || resetMs === 0)
    return [...headers.keys()].some((name) => name.startsWith('x-groq-')) ? 'day' : 'minute'
  // Near enough to a day: a reset of a minute's limit that is rounded up comes to anything between.
  const days = (resetMs * limit) / used / DAY_MS
  return days > 0.8 && days < 1.2 ? 'day' : 'minute'
}

const DAY_MS = 86_400_000

/** Only refusals have them, and only the message says what the window is. */
function inOpenRouters(headers: Headers, refusal: ErrorResponse | undefined): LimitReading[] {
  if (refusal === undefined) return []
  const repeated = objectAt(objectAt(refusal.error, 'metadata'), 'headers')
  const limit = headers.get('x-ratelimit-limit') ?? repeated['X-RateLimit-Limit']
  const remaining = headers.get('x-ratelimit-remaining') ?? repeated['X-RateLimit-Remaining']
  const window = /per[- ](min|day)/.exec(refusal.message)?.[1]
  return window === undefined
    ? []
    : limitReading({
        dimension: 'requests',
        per: window === 'day' ? 'day' : 'minute',
        limit,
        remaining,
      })
}

const LETTERS: Readonly<Record<string, Dimension>> = {
  R: 'requests',
  T: 'tokens',
  IT: 'input-tokens',
  OT: 'output-tokens',
}

/** `… on tokens per min (TPM): Limit 30000, Used 29937, Requested 385.` */
function inWords(refusal: ErrorResponse | undefined): LimitReading[] {
  const words =
    /\((R|T|IT|OT)P([MD])\): Limit:? ([\d,]*\d)(?:, Used:? ([\d,]*\d))?/.exec(
      refusal?.message ?? '',
    ) ?? []
  const [, letters = '', window, limit, used] = words
  const dimension = LETTERS[letters]
  if (dimension === undefined) return []
  const remaining =
    used === undefined ? undefined : Math.max(0, (numberOf(limit) ?? 0) - (numberOf(used) ?? 0))
  return limitReading({ dimension, per: window === 'D' ? 'day' : 'minute', limit, remaining })
}
