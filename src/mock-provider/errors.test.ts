/** The real clients against the mock provider: every error as the providers word it. */
import { APICallError, generateText } from 'ai'
import { describe, expect, test } from 'vitest'
import { CLIENTS, type Client, clientModel, KEY, testProvider } from '../../test/rig/mock-models.ts'
import type { ErrorResponseKind } from './answer.ts'

const OPENAI: Client[] = ['openai-responses', 'openai-chat', 'compatible']

const STATUS: Record<ErrorResponseKind, { gemini: number; anthropic: number; openai: number }> = {
  rate: { gemini: 429, anthropic: 429, openai: 429 },
  'rate-without-hint': { gemini: 429, anthropic: 429, openai: 429 },
  'day-quota': { gemini: 429, anthropic: 429, openai: 429 },
  billing: { gemini: 402, anthropic: 400, openai: 429 },
  'invalid-key': { gemini: 400, anthropic: 401, openai: 401 },
  'echo-key': { gemini: 400, anthropic: 401, openai: 401 },
  overloaded: { gemini: 503, anthropic: 529, openai: 503 },
  internal: { gemini: 500, anthropic: 500, openai: 500 },
  'bad-request': { gemini: 400, anthropic: 400, openai: 400 },
  'not-found': { gemini: 404, anthropic: 404, openai: 404 },
  ramp: { gemini: 429, anthropic: 429, openai: 429 },
  'no-quota': { gemini: 429, anthropic: 403, openai: 403 },
  'payment-required': { gemini: 402, anthropic: 402, openai: 402 },
  'spend-limit': { gemini: 429, anthropic: 400, openai: 429 },
  'forbidden-key': { gemini: 403, anthropic: 403, openai: 403 },
  'forbidden-model': { gemini: 403, anthropic: 403, openai: 403 },
  'too-big': { gemini: 400, anthropic: 413, openai: 429 },
  'context-length': { gemini: 400, anthropic: 400, openai: 400 },
  timeout: { gemini: 504, anthropic: 504, openai: 504 },
}

describe.each(CLIENTS)('%s', (client) => {
  const provider = client === 'gemini' || client === 'anthropic' ? client : 'openai'

  test.each(Object.entries(STATUS))(
    '%s has its status and a body that parses',
    async (kind, status) => {
      const error = await refusal(client, kind as ErrorResponseKind)
      expect(error.statusCode).toBe(status[provider])
      expect(error.isRetryable).toBe(status[provider] === 429 || status[provider] >= 500)
      expect(error.data).toMatchObject({ error: { message: error.message } })
      expect(error.message.includes(KEY)).toBe(kind === 'echo-key')
    },
  )
})

