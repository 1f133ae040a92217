/** Anthropic's errors; hints are headers, in whole seconds. */
import type { ErrorResponseKind } from '../../answer.ts'
import { gaugesOf, messageOf } from '../errors.ts'
import type { ErrorFacts, ErrorReply } from '../protocol.ts'
import { anthropicHeaders, USUAL } from './anthropic-headers.ts'

const STATUS = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

const RATE =
  "This request would exceed your organization's rate limit{limit} (org: mock-organization, model: {model}). Please reduce your usage or try again later."
const CONCURRENCY =
  'Number of concurrent connections has exceeded your rate limit. Please try again later.'

const ERRORS: Record<ErrorResponseKind, readonly [type: keyof typeof STATUS, message: string]> = {
  rate: ['rate_limit_error', RATE],
  'rate-without-hint': ['rate_limit_error', RATE],
  ramp: [
    'rate_limit_error',
    'Your usage has grown too quickly for your organization (acceleration limit). Please increase it gradually.',
  ],
  // There is no quota per day; the spend limit is what ends at a known date.
  'day-quota': [
    'rate_limit_error',
    'You have reached your enforced spend limit. You will regain access on {month} at 00:00 UTC.',
  ],
  'no-quota': ['permission_error', 'Your organization has no access to model {model}.'],
  billing: [
    'invalid_request_error',
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  ],
  'payment-required': [
    'billing_error',
    'There is an issue with your billing or payment information.',
  ],
  'spend-limit': [
    'invalid_request_error',
    'You have reached your specified API usage limits. You will regain access on {month} at 00:00 UTC.',
  ],
  'invalid-key': ['authentication_error', 'invalid x-api-key'],
  'echo-key': ['authentication_error', 'invalid x-api-key: {key}'],
  'forbidden-key': [
    'permission_error',
    'Your API key does not have permission to use the specified resource.',
  ],
  'forbidden-model': [
    'permission_error',
    'Your API key does not have permission to use model {model}.',
  ],
  'too-big': ['request_too_large', 'Request exceeds the maximum size'],
  'context-length': ['invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'],
  overloaded: ['overloaded_error', 'Overloaded'],
  internal: ['api_error', 'Internal server error'],
  timeout: ['timeout_error', 'Request timed out'],
  'bad-request': ['invalid_request_error', 'Invalid request'],
  'not-found': ['not_found_error', 'model: {model}'],
}

export function refuseAsAnthropic(refusal: ErrorFacts): ErrorReply {
  const { kind, overrun, retryAfterMs, requestId } = refusal
  const [type, usual] = ERRORS[kind]
  const isConcurrency = kind === 'rate-without-hint' && overrun?.kind === 'concurrency'
  const values = { limit: limitWords(refusal), month: nextMonth(refusal.at) }
  const message = messageOf(refusal, isConcurrency ? CONCURRENCY : usual, values)
  const code = refusal.code ?? (kind === 'day-quota' ? 'enforced_spend_limit_reached' : undefined)
  const error = { type, message, ...(code && { details: { error_code: code } }) }
  const isHinted = kind === 'rate' || kind === 'ramp'
  const gauges = isHinted ? gaugesOf(refusal, USUAL.requests, retryAfterMs) : refusal.gauges
  return {
    status: STATUS[type],
    headers: {
      ...anthropicHeaders({ ...refusal, gauges }),
      ...(isHinted ? { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` } : {}),
    },
    body: { type: 'error', error, request_id: requestId },
  }
}

function limitWords({ kind, overrun }: ErrorFacts): string {
  const passed = kind === 'rate' ? overrun : undefined
  if (passed?.announced === false) return ''
  const what = passed?.kind === 'tokens' ? 'input tokens' : 'requests'
  return ` of ${(passed?.limit ?? 1_000).toLocaleString('en-US')} ${what} per minute`
}

/** The day on which a month's spending starts over, such as `2026-12-01`. */
function nextMonth(at: number): string {
  const date = new Date(at)
  date.setUTCMonth(date.getUTCMonth() + 1, 1)
  return date.toISOString().slice(0, 10)
}
