/**
 * What Anthropic says. Money that ran out is a 400, a 402 or a 429; traffic that grew too fast is a 429 that
 * differs from a rate limit in its words only. Limits are in the headers of every response, and in the words
 * of a refusal.
 */

import type { CallOutcome, Dimension, LimitReading } from '../../model/calls/lease.ts'
import { hint, type Refused, type Rule } from './by-status.ts'
import type { ErrorResponse } from './error-response.ts'
import { limitReading } from './limit-reading.ts'

const NO_MONEY = /credit balance is too low|specified (\w+ )?API usage limits|spend(ing)? limit/i
const TOO_BIG = /prompt is too long|exceed(s|ed)? (the )?context|context (window|length)/i
const RAMP = /increase rate|more gradually|acceleration/i

export const classifyAnthropic: Rule = (refused) => {
  const { status, words, message } = refused
  const isMoney = words.has('billing_error') || words.has('enforced_spend_limit_reached')
  if (isMoney || (status < 500 && NO_MONEY.test(message))) return billing(refused)
  if (/organization has been disabled/i.test(message)) return { kind: 'invalid' }
  if (words.has('request_too_large')) return { kind: 'too-big' }
  if (status === 400 && TOO_BIG.test(message)) return { kind: 'too-big' }
  if (status !== 429) return undefined
  if (RAMP.test(message)) return { kind: 'ramp', ...hint(refused) }
  if (/daily rate limit|per day/i.test(message)) return { kind: 'day-quota', ...hint(refused) }
  return undefined
}

/** `You will regain access on 2026-12-01 at 00:00 UTC.` */
function billing({ message, now }: Refused): CallOutcome {
  const [, day, time = '00:00'] =
    /access on (\d{4}-\d{2}-\d{2})(?: at (\d{2}:\d{2}))?/.exec(message) ?? []
  const until = Date.parse(`${day}T${time}:00Z`)
  return until > now ? { kind: 'billing', until } : { kind: 'billing' }
}

export function anthropicLimits(
  headers: Headers,
  refusal: ErrorResponse | undefined,
): LimitReading[] {
  return [...inHeaders(headers), ...inWords(refusal)]
}

const DIMENSIONS: readonly Dimension[] = ['requests', 'tokens', 'input-tokens', 'output-tokens']

function inHeaders(headers: Headers): LimitReading[] {
  return DIMENSIONS.flatMap((dimension) => {
    const name = `anthropic-ratelimit-${dimension}`
    const limit = headers.get(`${name}-limit`)
    const remaining = headers.get(`${name}-remaining`)
    return limitReading({ dimension, per: 'minute', limit, remaining })
  })
}

function inWords(refusal: ErrorResponse | undefined): LimitReading[] {
  const words =
    /\bof ([\d,]+) (requests|tokens|input tokens|output tokens) per (minute|day)/.exec(
      refusal?.message ?? '',
    ) ?? []
  const [, limit, counted = '', per] = words
  if (limit === undefined) return []
  const dimension = counted.replace(' ', '-') as Dimension
  return limitReading({ dimension, per: per as 'minute' | 'day', limit })
}