describe('gemini', () => {
  test.each([
    ['rate', 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier'],
    ['day-quota', 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'],
  ] as const)(
    '%s names the quota and a delay in the body, and none in headers',
    async (kind, id) => {
      const error = await refusal('gemini', kind, 38_500)
      expect(detail(error, 'QuotaFailure')).toMatchObject({ violations: [{ quotaId: id }] })
      expect(detail(error, 'RetryInfo')).toMatchObject({ retryDelay: '38.5s' })
      expect(error.message).toContain('Please retry in 38.5s.')
      expect(error.responseHeaders).not.toHaveProperty('retry-after')
    },
  )

  test('a rate limit without hint has no details at all', async () => {
    const error = await refusal('gemini', 'rate-without-hint')
    expect(error.data).toMatchObject({ error: { status: 'RESOURCE_EXHAUSTED' } })
    expect(error.responseBody).not.toContain('details')
  })

  test('a rejected key is told by its reason, the status being 400', async () => {
    const error = await refusal('gemini', 'invalid-key')
    expect(detail(error, 'ErrorInfo')).toMatchObject({ reason: 'API_KEY_INVALID' })
  })
})

describe('anthropic', () => {
  test('a rate limit says when to come back, rounded up to seconds', async () => {
    const error = await refusal('anthropic', 'rate', 1_200)
    const headers = error.responseHeaders ?? {}
    expect(headers['retry-after']).toBe('2')
    expect(headers['anthropic-ratelimit-requests-remaining']).toBe('0')
    expect(headers['anthropic-ratelimit-requests-reset']).toMatch(/^[\d-]+T[\d:]+Z$/)
    expect(error.data).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
  })

  test('without hint there is no retry-after', async () => {
    const error = await refusal('anthropic', 'rate-without-hint')
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(error.responseHeaders).toHaveProperty('anthropic-ratelimit-requests-limit')
  })

  test('the enforced spend limit is a 429 without hint that names a date', async () => {
    const error = await refusal('anthropic', 'day-quota')
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(error.data).toMatchObject({
      error: { details: { error_code: 'enforced_spend_limit_reached' } },
    })
    expect(error.message).toMatch(/regain access on \d{4}-\d\d-01 at 00:00 UTC/)
  })

  test('an empty balance is a 400 known by its words; the body repeats the request’s id', async () => {
    const error = await refusal('anthropic', 'billing')
    expect(error.message).toContain('Your credit balance is too low')
    const id = error.responseHeaders?.['request-id']
    expect(JSON.parse(error.responseBody ?? '')).toMatchObject({ request_id: id })
  })
})

describe.each(OPENAI)('%s', (client) => {
  test('a rate limit says when to come back, in headers and in words', async () => {
    const error = await refusal(client, 'rate', 644)
    expect(error.responseHeaders).toMatchObject({
      'retry-after': '1',
      'retry-after-ms': '644',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '644ms',
    })
    expect(error.data).toMatchObject({ error: { code: 'rate_limit_exceeded', type: 'requests' } })
    expect(error.message).toContain('(RPM)')
    expect(error.message).toContain('Please try again in 644ms.')
  })

  test('a day’s quota is told by its words, and trickles back', async () => {
    const error = await refusal(client, 'day-quota')
    expect(error.message).toContain('(RPD): Limit 200')
    expect(error.message).toContain('Please try again in 7m12s.')
    expect(error.responseHeaders).toMatchObject({ 'retry-after': '432' })
  })

  test.each([
    ['billing', 'insufficient_quota'],
    ['invalid-key', 'invalid_api_key'],
    ['not-found', 'model_not_found'],
    ['overloaded', 'server_is_overloaded'],
    ['rate-without-hint', 'rate_limit_exceeded'],
  ] as const)('%s has code %s and no hint', async (kind, code) => {
    const error = await refusal(client, kind)
    expect(error.data).toMatchObject({ error: { code } })
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(error.responseHeaders).not.toHaveProperty('retry-after-ms')
  })
})

test('an answer that throws is an internal error that says so', async () => {
  const provider = await testProvider(() => {
    throw new Error('no such task')
  })
  const model = clientModel('gemini', provider.url)
  await expect(generateText({ model, prompt: 'hi', maxRetries: 0 })).rejects.toMatchObject({
    statusCode: 500,
    message: 'The mock provider has no answer: no such task',
  })
})

async function refusal(
  client: Client,
  kind: ErrorResponseKind,
  retryAfterMs?: number,
): Promise<APICallError> {
  const hint = retryAfterMs === undefined ? {} : { retryAfterMs }
  const provider = await testProvider(() => ({ error: kind, ...hint }))
  const model = clientModel(client, provider.url)
  const error = await generateText({ model, prompt: 'hi', maxRetries: 0 }).catch((thrown) => thrown)
  if (!APICallError.isInstance(error)) throw new Error('It was not refused.', { cause: error })
  expect(provider.statistics()).toMatchObject({ requests: 1, answered: 0, errors: { [kind]: 1 } })
  return error
}

function detail(error: APICallError, type: string): unknown {
  const { details } = (error.data as { error: { details: { '@type': string }[] } }).error
  return details.find((entry) => entry['@type'] === `type.googleapis.com/google.rpc.${type}`)
}
