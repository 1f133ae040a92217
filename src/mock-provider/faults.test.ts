/** The real clients against the mock provider: fault that is no error response. */
import { generateText, streamText } from 'ai'
import { describe, expect, test } from 'vitest'
import { CLIENTS, type Client, clientModel, testProvider } from '../../test/rig/mock-models.ts'
import type { Fault } from './answer.ts'

const TEXT = 'These words are many enough that a stream brings them in more than one piece.'

describe.each(CLIENTS)('%s', (client) => {
  test('a cut answer is a broken connection, whole or in a stream', async () => {
    await expect(ask(client, 'cut')).rejects.toMatchObject({ statusCode: 200, isRetryable: true })
    const { text, error } = await stream(client, 'cut')
    expect(error).toMatchObject({ isRetryable: true })
    expect(TEXT.startsWith(text)).toBe(true)
    expect(text.length).toBeLessThan(TEXT.length)
  })

  test('a stream can be cut before any text', async () => {
    const { text, error } = await stream(client, 'cut', '')
    expect(text).toBe('')
    expect(error).toMatchObject({ isRetryable: true })
  })

  test('invalid JSON is noticed, whole or in a stream', async () => {
    await expect(ask(client, 'invalid-json')).rejects.toMatchObject({
      statusCode: 200,
      isRetryable: false,
      message: 'Invalid JSON response',
    })
    expect(await stream(client, 'invalid-json')).toMatchObject({
      error: { name: 'AI_JSONParseError' },
    })
  })

  test('another model’s answer says so', async () => {
    const { response } = await ask(client, 'other-model')
    // This client leaves the model's name to whoever reads the body.
    const named =
      client === 'gemini'
        ? (response.body as { modelVersion: string }).modelVersion
        : response.modelId
    expect(named).toBe('another-model')
  })

  test('an answer may name no model', async () => {
    const { text, response } = await ask(client, 'no-model')
    expect(text).toBe(TEXT)
    expect(JSON.stringify(response.body)).not.toMatch(/"(model|modelVersion)":/)
  })

  test('an error may be the whole of a 200, and only the body tells', async () => {
    const url = await failing('error-in-200')
    const answers = await fetchRaw(client, url)
    expect(answers.status).toBe(200)
    expect(JSON.parse(answers.body)).toMatchObject({
      error: { code: 429, metadata: { error_type: 'rate_limit_exceeded' } },
    })
  })

  test.each([
    ['html-error', 502],
    ['html-too-big', 413],
  ] as const)('%s is a page, not JSON', async (fault, status) => {
    await expect(ask(client, fault)).rejects.toMatchObject({
      statusCode: status,
      responseBody: expect.stringMatching(/^<html>/),
    })
  })

  test('a stream may stall in the middle until the client goes away', async () => {
    const provider = await testProvider(() => ({ error: 'stall', text: TEXT }))
    const controller = new AbortController()
    const { textStream } = streamText({
      model: clientModel(client, provider.url),
      prompt: 'hi',
      abortSignal: controller.signal,
      maxRetries: 0,
      onError: () => {},
    })
    let text = ''
    for await (const part of textStream) {
      text += part
      controller.abort()
    }
    expect(text).not.toBe('')
    expect(TEXT.startsWith(text)).toBe(true)
    expect(text).not.toBe(TEXT)
    await provider.close()
    expect(provider.statistics()).toMatchObject({ answered: 0, errors: { stall: 1 } })
  })

  test('an error inside a stream comes after half of the text', async () => {
    const { text, error } = await stream(client, 'error-in-stream')
    expect(error).toMatchObject({ name: 'AI_StreamProviderError' })
    expect(text).not.toBe('')
    expect(text).not.toBe(TEXT)
  })

  test('an error inside a stream whose text is empty comes before any text', async () => {
    const { text, error } = await stream(client, 'error-in-stream', '')
    expect(text).toBe('')
    expect(error).toMatchObject({ message: expect.stringMatching(/overloaded|Rate limit/i) })
  })

  test('hanging lasts until the client goes away', async () => {
    const arrived = Promise.withResolvers<void>()
    const provider = await testProvider(() => {
      arrived.resolve()
      return { error: 'hang' }
    })
    const controller = new AbortController()
    const asked = generateText({
      model: clientModel(client, provider.url),
      prompt: 'hi',
      abortSignal: controller.signal,
      maxRetries: 0,
    })
    const refused = expect(asked).rejects.toThrow('enough')
    await arrived.promise
    controller.abort(new Error('enough'))
    await refused
    await provider.close()
    expect(provider.statistics()).toMatchObject({ requests: 1, answered: 0 })
  })
})

test('OpenAI tells a rate limit inside a stream before any output as a real 429', async () => {
  const { error } = await stream('openai-responses', 'error-in-stream', '')
  expect(error).toMatchObject({
    name: 'AI_APICallError',
    statusCode: 429,
    message: expect.stringContaining('Please try again in 1s.'),
  })
})

test('a client that leaves during the latency is counted as gone, not as answered', async () => {
  const arrived = Promise.withResolvers<void>()
  const provider = await testProvider(() => {
    arrived.resolve()
    return { text: 'too late', latencyMs: 3_600_000 }
  })
  const controller = new AbortController()
  const asked = generateText({
    model: clientModel('anthropic', provider.url),
    prompt: 'hi',
    abortSignal: controller.signal,
    maxRetries: 0,
  })
  const refused = expect(asked).rejects.toThrow('enough')
  await arrived.promise
  controller.abort(new Error('enough'))
  await refused
  await provider.close()
  expect(provider.statistics()).toMatchObject({
    requests: 1,
    answered: 0,
    abandoned: 1,
    errors: {},
  })
})

async function failing(error: Fault): Promise<string> {
  return (await testProvider(() => ({ error, text: TEXT }))).url
}

/** A client hides what it does not understand: the response as it is. */
async function fetchRaw(client: Client, url: string) {
  let raw: Response | undefined
  const model = clientModel(client, url, undefined, async (...asked) => {
    const response = await fetch(...asked)
    raw = response.clone()
    return response
  })
  await generateText({ model, prompt: 'hi', maxRetries: 0 }).catch(() => {})
  return { status: raw?.status, body: (await raw?.text()) ?? '' }
}

async function ask(client: Client, error: Fault) {
  const provider = await testProvider(() => ({ error, text: TEXT }))
  const model = clientModel(client, provider.url)
  return generateText({ model, prompt: 'hi', maxRetries: 0, include: { responseBody: true } })
}

async function stream(client: Client, fault: Fault, said = TEXT) {
  const provider = await testProvider(() => ({ error: fault, text: said }))
  const model = clientModel(client, provider.url)
  const result = streamText({ model, prompt: 'hi', maxRetries: 0, onError: () => {} })
  let text = ''
  let error: unknown
  try {
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') text += part.text
      if (part.type === 'error') error ??= part.error
    }
  } catch (thrown) {
    error ??= thrown
  }
  expect(provider.statistics()).toMatchObject({ answered: 0, errors: { [fault]: 1 } })
  return { text, error }
}
