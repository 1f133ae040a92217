/** OpenAI's errors, the same for both of its protocols. */
import type { ErrorResponseKind } from '../answer.ts'
import { goDuration, hintHeaders, openAiHeaders } from './openai-headers.ts'
import type { ErrorFacts, ErrorReply } from './protocol.ts'

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

const ERRORS: Record<ErrorResponseKind, (refusal: ErrorFacts) => OpenAiError> = {
  rate: (refusal) =>
    limitError(refusal, {
      what: refusal.overrun?.kind === 'tokens' ? 'tokens per min (TPM)' : 'requests per min (RPM)',
      limit: 10_000,
      waitMs: refusal.retryAfterMs,
    }),
  'rate-without-hint': ({ model, overrun }) => ({
    status: 429,
    message:
      overrun?.kind === 'concurrency'
        ? `Too many concurrent requests for ${model} in organization org-mock.`
        : `Rate limit reached for ${model} in organization org-mock.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
  }),
  ramp: ({ retryAfterMs }) => ({
    status: 429,
    message: 'Your traffic has increased too quickly. Please slow down and increase it gradually.',
    type: 'rate_limit_error',
    code: 'slow_down',
    hintMs: retryAfterMs,
  }),
  // A day's quota trickles back, one request at a time.
  'day-quota': (refusal) =>
    limitError(refusal, {
      what: 'requests per day (RPD)',
      limit: REQUESTS_A_DAY,
      waitMs: refusal.overrun?.waitMs ?? DAY_MS / REQUESTS_A_DAY,
    }),
  'no-quota': ({ model }) => forbiddenModel(model),
  billing: () =>
    quotaError(
      'insufficient_quota',
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    ),
  // As servers say it that only speak the protocol, such as OpenRouter.
  'payment-required': () => ({
    status: 402,
    message: 'Insufficient credits. Add more credits to your account.',
    type: 'payment_required',
    code: 'payment_required',
  }),
  'spend-limit': () =>
    quotaError(
      'organization_spend_limit_exceeded',
      'Your organization has reached its spend limit for this month.',
    ),
  'invalid-key': () => keyError('****'),
  'echo-key': ({ key }) => keyError(key),
  'forbidden-key': () => ({
    status: 403,
    message: 'Country, region, or territory not supported',
    type: 'request_forbidden',
    code: 'unsupported_country_region_territory',
  }),
  'forbidden-model': ({ model }) => forbiddenModel(model),
  'too-big': ({ model, overrun }) => {
    const { limit, requested } = overrun ?? { limit: 30_000, requested: 30_601 }
    return {
      status: 429,
      message: `Request too large for ${model} in organization org-mock on tokens per min (TPM): Limit ${limit}, Requested ${requested}. The input or output tokens must be reduced in order to run successfully.`,
      type: 'tokens',
      code: 'rate_limit_exceeded',
    }
  },
  'context-length': () => ({
    ...invalid(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    ),
    code: 'context_length_exceeded',
  }),
  overloaded: () => ({
    status: 503,
    message: 'The server is currently overloaded. Please try again later.',
    type: 'service_unavailable_error',
    code: 'server_is_overloaded',
  }),
  internal: () =>
    serverError(500, 'The server had an error while processing your request. Sorry about that!'),
  timeout: () => serverError(504, 'The request timed out.'),
  'bad-request': () => invalid('Invalid request.'),
  'not-found': ({ model }) => ({
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  }),
}

export function openAiError(refusal: ErrorFacts): OpenAiError {
  const error = ERRORS[refusal.kind](refusal)
  return { ...error, message: refusal.message ?? error.message }
}

export function refuseAsOpenAi(refusal: ErrorFacts): ErrorReply {
  const { status, hintMs, ...error } = openAiError(refusal)
  const hint = hintMs === undefined ? {} : hintHeaders(hintMs, refusal)
  return {
    status,
    headers: { ...openAiHeaders(refusal), ...hint },
    body: { error: { ...error, param: null } },
  }
}

function limitError(
  { model, overrun }: ErrorFacts,
  asked: { readonly what: string; readonly limit: number; readonly waitMs: number },
): OpenAiError {
  const { limit, used, requested } = overrun ?? {
    limit: asked.limit,
    used: asked.limit,
    requested: 1,
  }
  const numbers =
    overrun?.announced === false
      ? ''
      : `: Limit ${limit}, Used ${Math.ceil(used)}, Requested ${requested}`
  return {
    status: 429,
    message: `Rate limit reached for ${model} in organization org-mock on ${asked.what}${numbers}. Please try again in ${goDuration(asked.waitMs)}.`,
    type: overrun?.kind === 'tokens' ? 'tokens' : 'requests',
    code: 'rate_limit_exceeded',
    hintMs: asked.waitMs,
  }
}

/** A 429 that no waiting helps against. */
function quotaError(code: string, message: string): OpenAiError {
  return { status: 429, message, type: 'insufficient_quota', code }
}

function keyError(shown: string): OpenAiError {
  return {
    status: 401,
    message: `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }
}

function forbiddenModel(model: string): OpenAiError {
  return {
    status: 403,
    message: `Project \`proj_mock\` does not have access to model \`${model}\`.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  }
}

function invalid(message: string): OpenAiError {
  return { status: 400, message, type: 'invalid_request_error', code: null }
}

function serverError(status: number, message: string): OpenAiError {
  return { status, message, type: 'server_error', code: null }
}
