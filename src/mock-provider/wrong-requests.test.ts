/** Mistakes of a client that a real provider would refuse are refused here too, and counted. */
import { generateText, Output } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, clientModel, testProvider } from '../../test/rig/mock-models.ts'
import {
  bearer,
  chat,
  claude,
  contents,
  GEMINI,
  google,
  input,
  JSON_TYPE,
  message,
  post,
} from '../../test/rig/raw-requests.ts'
import { defaultAnswer } from './default-answer.ts'
import { goDuration } from './protocols/openai/openai-headers.ts'

const GEMINI_STREAM = '/v1beta/models/gemini-x:streamGenerateContent'
const without = (headers: object, name: string) => ({ ...headers, [name]: undefined })

test.each([
  [GEMINI, google, { contents }],
  ['/v1/models/gemini-x:generateContent', google, { contents }],
  [`${GEMINI}?key=k`, without(google, 'x-goog-api-key'), { contents }],
  [`${GEMINI_STREAM}?alt=sse`, google, { contents }],
  ['/v1/messages', claude, message],
  ['/v1/messages', { ...bearer, 'anthropic-version': '2026-10-21' }, message],
  ['/v1/chat/completions', bearer, chat],
  ['/v1/responses', bearer, input],
])('what the cases below differ from is fine: %s', async (path, headers, body) => {
  const { status, errors } = await post(path, headers, body)
  expect({ status, errors }).toEqual({ status: 200, errors: {} })
})

test.each<[string, string, object, unknown, number, RegExp]>([
  ['no key', GEMINI, without(google, 'x-goog-api-key'), { contents }, 400, /API_KEY_INVALID/],
  ['no contents', GEMINI, google, {}, 400, /contents/],
  ['empty contents', GEMINI, google, { contents: [] }, 400, /contents is not specified/],
  ['an empty prompt', GEMINI, google, { contents: [{ parts: [{ text: ' ' }] }] }, 400, /empty/],
  ['an unknown role', GEMINI, google, { contents: [{ role: 'ai', parts: [{}] }] }, 400, /role/],
  ['a stream that is no SSE', GEMINI_STREAM, google, { contents }, 400, /alt=sse/],
  [
    'a schema without its MIME type',
    GEMINI,
    google,
    { contents, generationConfig: { responseSchema: { type: 'OBJECT' } } },
    400,
    /application\/json/,
  ],
  ['no key', '/v1/messages', without(claude, 'x-api-key'), message, 401, /x-api-key/],
  ['no version', '/v1/messages', without(claude, 'anthropic-version'), message, 400, /version/],
  [
    'no date',
    '/v1/messages',
    { ...claude, 'anthropic-version': '2' },
    message,
    400,
    /is not a valid version/,
  ],
  ['no max_tokens', '/v1/messages', claude, { ...message, max_tokens: undefined }, 400, /max_tok/],
  ['no messages', '/v1/messages', claude, { ...message, messages: [] }, 400, /at least one/],
  [
    'instructions as a message',
    '/v1/messages',
    claude,
    { ...message, messages: [{ role: 'system', content: 'x' }] },
    400,
    /role/,
  ],
  ['no key', '/v1/chat/completions', JSON_TYPE, chat, 401, /provide an API key/],
  ['no model', '/v1/chat/completions', bearer, { messages: chat.messages }, 400, /model/],
  ['no messages', '/v1/chat/completions', bearer, { model: 'm' }, 400, /messages/],
  [
    'a schema without name',
    '/v1/chat/completions',
    bearer,
    { ...chat, response_format: { type: 'json_schema', json_schema: { schema: {} } } },
    400,
    /name/,
  ],
  ['no key', '/v1/responses', JSON_TYPE, input, 401, /provide an API key/],
  ['no input', '/v1/responses', bearer, { model: 'm' }, 400, /input/],
  [
    'another content type',
    '/v1/responses',
    without(bearer, 'content-type'),
    input,
    400,
    /content-/,
  ],
  ['another path', '/v1/completions', bearer, input, 404, /not served here.*"code":null/],
  ['a base URL with /v1', '/v1/v1/messages', claude, message, 404, /not_found_error.*adds \/v1 by/],
  ['a wrong method', '/v1/models', bearer, input, 404, /invalid_request_error/],
  [
    'a base URL with /v1beta',
    `/v1beta${GEMINI}`,
    google,
    { contents },
    404,
    /NOT_FOUND.*adds \/v1beta by itself/,
  ],
])('%s is refused: %s', async (_, path, headers, body, status, words) => {
  const answer = await post(path, headers, body)
  expect(answer).toMatchObject({ status, errors: { 'wrong-request': 1 } })
  expect(answer.text).toMatch(words)
})

test('a body that is no JSON is refused', async () => {
  const { url } = await testProvider(defaultAnswer)
  const response = await fetch(url + GEMINI, { method: 'POST', headers: google, body: '{"a":' })
  expect(response.status).toBe(400)
  expect(await response.text()).toMatch(/INVALID_ARGUMENT.*no JSON|no JSON.*INVALID_ARGUMENT/s)
})

describe('an optional property in a schema', () => {
  const schema = z.object({ verdict: z.string(), notes: z.string().optional() })
  const ask = async (client: Client) => {
    const { url } = await testProvider(defaultAnswer)
    const output = Output.object({ schema })
    return generateText({ model: clientModel(client, url), prompt: 'hi', output, maxRetries: 0 })
  }

  test.each(['openai-responses', 'openai-chat'] as const)('is refused by %s', async (client) => {
    await expect(ask(client)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(/Invalid schema.*Missing 'notes'/),
    })
  })

  test.each(['gemini', 'anthropic'] as const)('is fine for %s', async (client) => {
    expect((await ask(client)).output).toEqual({ verdict: 'sample' })
  })
})

test.each([
  [6, '6ms'],
  [3_890, '3.89s'],
  [432_000, '7m12s'],
  [3_600_000, '1h0m0s'],
])('%d ms is written as %s', (ms, text) => {
  expect(goDuration(ms)).toBe(text)
})
