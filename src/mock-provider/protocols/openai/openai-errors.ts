/** OpenAI's errors, the same for both of its protocols. */
import type { ErrorResponseKind } from '../../answer.ts'
import { gaugesOf, messageOf } from '../errors.ts'
import type { ErrorFacts, ErrorReply } from '../protocol.ts'
import { goDuration, openAiHeaders, USUAL } from './openai-headers.ts'

const REQUESTS_A_DAY = 200
const DAY_MS = 24 * 60 * 60_000

/** Status, type and code. */
const ERRORS: Record<ErrorResponseKind, readonly [number, string, string | null]> = {
  rate: [429, 'requests', 'rate_limit_exceeded'],
  'rate-without-hint': [429, 'requests', 'rate_limit_exceeded'],
  ramp: [429, 'rate_limit_error', 'slow_down'],
  'day-quota': [429, 'requests', 'rate_limit_exceeded'],
  'no-quota': [403, 'invalid_request_error', 'model_not_found'],
  billing: [429, 'insufficient_quota', 'insufficient_quota'],
  // As other servers with this protocol do it, such as OpenRouter.
  'payment-required': [402, 'payment_required', 'payment_required'],
  'spend-limit': [429, 'insufficient_quota', 'organization_spend_limit_exceeded'],
  'invalid-key': [401, 'invalid_request_error', 'invalid_api_key'],
  'echo-key': [401, 'invalid_request_error', 'invalid_api_key'],
  'forbidden-key': [403, 'request_forbidden', 'unsupported_country_region_territory'],
  'forbidden-model': [403, 'invalid_request_error', 'model_not_found'],
  'too-big': [429, 'tokens', 'rate_limit_exceeded'],
  'context-length': [400, 'invalid_request_error', 'context_length_exceeded'],
  overloaded: [503, 'service_unavailable_error', 'server_is_overloaded'],
  internal: [500, 'server_error', null],
  timeout: [504, 'server_error', null],
  'bad-request': [400, 'invalid_request_error', null],
  'not-found': [404, 'invalid_request_error', 'model_not_found'],
}

const LIMIT =
  'Rate limit reached for {model} in organization org-mock on {unit}{numbers}. Please try again in {wait}.'
const NO_ACCESS = 'Project `proj_mock` does not have access to model `{model}`.'
const WRONG_KEY =
  'Incorrect API key provided: {shown}. You can find your API key at https://platform.openai.com/account/api-keys.'

const MESSAGES: Record<ErrorResponseKind, string> = {
  rate: LIMIT,
  'rate-without-hint': 'Rate limit reached for {model} in organization org-mock.',
  ramp: 'Your traffic has increased too quickly. Please slow down and increase it gradually.',
  'day-quota': LIMIT,
  'no-quota': NO_ACCESS,
  billing:
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
  'payment-required': 'Insufficient credits. Add more credits to your account.',
  'spend-limit': 'Your organization has reached its spend limit for this month.',
  'invalid-key': WRONG_KEY,
  'echo-key': WRONG_KEY,
  'forbidden-key': 'Country, region, or territory not supported',
  'forbidden-model': NO_ACCESS,
  'too-big':
    'Request too large for {model} in organization org-mock on tokens per min (TPM){numbers}. The input or output tokens must be reduced in order to run successfully.',
  'context-length':
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
  overloaded: 'The server is currently overloaded. Please try again later.',
  internal: 'The server had an error while processing your request. Sorry about that!',
  timeout: 'The request timed out.',
  'bad-request': 'Invalid request.',
  'not-found': 'The model `{model}` does not exist or you do not have access to it.',
}

const CONCURRENCY = 'Too many concurrent requests for {model} in organization org-mock.'

export function refuseAsOpenAi(refusal: ErrorFacts): ErrorReply {
  const { hintMs, status, ...error } = openAiError(refusal)
  const body = { error: { ...error, param: refusal.param ?? null } }
  if (hintMs === undefined) return { status, headers: openAiHeaders(refusal), body }
  const gauges = gaugesOf(refusal, USUAL.requests, hintMs)
  const hint = { 'retry-after': `${Math.ceil(hintMs / 1000)}`, 'retry-after-ms': `${hintMs}` }
  return { status, headers: { ...openAiHeaders({ ...refusal, gauges }), ...hint }, body }
}

export function openAiError(refusal: ErrorFacts) {
  const { kind, key, overrun } = refusal
  const [status, type, usualCode] = ERRORS[kind]
  const code = refusal.code === undefined ? usualCode : refusal.code
  const hintMs = hintOf(refusal)
  const usual = overrun?.kind === 'concurrency' ? CONCURRENCY : MESSAGES[kind]
  const message = messageOf(refusal, usual, {
    shown: kind === 'echo-key' ? key : '****',
    unit: UNITS[overrun?.kind ?? kind] ?? 'requests per min (RPM)',
    numbers: overrun?.announced === false ? '' : numbersOf(refusal),
    wait: goDuration(hintMs ?? 0),
  })
  return { status, message, type: overrun?.kind === 'tokens' ? 'tokens' : type, code, hintMs }
}

const UNITS: Readonly<Record<string, string>> = {
  'day-quota': 'requests per day (RPD)',
  day: 'requests per day (RPD)',
  tokens: 'tokens per min (TPM)',
}

/** How long to wait, as headers. A day's quota trickles back, one request at a time. */
function hintOf({ kind, overrun, retryAfterMs }: ErrorFacts): number | undefined {
  if (kind === 'rate' || kind === 'ramp') return retryAfterMs
  return kind === 'day-quota' ? (overrun?.waitMs ?? DAY_MS / REQUESTS_A_DAY) : undefined
}

function numbersOf({ kind, overrun }: ErrorFacts): string {
  if (kind === 'too-big') {
    const { limit, requested } = overrun ?? { limit: 30_000, requested: 30_601 }
    return `: Limit ${limit}, Requested ${requested}`
  }
  const usual = kind === 'day-quota' ? REQUESTS_A_DAY : 10_000
  const { limit, used, requested } = overrun ?? { limit: usual, used: usual, requested: 1 }
  return `: Limit ${limit}, Used ${Math.ceil(used)}, Requested ${requested}`
}
