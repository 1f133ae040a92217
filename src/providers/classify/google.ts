/**
 * What Gemini says. One status for everything: 429 is a minute, a day, a sum of money or a model that is not
 * to be had. The exceeded quota says which; the delay it gives is always a minute's. There are no
 * headers for limits.
 */

import type { LimitReading } from '../../model/calls/lease.ts'
import { objectAt, objectsAt } from '../body-documents.ts'
import { hint, type Rule } from './by-status.ts'
import type { ErrorResponse } from './error-response.ts'
import { limitReading } from './limit-reading.ts'

const SPEND_WINDOW_MS = 10 * 60_000
const KEY_REASONS = /^(API_KEY_|SERVICE_DISABLED$|CONSUMER_(INVALID|SUSPENDED)$)/
const TOO_BIG = /exceeds the maximum number of tokens|payload size exceeds/i
const NO_MONEY = /prepayment credits/i

export const classifyGoogle: Rule = (refused) => {
  const { status, words, message } = refused
  if ([...words].some((word) => KEY_REASONS.test(word))) return { kind: 'invalid' }
  if (/API key (not valid|expired)|reported as leaked/i.test(message)) return { kind: 'invalid' }
  if (words.has('BILLING_DISABLED') || words.has('INSUFFICIENT_G1_CREDITS_BALANCE')) {
    return { kind: 'billing' }
  }
  if (words.has('payment_required') || NO_MONEY.test(message)) return { kind: 'billing' }
  if (status === 400 && /enable billing/i.test(message)) return { kind: 'billing' }
  if (status === 400 && TOO_BIG.test(message)) return { kind: 'too-big' }
  return status === 429 ? exhausted(refused) : undefined
}

const exhausted: Rule = (refused) => {
  const { status, words, message, now } = refused
  const quotas = quotasOf(refused)
  const isDay =
    quotas.length > 0 ? quotas.some(({ id }) => isDaily(id)) : /per day|daily/i.test(message)
  // The model is not part of this key's plan.
  if (
    quotas.some(({ value }) => Number(value) === 0 && value !== '') ||
    /limit: 0(?![.\d]*\d)/.test(message)
  ) {
    return { kind: 'not-here' }
  }
  if (/\bspend(ing)?\b/i.test(message) || quotas.some(({ id }) => /spend/i.test(id))) {
    const isMonth = /month/i.test(message)
    return isMonth ? { kind: 'billing' } : { kind: 'billing', until: now + SPEND_WINDOW_MS }
  }
  if (isDay) return { kind: 'day-quota', resets: 'midnight-pacific' }
  if (words.has('QUOTA_EXHAUSTED')) return { kind: 'day-quota', ...hint(refused) }
  if (words.has('MODEL_CAPACITY_EXHAUSTED')) return { kind: 'down', status }
  return undefined
}

/** Its tokens are those of the input. */
export function googleLimits(_: Headers, refusal: ErrorResponse | undefined): LimitReading[] {
  return quotasOf(refusal)
    .filter(({ id }) => isDaily(id) || /per_?minute/i.test(id))
    .flatMap(({ id, value }) =>
      limitReading({
        dimension: /token/i.test(id) ? 'input-tokens' : 'requests',
        per: isDaily(id) ? 'day' : 'minute',
        limit: value,
      }),
    )
}

/** The quotas that were passed; older refusals name one in their metadata. */
function quotasOf(refusal: ErrorResponse | undefined): { id: string; value: unknown }[] {
  return objectsAt(refusal?.error ?? {}, 'details').flatMap((detail) => {
    const { quota_limit, quota_limit_value } = objectAt(detail, 'metadata')
    const violations = objectsAt(detail, 'violations').map(
      ({ quotaId, quotaMetric, quotaValue }) => ({
        id: `${quotaId ?? quotaMetric}`,
        value: quotaValue,
      }),
    )
    return quota_limit === undefined
      ? violations
      : [...violations, { id: `${quota_limit}`, value: quota_limit_value }]
  })
}

function isDaily(quotaId: string): boolean {
  return /per_?day|daily/i.test(quotaId)
}
