import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { mockCall, servedCall } from '../../test/rig/model-calls.ts'
import type { Protocol } from '../model/calls/provider.ts'
import type { Effort } from '../model/calls/roles.ts'
import { callModel } from './call-model.ts'
import type { HowAsked } from './model-options.ts'

const MOST = 10_000
const adaptive = (effort: string) => ({
  thinking: { type: 'adaptive' },
  output_config: { effort },
  max_tokens: MOST,
})
const budget = (tokens: number) => ({
  thinking: { type: 'enabled', budget_tokens: tokens },
  max_tokens: MOST,
})
const gemini = (thinkingConfig: object) => ({
  generationConfig: { thinkingConfig, maxOutputTokens: MOST },
})

test.each<[Protocol, string, Effort, object]>([
  ['anthropic', 'claude-opus-4-6', 'high', adaptive('high')],
  ['anthropic', 'claude-sonnet-4-5', 'high', budget(6_000)],
  ['anthropic', 'claude-sonnet-4-5', 'minimal', budget(1_024)],
  ['anthropic', 'claude-sonnet-4-5', 'max', budget(8_976)],
  ['anthropic', 'claude-sonnet-4-5', 'none', { thinking: { type: 'disabled' }, max_tokens: MOST }],
  ['google', 'gemini-3-pro-preview', 'high', gemini({ thinkingLevel: 'high' })],
  ['google', 'gemini-2.5-flash', 'none', gemini({ thinkingBudget: 0 })],
  ['google', 'gemini-2.5-flash', 'low', gemini({ thinkingBudget: 6_554 })],
  ['openai', 'gpt-5-mini', 'high', { reasoning: { effort: 'high' }, max_output_tokens: MOST }],
  ['openai-chat', 'gpt-5-mini', 'low', { reasoning_effort: 'low' }],
  ['openai-compatible', 'house', 'medium', { reasoning_effort: 'medium', max_tokens: MOST }],
])('%s: %s with reasoning %s', async (protocol, model, reasoning, expected) => {
  const body = await sent(protocol, model, { maxOutputTokens: MOST, reasoning })
  expect(body).toMatchObject(expected)
  expect(JSON.stringify(body)).not.toContain('summary')
})

test.each<[Protocol, string, object]>([
  ['anthropic', 'claude-sonnet-4-5', { temperature: 0.5 }],
  ['google', 'gemini-2.5-flash', { generationConfig: { temperature: 0.5 } }],
  ['openai', 'gpt-4o-mini', { temperature: 0.5 }],
  ['openai-compatible', 'house', { temperature: 0.5 }],
])('%s: %s with a temperature, and no word of reasoning', async (protocol, model, expected) => {
  const body = await sent(protocol, model, { maxOutputTokens: MOST, temperature: 0.5 })
  expect(body).toMatchObject(expected)
  expect(JSON.stringify(body)).not.toMatch(/think|reason/)
})

test('thoughts that have no room within the output limit are left out', async () => {
  const body = await sent('anthropic', 'claude-sonnet-4-5', {
    maxOutputTokens: 2_000,
    reasoning: 'high',
  })
  expect(body).toMatchObject({ max_tokens: 2_000 })
  expect(body).not.toHaveProperty('thinking')
})

test.each<[Protocol, Partial<HowAsked>, readonly unknown[] | undefined]>([
  ['openai', { temperature: 0.5 }, [/^temperature: .*not supported/]],
  ['openai', { reasoning: 'max' }, [/^reasoning: .*"max".*mapped to effort "high"/]],
  ['google', { reasoning: 'high', temperature: 0.5 }, undefined],
  ['anthropic', { reasoning: 'high', maxOutputTokens: 60_000 }, undefined],
  ['anthropic', { maxOutputTokens: 100_000 }, [/^maxOutputTokens: 100000 .* limited to 64000/]],
])('%s: an answer says what of %j the model did not take', async (protocol, how, expected) => {
  const { call } = await mockCall(() => ({ text: 'Fine.' }), { protocol })
  const { unsupported } = await callModel({ ...call, ...how })
  expect(unsupported).toEqual(expected?.map((words) => expect.stringMatching(words as RegExp)))
})

/** The body of a request with these settings. */
async function sent(protocol: Protocol, model: string, how: HowAsked): Promise<object> {
  const bodies: string[] = []
  const { call } = await servedCall(
    async (request, response) => {
      bodies.push(await text(request))
      response.writeHead(400).end('{}')
    },
    { protocol },
  )
  const name = { ...call.name, model }
  await expect(callModel({ ...call, ...how, name })).rejects.toThrow('HTTP 400')
  return JSON.parse(bodies[0] ?? '')
}
