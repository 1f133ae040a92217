import { expect, test } from 'vitest'
import { testProvider } from '../../../test/rig/mock-models.ts'
import { bearer, claude, contents, google } from '../../../test/rig/raw-requests.ts'
import { defaultAnswer } from '../default-answer.ts'

test.each([
  ['/v1/models', bearer, { object: 'list' }],
  ['/v1/models', { 'x-api-key': 'k' }, { has_more: false }],
  ['/v1/models', { ...bearer, 'anthropic-version': '2026-10-21' }, { has_more: false }],
  ['/v1beta/models', google, { models: [{ name: 'models/gemini-2.5-pro' }, {}, {}] }],
  ['/v1/models', google, { models: [{ name: 'models/gemini-2.5-pro' }, {}, {}] }],
  ['/v1/models/m?key=k', {}, { name: 'models/m' }],
  ['/v1/models/ft%3Agpt%2Fx', bearer, { id: 'ft:gpt/x' }],
  ['/v1/models/50%', bearer, { id: '50%' }],
  ['/v1/models/a/b', bearer, { error: { code: null } }],
  ['/v1/modelsfoo', bearer, { error: { code: null } }],
  ['/v1/models', {}, { error: { code: 'invalid_api_key' } }],
  [
    '/v1/models',
    { 'anthropic-version': '2026-10-21' },
    { error: { type: 'authentication_error' } },
  ],
  ['/v1beta/models/m', {}, { error: { status: 'INVALID_ARGUMENT' } }],
])('GET %s with %j', async (path, headers, body) => {
  const { url } = await testProvider(defaultAnswer)
  const response = await fetch(url + path, { headers: headers as Record<string, string> })
  expect(await response.json()).toMatchObject(body)
})

const instructed = { contents, systemInstruction: { parts: [{ text: 'be kind!' }] } }

test.each([
  ['/v1beta/models/m:countTokens', google, { contents }, { totalTokens: 1 }],
  ['/v1/models/m:countTokens', google, { contents }, { totalTokens: 1 }],
  [
    '/v1beta/models/m:countTokens',
    google,
    { generateContentRequest: instructed },
    { totalTokens: 3 },
  ],
  [
    '/v1/messages/count_tokens',
    claude,
    { model: 'm', system: 'be kind!', messages: [{ role: 'user', content: 'hi' }] },
    { input_tokens: 3 },
  ],
  [
    '/v1/responses/input_tokens',
    bearer,
    { model: 'm', input: [{ role: 'user', content: 'hi' }], instructions: 'be kind!' },
    { input_tokens: 3 },
  ],
  [
    '/v1/messages/count_tokens',
    claude,
    { model: 'm' },
    { error: { type: 'invalid_request_error' } },
  ],
])('POST %s counts the tokens of messages and instructions', async (path, headers, asked, body) => {
  const { url } = await testProvider(defaultAnswer)
  const sent = { method: 'POST', headers, body: JSON.stringify(asked) }
  expect(await (await fetch(url + path, sent)).json()).toMatchObject(body)
})
