/** Gemini's errors: the hint is in the body only, and a bad key is a 400. */
import type { RefusalKind } from './answer.ts'
import type { Refusal, RefusalResponse } from './protocol.ts'

const TYPE = 'type.googleapis.com/google.rpc'
const METRIC = 'generativelanguage.googleapis.com/generate_content_free_tier_requests'

interface GeminiError {
  readonly code: number
  readonly status: string
  readonly message: string
  readonly details?: readonly object[]
}

const ERRORS: Record<RefusalKind, (refusal: Refusal) => GeminiError> = {
  rate: (refusal) => quotaError(refusal, { window: 'Minute', limit: 10 }),
  // The hint of a used-up day is as short as that of a minute: it must not be believed.
  'day-quota': (refusal) => quotaError(refusal, { window: 'Day', limit: 20 }),
  'rate-without-hint': () => ({
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'Resource has been exhausted (e.g. check quota).',
  }),
  billing: () => ({
    code: 402,
    status: 'RESOURCE_EXHAUSTED',
    message: 'Your prepayment credits are depleted. Please add credits to your billing account.',
  }),
  'invalid-key': () => keyError('API key not valid. Please pass a valid API key.'),
  'echo-key': ({ key }) => keyError(`API key not valid: ${key}. Please pass a valid API key.`),
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
  'bad-request': () => ({
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Request contains an invalid argument.',
  }),
  'not-found': ({ model }) => ({
    code: 404,
    status: 'NOT_FOUND',
    message: `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  }),
}

export function refuseAsGemini(refusal: Refusal): RefusalResponse {
  const error = ERRORS[refusal.kind](refusal)
  const message = refusal.message ?? error.message
  return { status: error.code, headers: {}, body: { error: { ...error, message } } }
}

function quotaError(
  { model, retryAfterMs }: Refusal,
  quota: { readonly window: 'Minute' | 'Day'; readonly limit: number },
): GeminiError {
  const delay = `${retryAfterMs / 1000}s`
  return {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: `You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: ${METRIC}, limit: ${quota.limit}, model: ${model}\nPlease retry in ${delay}.`,
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
            quotaMetric: METRIC,
            quotaId: `GenerateRequestsPer${quota.window}PerProjectPerModel-FreeTier`,
            quotaDimensions: { location: 'global', model },
            quotaValue: `${quota.limit}`,
          },
        ],
      },
      { '@type': `${TYPE}.RetryInfo`, retryDelay: delay },
    ],
  }
}

function keyError(message: string): GeminiError {
  return {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message,
    details: [
      { '@type': `${TYPE}.ErrorInfo`, reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ],
  }
}
