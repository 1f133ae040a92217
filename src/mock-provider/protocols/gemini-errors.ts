/** Gemini's errors: the hint is in the body only, and a bad key is a 400. */
import type { ErrorResponseKind } from '../answer.ts'
import type { ErrorFacts, ErrorReply } from './protocol.ts'

const TYPE = 'type.googleapis.com/google.rpc'
const METRIC = 'generativelanguage.googleapis.com/generate_content_free_tier'

interface GeminiError {
  readonly code: number
  readonly status: string
  readonly message: string
  readonly details?: readonly object[]
}

/** What a quota counts: its name and its limit if the scenario has none. */
const QUOTAS = {
  requests: {
    metric: `${METRIC}_requests`,
    id: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
    limit: 10,
  },
  tokens: {
    metric: `${METRIC}_input_token_count`,
    id: 'GenerateContentInputTokensPerModelPerMinute-FreeTier',
    limit: 250_000,
  },
  day: {
    metric: `${METRIC}_requests`,
    id: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
    limit: 20,
  },
} as const

const ERRORS: Record<ErrorResponseKind, (refusal: ErrorFacts) => GeminiError> = {
  rate: (refusal) =>
    quotaError(refusal, { quota: refusal.overrun?.kind === 'tokens' ? 'tokens' : 'requests' }),
  // The hint of a used-up day is as short as that of a minute: it must not be believed.
  'day-quota': (refusal) => quotaError(refusal, { quota: 'day' }),
  'no-quota': (refusal) => quotaError(refusal, { quota: 'day', limit: 0 }),
  'rate-without-hint': () => exhausted(429, 'Resource has been exhausted (e.g. check quota).'),
  ramp: () => exhausted(429, 'Resource exhausted. Please try again later.'),
  billing: () =>
    exhausted(
      402,
      'Your prepayment credits are depleted. Please add credits to your billing account.',
    ),
  'payment-required': () => exhausted(402, 'Your billing account has been disabled.'),
  'spend-limit': () =>
    exhausted(429, 'You exceeded the spend-based rate limit of your billing account.'),
  'invalid-key': () => keyError('API key not valid. Please pass a valid API key.'),
  'echo-key': ({ key }) => keyError(`API key not valid: ${key}. Please pass a valid API key.`),
  'forbidden-key': () =>
    forbidden('Your API key was reported as leaked. Please use another API key.', [
      errorInfo('API_KEY_SERVICE_BLOCKED'),
    ]),
  'forbidden-model': ({ model }) =>
    forbidden(`The caller does not have permission to use models/${model}.`, []),
  'too-big': () => invalid('Request payload size exceeds the limit: 20971520 bytes.'),
  'context-length': () =>
    invalid(
      'The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).',
    ),
  overloaded: () => ({
    code: 503,
    status: 'UNAVAILABLE',
    message: 'The model is overloaded. Please try again later.',
  }),
  internal: () => ({
    code: 500,
    status: 'INTERNAL',
    message: 'An internal error has occurred. Please retry.',
  }),
  timeout: () => ({
    code: 504,
    status: 'DEADLINE_EXCEEDED',
    message: 'Deadline expired before operation could complete.',
  }),
  'bad-request': () => invalid('Request contains an invalid argument.'),
  'not-found': ({ model }) => ({
    code: 404,
    status: 'NOT_FOUND',
    message: `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  }),
}

export function refuseAsGemini(refusal: ErrorFacts): ErrorReply {
  const error = ERRORS[refusal.kind](refusal)
  const message = refusal.message ?? error.message
  return { status: error.code, headers: {}, body: { error: { ...error, message } } }
}

function quotaError(
  { model, retryAfterMs, overrun }: ErrorFacts,
  asked: { readonly quota: keyof typeof QUOTAS; readonly limit?: number },
): GeminiError {
  const { metric, id, limit: usual } = QUOTAS[asked.quota]
  const limit = asked.limit ?? overrun?.limit ?? usual
  const isTold = overrun?.announced ?? true
  const delay = `${retryAfterMs / 1000}s`
  return {
    ...exhausted(
      429,
      `You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: ${metric}${isTold ? `, limit: ${limit}` : ''}, model: ${model}\nPlease retry in ${delay}.`,
    ),
    details: [
      {
        '@type': `${TYPE}.Help`,
        links: [
          {
            description: 'Learn more about Gemini API quotas',
            url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
          },
        ],
      },
      {
        '@type': `${TYPE}.QuotaFailure`,
        violations: [
          {
            quotaMetric: metric,
            quotaId: id,
            quotaDimensions: { location: 'global', model },
            ...(isTold ? { quotaValue: `${limit}` } : {}),
          },
        ],
      },
      { '@type': `${TYPE}.RetryInfo`, retryDelay: delay },
    ],
  }
}

function exhausted(code: number, message: string): GeminiError {
  return { code, status: 'RESOURCE_EXHAUSTED', message }
}

function invalid(message: string): GeminiError {
  return { code: 400, status: 'INVALID_ARGUMENT', message }
}

function keyError(message: string): GeminiError {
  return { ...invalid(message), details: [errorInfo('API_KEY_INVALID')] }
}

function forbidden(message: string, details: readonly object[]): GeminiError {
  return { code: 403, status: 'PERMISSION_DENIED', message, details }
}

function errorInfo(reason: string): object {
  return { '@type': `${TYPE}.ErrorInfo`, reason, domain: 'googleapis.com' }
}
