/** OpenAI's errors and limit headers, the same for both of its protocols. */
import type { RefusalKind } from './answer.ts'
import type { Refusal, RefusalResponse, ResponseFacts } from './protocol.ts'

const LIMITS = { requests: 10_000, tokens: 2_000_000 } as const
const REQUESTS_A_DAY = 200
const DAY_MS = 24 * 60 * 60_000

interface OpenAiError {
  readonly status: number
  readonly message: string
  readonly type: string
  readonly code: string | null
  /** How long to wait, as headers. */
  readonly hintMs?: number
}

const ERRORS: Record<RefusalKind, (refusal: Refusal) => OpenAiError> = {
  rate: ({ model, retryAfterMs }) => ({
    status: 429,
    message: `Rate limit reached for ${model} in organization org-mock on requests per min (RPM): Limit ${LIMITS.requests}, Used ${LIMITS.requests}, Requested 1. Please try again in ${goDuration(retryAfterMs)}.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
    hintMs: retryAfterMs,
  }),
  'rate-without-hint': ({ model }) => ({
    status: 429,
    message: `Rate limit reached for ${model} in organization org-mock.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
  }),
  // A day's quota trickles back, one request at a time.
  'day-quota': ({ model }) => ({
    status: 429,
    message: `Rate limit reached for ${model} in organization org-mock on requests per day (RPD): Limit ${REQUESTS_A_DAY}, Used ${REQUESTS_A_DAY}, Requested 1. Please try again in ${goDuration(DAY_MS / REQUESTS_A_DAY)}.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
    hintMs: DAY_MS / REQUESTS_A_DAY,
  }),
  billing: () => ({
    status: 429,
    message:
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  'invalid-key': () => keyError('****'),
  'echo-key': ({ key }) => keyError(key),
  overloaded: () => ({
    status: 503,
    message: 'The server is currently overloaded. Please try again later.',
    type: 'service_unavailable_error',
    code: 'server_is_overloaded',
  }),
  internal: () => ({
    status: 500,
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    code: null,
  }),
  'bad-request': () => ({
    status: 400,
    message: 'Invalid request.',
    type: 'invalid_request_error',
    code: null,
  }),
  'not-found': ({ model }) => ({
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  }),
}

export function openAiError(refusal: Refusal): OpenAiError {
  const error = ERRORS[refusal.kind](refusal)
  return { ...error, message: refusal.message ?? error.message }
}

export function refuseAsOpenAi(refusal: Refusal): RefusalResponse {
  const { status, hintMs, ...error } = openAiError(refusal)
  return {
    status,
    headers: { ...openAiHeaders(refusal), ...(hintMs === undefined ? {} : hintHeaders(hintMs)) },
    body: { error: { ...error, param: null } },
  }
}

export function openAiHeaders({ requestId }: ResponseFacts): Record<string, string> {
  return {
    'x-request-id': requestId,
    'openai-organization': 'org-mock',
    'openai-processing-ms': '1',
    'x-ratelimit-limit-requests': `${LIMITS.requests}`,
    'x-ratelimit-remaining-requests': `${LIMITS.requests - 1}`,
    'x-ratelimit-reset-requests': goDuration(60_000 / LIMITS.requests),
    'x-ratelimit-limit-tokens': `${LIMITS.tokens}`,
    'x-ratelimit-remaining-tokens': `${LIMITS.tokens}`,
    'x-ratelimit-reset-tokens': '0s',
  }
}

function hintHeaders(waitMs: number): Record<string, string> {
  return {
    'retry-after': `${Math.ceil(waitMs / 1000)}`,
    'retry-after-ms': `${waitMs}`,
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': goDuration(waitMs),
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

function keyError(shown: string): OpenAiError {
  return {
    status: 401,
    message: `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }
}
