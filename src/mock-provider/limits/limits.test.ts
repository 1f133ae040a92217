/** The real clients against limits: what each provider says on the wire when one is passed. */
import { APICallError, generateText } from 'ai'
import { describe, expect, test } from 'vitest'
import { type Client, clientModel, testProvider } from '../../../test/rig/mock-models.ts'
import { defaultAnswer } from '../default-answer.ts'
import type { ScenarioInput } from '../scenario/scenario.ts'

type LimitInput = NonNullable<ScenarioInput['limits']>[number]

/** 21.5 s into a minute, so that the end of it is 38.5 s away. */
const NOW = Date.UTC(2026, 5, 1, 12, 0, 21, 500)

describe('gemini', () => {
  test.each([
    [{ requests: 1 }, 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier', 'over-requests'],
    [{ tokens: 3 }, 'GenerateContentInputTokensPerModelPerMinute-FreeTier', 'over-tokens'],
    [{ requestsPerDay: 1 }, 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', 'over-day'],
  ])('%j is told by quota and the time to the end of the minute', async (limit, quotaId, kind) => {
    const { error, statistics } = await second('gemini', limit)
    const value = `${Object.values(limit)[0]}`
    expect(error.statusCode).toBe(429)
    expect(detail(error, 'QuotaFailure')).toMatchObject({
      violations: [{ quotaId, quotaValue: value, quotaDimensions: { model: 'gemini-2.5-flash' } }],
    })
    expect(detail(error, 'RetryInfo')).toMatchObject({ retryDelay: '38.5s' })
    expect(error.message).toContain(`limit: ${value}, model`)
    expect(error.message).toContain('Please retry in 38.5s.')
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(statistics().errors).toEqual({ [kind]: 1 })
  })

  test('a limit that is not announced is not told', async () => {
    const { error } = await second('gemini', { requests: 7, keys: '*', announced: false }, 7)
    expect(error.responseBody).toContain('PerMinute')
    expect(error.responseBody).not.toContain('quotaValue')
    expect(error.responseBody).not.toMatch(/limit: \d|\b7\b/)
    expect(detail(error, 'RetryInfo')).toMatchObject({ retryDelay: '38.5s' })
  })
})

describe('anthropic', () => {
  test('requests are told with retry-after and what is left', async () => {
    const { error, headers } = await second('anthropic', { requests: 1 })
    expect(headers).toMatchObject({
      'anthropic-ratelimit-requests-limit': '1',
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2026-06-01T12:01:22Z',
    })
    expect(error.statusCode).toBe(429)
    expect(error.responseHeaders).toMatchObject({
      'retry-after': '60',
      'anthropic-ratelimit-requests-remaining': '0',
    })
    expect(error.message).toContain('rate limit of 1 requests per minute')
  })

  test('tokens are those of the input, and what is left is told in thousands', async () => {
    const limit = { tokens: 8_000 }
    const { error, headers } = await second('anthropic', limit, 1, 'x'.repeat(6_600 * 4))
    expect(headers).toMatchObject({
      'anthropic-ratelimit-input-tokens-limit': '8000',
      'anthropic-ratelimit-input-tokens-remaining': '1000',
      'anthropic-ratelimit-tokens-limit': '8000',
      'anthropic-ratelimit-output-tokens-limit': '400000',
    })
    expect(error.message).toContain('rate limit of 8,000 input tokens per minute')
    expect(error.responseHeaders).toMatchObject({ 'retry-after': '39' })
  })

  test('a day is its enforced spend limit, without hint', async () => {
    const { error } = await second('anthropic', { requestsPerDay: 1 })
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(error.message).toContain('regain access on 2026-07-01 at 00:00 UTC')
  })
})

describe.each(['openai-responses', 'openai-chat', 'compatible'] as const)('%s', (client) => {
  test('requests are told in words and headers, on success too', async () => {
    const { error, headers } = await second(client, { requests: 1, windowMs: 3_000 })
    const left = {
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '3s',
    }
    expect(headers).toMatchObject(left)
    expect(error.statusCode).toBe(429)
    expect(error.responseHeaders).toMatchObject({
      ...left,
      'retry-after': '3',
      'retry-after-ms': '3000',
    })
    expect(error.message).toContain('(RPM): Limit 1, Used 1, Requested 1. Please try again in 3s.')
    expect(error.data).toMatchObject({ error: { type: 'requests', code: 'rate_limit_exceeded' } })
  })

  test('tokens are input and the output asked for', async () => {
    const { error, headers } = await second(client, { tokens: 600 }, 1, 'x'.repeat(400), 400)
    expect(headers).toMatchObject({
      'x-ratelimit-limit-tokens': '600',
      'x-ratelimit-remaining-tokens': '100',
      'x-ratelimit-reset-tokens': '50s',
    })
    expect(error.message).toContain('(TPM): Limit 600, Used 500, Requested 500.')
    expect(error.message).toContain('Please try again in 40s.')
    expect(error.data).toMatchObject({ error: { type: 'tokens' } })
  })

  test('a day trickles back', async () => {
    const { error } = await second(client, { requestsPerDay: 2 }, 2)
    expect(error.message).toContain('(RPD): Limit 2, Used 2, Requested 1. Please try again in 12h')
    expect(error.responseHeaders).toMatchObject({ 'retry-after': '43200' })
  })

  test('what can never fit has no hint', async () => {
    const { error, statistics } = await second(client, { tokens: 10 }, 0, 'x'.repeat(400))
    expect(error.message).toContain('Request too large')
    expect(error.message).toContain('Limit 10, Requested 100')
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(statistics().errors).toEqual({ 'over-too-big': 1 })
  })
})

test.each([
  ['anthropic', /^anthropic-ratelimit/],
  ['openai-chat', /^x-ratelimit/],
] as const)('%s says nothing in headers if the limit says so', async (client, name) => {
  const { error, headers } = await second(client, { requests: 1, headers: false })
  const names = [...Object.keys(headers), ...Object.keys(error.responseHeaders ?? {})]
  expect(names.filter((one) => name.test(one))).toEqual([])
  expect(error.responseHeaders).toHaveProperty('retry-after')
})

test.each(['gemini', 'anthropic', 'openai-responses', 'openai-chat'] as const)(
  '%s: too many calls at once are a 429 without hint; an answered one makes room',
  async (client) => {
    const answer = Promise.withResolvers<{ text: string }>()
    const arrived = Promise.withResolvers<void>()
    const provider = await testProvider(
      () => {
        arrived.resolve()
        return answer.promise
      },
      { scenario: { limits: [{ concurrency: 1 }] } },
    )
    const model = clientModel(client, provider.url)
    const ask = (prompt: string) => generateText({ model, prompt, maxRetries: 0 })
    const first = ask('first')
    await arrived.promise
    const error = await ask('second').catch((thrown) => thrown)
    expect(error).toMatchObject({ statusCode: 429 })
    expect(error.responseHeaders).not.toHaveProperty('retry-after')
    expect(error.responseBody).not.toContain('retryDelay')
    answer.resolve({ text: 'done' })
    await first
    await ask('third')
    const [key] = Object.values(provider.statistics().keys)
    expect(key).toMatchObject({ requests: 3, answered: 2, mostAtOnce: 2 })
    expect(provider.statistics().errors).toEqual({ 'over-concurrency': 1 })
  },
)

test('a call that hangs keeps its slot', async () => {
  const arrived = Promise.withResolvers<void>()
  const provider = await testProvider(
    () => {
      arrived.resolve()
      return { error: 'hang' }
    },
    { scenario: { limits: [{ concurrency: 1 }] } },
  )
  const model = clientModel('gemini', provider.url)
  const ask = (prompt: string) => generateText({ model, prompt, maxRetries: 0 })
  const hanging = expect(ask('first')).rejects.toMatchObject({ isRetryable: true })
  await arrived.promise
  await expect(ask('second')).rejects.toMatchObject({ statusCode: 429 })
  await provider.close()
  await hanging
})

test.each([
  ['overloaded', 503, 429],
  ['invalid-key', 401, 200],
] as const)('%s counts for the limit as its provider counts it', async (error, status, next) => {
  const { url } = await testProvider(defaultAnswer, {
    now: () => NOW,
    scenario: {
      limits: [{ requests: 1, countsRefused: true }],
      rules: [{ when: { first: 1 }, answer: { error } }],
    },
  })
  const model = clientModel('openai-chat', url)
  const ask = () =>
    generateText({ model, prompt: 'hi', maxRetries: 0 }).then(
      () => 200,
      (thrown) => thrown.statusCode,
    )
  expect([await ask(), await ask()]).toEqual([status, next])
})

/** The refusal that follows so many good answers, in the same moment; with the last one's headers. */
async function second(client: Client, limit: LimitInput, good = 1, prompt = 'hello', most = 0) {
  const provider = await testProvider(defaultAnswer, {
    scenario: { limits: [limit] },
    now: () => NOW,
  })
  const model = clientModel(client, provider.url)
  const output = most === 0 ? {} : { maxOutputTokens: most }
  const ask = () => generateText({ model, prompt, maxRetries: 0, ...output })
  let headers: Record<string, string> = {}
  for (let call = 0; call < good; call += 1) headers = (await ask()).response.headers ?? {}
  const error = await ask().catch((thrown) => thrown)
  if (!APICallError.isInstance(error)) throw new Error('It was not refused.', { cause: error })
  return { error, headers, statistics: provider.statistics }
}

function detail(error: APICallError, type: string): unknown {
  const { details } = (error.data as { error: { details: { '@type': string }[] } }).error
  return details.find((entry) => entry['@type'] === `type.googleapis.com/google.rpc.${type}`)
}
