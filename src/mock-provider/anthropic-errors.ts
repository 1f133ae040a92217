/** Anthropic's errors, and the limit headers that all its responses carry. */
import type { RefusalKind } from './answer.ts'
import type { Refusal, RefusalResponse, ResponseFacts } from './protocol.ts'

const LIMITS = {
  requests: 1_000,
  tokens: 2_400_000,
  'input-tokens': 2_000_000,
  'output-tokens': 400_000,
} as const

interface AnthropicError {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly details?: object
  /** When the key may be used again, as a header. */
  readonly hint?: true
}

const RATE = {
  status: 429,
  type: 'rate_limit_error',
  message:
    "This request would exceed your organization's rate limit of 1,000 requests per minute (org: mock-organization). Please reduce your usage or try again later.",
}

const ERRORS: Record<RefusalKind, (refusal: Refusal) => AnthropicError> = {
  rate: () => ({ ...RATE, hint: true }),
  'rate-without-hint': () => RATE,
  // There is no quota per day; the spend limit is what ends at a known date.
  'day-quota': ({ at }) => ({
    status: 429,
    type: 'rate_limit_error',
    message: `You have reached your enforced spend limit. You will regain access on ${nextMonth(at)} at 00:00 UTC.`,
    details: { error_code: 'enforced_spend_limit_reached' },
  }),
  billing: () => ({
    status: 400,
    type: 'invalid_request_error',
    message:
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  }),
  'invalid-key': () => ({
    status: 401,
    type: 'authentication_error',
    message: 'invalid x-api-key',
  }),
  'echo-key': ({ key }) => ({
    status: 401,
    type: 'authentication_error',
    message: `invalid x-api-key: ${key}`,
  }),
  overloaded: () => ({ status: 529, type: 'overloaded_error', message: 'Overloaded' }),
  internal: () => ({ status: 500, type: 'api_error', message: 'Internal server error' }),
  'bad-request': () => ({
    status: 400,
    type: 'invalid_request_error',
    message: 'Invalid request',
  }),
  'not-found': ({ model }) => ({
    status: 404,
    type: 'not_found_error',
    message: `model: ${model}`,
  }),
}

export function refuseAsAnthropic(refusal: Refusal): RefusalResponse {
  const { status, type, message, details, hint } = ERRORS[refusal.kind](refusal)
  const waitMs = hint === true ? refusal.retryAfterMs : 0
  const headers = {
    ...anthropicHeaders(refusal),
    ...(hint === true
      ? {
          'retry-after': `${Math.ceil(waitMs / 1000)}`,
          'anthropic-ratelimit-requests-remaining': '0',
          'anthropic-ratelimit-requests-reset': second(refusal.at + waitMs),
        }
      : {}),
  }
  const error = { type, message: refusal.message ?? message, ...(details ? { details } : {}) }
  return { status, headers, body: { type: 'error', error, request_id: refusal.requestId } }
}

export function anthropicHeaders({ requestId, at }: ResponseFacts): Record<string, string> {
  const limits = Object.entries(LIMITS).flatMap(([name, limit]) => [
    [`anthropic-ratelimit-${name}-limit`, `${limit}`],
    [`anthropic-ratelimit-${name}-remaining`, `${name === 'requests' ? limit - 1 : limit}`],
    [`anthropic-ratelimit-${name}-reset`, second(at)],
  ])
  return {
    'request-id': requestId,
    'anthropic-organization-id': 'mock-organization',
    ...Object.fromEntries(limits),
  }
}

/** RFC 3339 without fractions; a reset is never told too early. */
function second(at: number): string {
  return new Date(Math.ceil(at / 1000) * 1000).toISOString().replace('.000Z', 'Z')
}

function nextMonth(at: number): string {
  const date = new Date(at)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10)
}
