/** When the provider says to come back, from wherever it says it. */

import { objectAt, objectsAt } from '../body-documents.ts'
import type { ErrorResponse } from './error-response.ts'

/** A hint beyond this is no hint. */
const LONGEST_MS = 31 * 24 * 60 * 60_000

/** Milliseconds from `now`, undefined without a hint; `now` also places dates. */
export function waitHint(
  headers: Headers,
  refusal: ErrorResponse,
  now: number,
): number | undefined {
  const hints = [
    Number(headers.get('retry-after-ms')),
    retryAfterMs(headers.get('retry-after'), now),
    bodyHintMs(refusal),
    resetHintMs(headers, refusal, now),
  ]
  const hint = hints.find((ms) => ms > 0 && ms <= LONGEST_MS)
  return hint === undefined ? undefined : Math.ceil(hint)
}

/** Durations as Go and protobuf write them: `644ms`, `7.66s`, `7m12s`; `20 seconds` in prose. */
export function durationMs(text: string): number {
  const parts = text.matchAll(/(\d+(?:\.\d+)?)\s?(ms|[smhd])[a-z]*/gi)
  return [...parts].reduce((sum, [, amount, unit = '']) => {
    return sum + Number(amount) * (UNITS[unit.toLowerCase()] ?? 0)
  }, 0)
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Seconds, or a date of HTTP. Of seconds that are said twice the first count. */
function retryAfterMs(value: string | null, now: number): number {
  if (value === null) return 0
  const [seconds] = /^[\d.]+(?=,|$)/.exec(value) ?? []
  return seconds === undefined ? Date.parse(value) - now : Number(seconds) * 1_000
}

/** Gemini cuts its RetryInfo to whole seconds and says the exact time in its message: the later. */
function bodyHintMs({ error, message }: ErrorResponse): number {
  const delays = objectsAt(error, 'details').map(({ retryDelay }) => durationMs(`${retryDelay}`))
  const said = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?[a-zµ]+\s?){1,5})/i.exec(
    message,
  )
  return Math.max(0, ...delays, durationMs(said?.[1] ?? ''))
}

/** OpenRouter's reset is an instant, in a header or repeated in the body; plans count seconds. */
function resetHintMs(headers: Headers, { error }: ErrorResponse, now: number): number {
  const repeated = objectAt(objectAt(error, 'metadata'), 'headers')['X-RateLimit-Reset']
  const at = Number(headers.get('x-ratelimit-reset') ?? repeated)
  const seconds = Number(error.resets_in_seconds)
  return at > 1e12 ? at - now : seconds * 1_000
}
