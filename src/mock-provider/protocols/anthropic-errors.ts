/** Anthropic's errors; hints are headers, in whole seconds. */
import type { ErrorResponseKind } from '../answer.ts'
import { anthropicHeaders, second } from './anthropic-headers.ts'
import type { ErrorFacts, ErrorReply } from './protocol.ts'

interface AnthropicError {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly details?: object
  /** When the key may be used again, as a header. */
  readonly hint?: true
}

const ERRORS: Record<ErrorResponseKind, (refusal: ErrorFacts) => AnthropicError> = {
  rate: (refusal) => rateError(rateWords(refusal), true),
  'rate-without-hint': ({ overrun, ...refusal }) =>
    rateError(
      overrun?.kind === 'concurrency'
        ? 'Number of concurrent connections has exceeded your rate limit. Please try again later.'
        : rateWords(refusal),
    ),
  ramp: () =>
    rateError(
      'Your usage has grown too quickly for your organization (acceleration limit). Please increase it gradually.',
      true,
    ),
  // There is no quota per day; the spend limit is what ends at a known date.
  'day-quota': ({ at }) => ({
    ...rateError(
      `You have reached your enforced spend limit. You will regain access on ${nextMonth(at)} at 00:00 UTC.`,
    ),
    details: { error_code: 'enforced_spend_limit_reached' },
  }),
  'no-quota': ({ model }) => forbidden(`Your organization has no access to model ${model}.`),
  billing: () =>
    invalid(
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
  'payment-required': () => ({
    status: 402,
    type: 'billing_error',
    message: 'There is an issue with your billing or payment information.',
  }),
  'spend-limit': ({ at }) =>
    invalid(
      `You have reached your specified API usage limits. You will regain access on ${nextMonth(at)} at 00:00 UTC.`,
    ),
  'invalid-key': () => keyError('invalid x-api-key'),
  'echo-key': ({ key }) => keyError(`invalid x-api-key: ${key}`),
  'forbidden-key': () =>
    forbidden('Your API key does not have permission to use the specified resource.'),
  'forbidden-model': ({ model }) =>
    forbidden(`Your API key does not have permission to use model ${model}.`),
  'too-big': () => ({
    status: 413,
    type: 'request_too_large',
    message: 'Request exceeds the maximum size',
  }),
  'context-length': () => invalid('prompt is too long: 210000 tokens > 200000 maximum'),
  overloaded: () => ({ status: 529, type: 'overloaded_error', message: 'Overloaded' }),
  internal: () => ({ status: 500, type: 'api_error', message: 'Internal server error' }),
  timeout: () => ({ status: 504, type: 'timeout_error', message: 'Request timed out' }),
  'bad-request': () => invalid('Invalid request'),
  'not-found': ({ model }) => ({
    status: 404,
    type: 'not_found_error',
    message: `model: ${model}`,
  }),
}

export function refuseAsAnthropic(refusal: ErrorFacts): ErrorReply {
  const { status, type, message, details, hint } = ERRORS[refusal.kind](refusal)
  const error = { type, message: refusal.message ?? message, ...(details ? { details } : {}) }
  return {
    status,
    headers: { ...anthropicHeaders(refusal), ...(hint === true ? hintHeaders(refusal) : {}) },
    body: { type: 'error', error, request_id: refusal.requestId },
  }
}

function hintHeaders({ retryAfterMs, at, overrun }: ErrorFacts): Record<string, string> {
  const hint = { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` }
  if (overrun !== undefined) return hint // the other headers tell the limits as they are
  return {
    ...hint,
    'anthropic-ratelimit-requests-remaining': '0',
    'anthropic-ratelimit-requests-reset': second(at + retryAfterMs),
  }
}

function rateWords({ model, overrun }: Pick<ErrorFacts, 'model' | 'overrun'>): string {
  const { kind = 'requests', limit = 1_000, announced = true } = overrun ?? {}
  const what = kind === 'tokens' ? 'input tokens' : 'requests'
  const number = announced ? ` of ${limit.toLocaleString('en-US')} ${what} per minute` : ''
  return `This request would exceed your organization's rate limit${number} (org: mock-organization, model: ${model}). Please reduce your usage or try again later.`
}

function rateError(message: string, hint?: true): AnthropicError {
  return { status: 429, type: 'rate_limit_error', message, ...(hint ? { hint } : {}) }
}

function invalid(message: string): AnthropicError {
  return { status: 400, type: 'invalid_request_error', message }
}

function keyError(message: string): AnthropicError {
  return { status: 401, type: 'authentication_error', message }
}

function forbidden(message: string): AnthropicError {
  return { status: 403, type: 'permission_error', message }
}

/** The day on which a month's spending starts over, such as `2026-12-01`. */
function nextMonth(at: number): string {
  const date = new Date(at)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10)
}
