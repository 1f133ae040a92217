/** Gemini's errors: the hint is in the body only, and a bad key is a 400. */
import type { ErrorResponseKind } from '../../answer.ts'
import { messageOf } from '../errors.ts'
import type { ErrorFacts, ErrorReply } from '../protocol.ts'

const STATUS = {
  400: 'INVALID_ARGUMENT',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: {metric}{limit}, model: {model}\nPlease retry in {delay}.'

const ERRORS: Record<ErrorResponseKind, readonly [code: keyof typeof STATUS, message: string]> = {
  rate: [429, QUOTA],
  'day-quota': [429, QUOTA],
  'no-quota': [429, QUOTA],
  'rate-without-hint': [429, 'Resource has been exhausted (e.g. check quota).'],
  ramp: [429, 'Resource exhausted. Please try again later.'],
  billing: [
    402,
    'Your prepayment credits are depleted. Please add credits to your billing account.',
  ],
  'payment-required': [402, 'Your billing account has been disabled.'],
  'spend-limit': [429, 'You exceeded the spend-based rate limit of your billing account.'],
  'invalid-key': [400, 'API key not valid. Please pass a valid API key.'],
  'echo-key': [400, 'API key not valid: {key}. Please pass a valid API key.'],
  'forbidden-key': [403, 'Your API key was reported as leaked. Please use another API key.'],
  'forbidden-model': [403, 'The caller does not have permission to use models/{model}.'],
  'too-big': [400, 'Request payload size exceeds the limit: 20971520 bytes.'],
  'context-length': [
    400,
    'The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).',
  ],
  overloaded: [503, 'The model is overloaded. Please try again later.'],
  internal: [500, 'An internal error has occurred. Please retry.'],
  timeout: [504, 'Deadline expired before operation could complete.'],
  'bad-request': [400, 'Request contains an invalid argument.'],
  'not-found': [
    404,
    'models/{model} is not found for API version v1beta, or is not supported for generateContent.',
  ],
}

/** Metric and name of the exceeded quota, and its limit if the scenario has none. */
const QUOTAS: Readonly<Record<string, readonly [metric: string, name: string, limit: number]>> = {
  rate: ['requests', 'GenerateRequestsPerMinutePerProjectPerModel', 10],
  tokens: ['input_token_count', 'GenerateContentInputTokensPerModelPerMinute', 250_000],
  'day-quota': ['requests', 'GenerateRequestsPerDayPerProjectPerModel', 20],
  'no-quota': ['requests', 'GenerateRequestsPerDayPerProjectPerModel', 0],
}

const REASONS: Partial<Record<ErrorResponseKind, string>> = {
  'invalid-key': 'API_KEY_INVALID',
  'echo-key': 'API_KEY_INVALID',
  'forbidden-key': 'API_KEY_SERVICE_BLOCKED',
}

const TYPE = 'type.googleapis.com/google.rpc'
const HELP = {
  description: 'Learn more about Gemini API quotas',
  url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
}

export function refuseAsGemini(refusal: ErrorFacts): ErrorReply {
  const { kind } = refusal
  const [code, usual] = ERRORS[kind]
  const reason = REASONS[kind]
  const { values, details } = exceededQuota(refusal) ?? {
    details: reason && [{ '@type': `${TYPE}.ErrorInfo`, reason, domain: 'googleapis.com' }],
  }
  const message = messageOf(refusal, usual, values)
  const error = { code, status: STATUS[code], message, details }
  return { status: code, headers: {}, body: { error } }
}

function exceededQuota({ kind, model, overrun, retryAfterMs }: ErrorFacts) {
  const quota = QUOTAS[overrun?.kind === 'tokens' ? 'tokens' : kind]
  if (quota === undefined) return undefined
  const metric = `generativelanguage.googleapis.com/generate_content_free_tier_${quota[0]}`
  const limit = overrun?.announced === false ? undefined : `${overrun?.limit ?? quota[2]}`
  // The hint of a used-up day is as short as that of a minute: it must not be believed.
  const delay = `${retryAfterMs / 1000}s`
  const violation = {
    quotaMetric: metric,
    quotaId: `${quota[1]}-FreeTier`,
    quotaDimensions: { location: 'global', model },
    quotaValue: limit,
  }
  return {
    values: { metric, limit: limit === undefined ? '' : `, limit: ${limit}`, delay },
    details: [
      { '@type': `${TYPE}.Help`, links: [HELP] },
      { '@type': `${TYPE}.QuotaFailure`, violations: [violation] },
      { '@type': `${TYPE}.RetryInfo`, retryDelay: delay },
    ],
  }
}
