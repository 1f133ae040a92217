/** What a response says of the limits of its scope: in headers, or in the words of a refusal. */
import type { Dimension, LimitReading } from '../model/lease.ts'
import type { Protocol } from '../model/provider.ts'
import { objectAt, objectsAt } from './body-documents.ts'
import type { Refusal } from './refusal.ts'
import { durationMs } from './wait-hint.ts'

/** One reading for each limit; the words of a refusal count more than the headers beside them. */
export function readLimits(
  protocol: Protocol,
  headers: Headers,
  refusal: Refusal | undefined,
): LimitReading[] {
  const readings =
    protocol === 'google'
      ? geminiQuotas(refusal)
      : protocol === 'anthropic'
        ? [...anthropicHeaders(headers), ...anthropicWords(refusal)]
        : [
            ...openAiHeaders(headers),
            ...openRouterHeaders(headers, refusal),
            ...openAiWords(refusal),
          ]
  const byLimit = new Map<string, LimitReading>()
  for (const reading of readings) {
    const key = `${reading.dimension} ${reading.per}`
    byLimit.set(key, { ...byLimit.get(key), ...reading })
  }
  return [...byLimit.values()]
}

/** A limit that is not positive is a provider's mistake, and so is what is said beside it. */
function reading(
  dimension: Dimension,
  per: 'minute' | 'day',
  limit: unknown,
  remaining?: unknown,
): LimitReading[] {
  const [most, left] = [numberOf(limit), numberOf(remaining)]
  if (most !== undefined && most <= 0) return []
  const hasLeft = left !== undefined && left >= 0
  if (most === undefined && !hasLeft) return []
  return [
    {
      dimension,
      per,
      ...(most === undefined ? {} : { limit: most }),
      ...(hasLeft ? { remaining: left } : {}),
    },
  ]
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const digits = value.replaceAll(',', '').trim()
  return /^-?\d{1,15}(\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

/** Which limit was passed; Gemini's tokens are those of the input. */
export function quotasOf(refusal: Refusal | undefined): { id: string; value: unknown }[] {
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

export function isDaily(quotaId: string): boolean {
  return /per_?day|daily/i.test(quotaId)
}

function geminiQuotas(refusal: Refusal | undefined): LimitReading[] {
  return quotasOf(refusal)
    .filter(({ id }) => isDaily(id) || /per_?minute/i.test(id))
    .flatMap(({ id, value }) =>
      reading(
        /token/i.test(id) ? 'input-tokens' : 'requests',
        isDaily(id) ? 'day' : 'minute',
        value,
      ),
    )
}

const DIMENSIONS: readonly Dimension[] = ['requests', 'tokens', 'input-tokens', 'output-tokens']

function anthropicHeaders(headers: Headers): LimitReading[] {
  return DIMENSIONS.flatMap((dimension) => {
    const name = `anthropic-ratelimit-${dimension}`
    return reading(
      dimension,
      'minute',
      headers.get(`${name}-limit`),
      headers.get(`${name}-remaining`),
    )
  })
}

function anthropicWords(refusal: Refusal | undefined): LimitReading[] {
  const words =
    /\bof ([\d,]+) (requests|tokens|input tokens|output tokens) per (minute|day)/.exec(
      refusal?.message ?? '',
    ) ?? []
  const [, limit, counted = '', per] = words
  if (limit === undefined) return []
  return reading(counted.replace(' ', '-') as Dimension, per as 'minute' | 'day', limit)
}

function openAiHeaders(headers: Headers): LimitReading[] {
  const get = (what: string, counted: string) => headers.get(`x-ratelimit-${what}-${counted}`)
  const requests = { limit: get('limit', 'requests'), remaining: get('remaining', 'requests') }
  const per = requestWindow(requests, get('reset', 'requests'), isGroq(headers))
  return [
    ...reading('requests', per, requests.limit, requests.remaining),
    ...reading('tokens', 'minute', get('limit', 'tokens'), get('remaining', 'tokens')),
  ]
}

/**
 * The requests header is of a day at Groq, and of whichever window is tighter at OpenAI. It tells
 * by its arithmetic: the reset is the time until all that was used has come back.
 */
function requestWindow(
  { limit, remaining }: { limit: string | null; remaining: string | null },
  reset: string | null,
  isGroqs: boolean,
): 'minute' | 'day' {
  const used = Number(limit) - Number(remaining)
  const resetMs = durationMs(reset ?? '')
  if (remaining === null || used <= 0 || resetMs === 0) return isGroqs ? 'day' : 'minute'
  return (resetMs * Number(limit)) / used > HALF_AN_HOUR_MS ? 'day' : 'minute'
}

const HALF_AN_HOUR_MS = 30 * 60_000

function isGroq(headers: Headers): boolean {
  return [...headers.keys()].some((name) => name.startsWith('x-groq-'))
}

/** Only refusals have them, and only the message says what the window is. */
function openRouterHeaders(headers: Headers, refusal: Refusal | undefined): LimitReading[] {
  if (refusal === undefined) return []
  const repeated = objectAt(objectAt(refusal.error, 'metadata'), 'headers')
  const limit = headers.get('x-ratelimit-limit') ?? repeated['X-RateLimit-Limit']
  const remaining = headers.get('x-ratelimit-remaining') ?? repeated['X-RateLimit-Remaining']
  const window = /per[- ](min|day)/.exec(refusal.message)?.[1]
  return window === undefined
    ? []
    : reading('requests', window === 'day' ? 'day' : 'minute', limit, remaining)
}

const LETTERS: Readonly<Record<string, Dimension>> = {
  R: 'requests',
  T: 'tokens',
  IT: 'input-tokens',
  OT: 'output-tokens',
}

/** `… on tokens per min (TPM): Limit 30000, Used 29937, Requested 385.` */
function openAiWords(refusal: Refusal | undefined): LimitReading[] {
  const words =
    /\((R|T|IT|OT)P([MD])\): Limit:? ([\d,]*\d)(?:, Used:? ([\d,]*\d))?/.exec(
      refusal?.message ?? '',
    ) ?? []
  const [, letters = '', window, limit, used] = words
  const dimension = LETTERS[letters]
  if (dimension === undefined) return []
  const remaining =
    used === undefined ? undefined : Math.max(0, (numberOf(limit) ?? 0) - (numberOf(used) ?? 0))
  return reading(dimension, window === 'D' ? 'day' : 'minute', limit, remaining)
}
