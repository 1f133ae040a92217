import { expect, test } from 'vitest'
import { z } from 'zod'
import { mockCall, servedCall } from '../../test/rig/model-calls.ts'
import type { AskedCall } from '../mock-provider/answer.ts'
import { PROTOCOLS, type Protocol, STRUCTURED_WAYS } from '../model/calls/provider.ts'
import { callModel } from './call-model.ts'

const schema = z.strictObject({ verdict: z.string() })
const TEXT = '{"verdict":"fine"}'
/** Anthropic has no JSON mode. */
const waysOf = (protocol: Protocol) =>
  STRUCTURED_WAYS.filter((way) => protocol !== 'anthropic' || way !== 'json')

const CASES = PROTOCOLS.flatMap((protocol) =>
  waysOf(protocol).map((way, index) => [protocol, way, waysOf(protocol).slice(0, index)] as const),
)

test.each(CASES)(
  '%s: a server that takes answers no better than by %s is asked so, once it has refused %j',
  async (protocol, way, refused) => {
    const asked: AskedCall[] = []
    const message = 'This model does not support response_format json_schema, nor tools.'
    const rules = refused.map((structured) => ({
      when: { structured },
      answer: { error: 'bad-request' as const, message },
    }))
    const { call, settled, refusedForms, told } = await mockCall(
      (one) => {
        asked.push(one)
        return { text: TEXT }
      },
      { protocol, retries: 0, scenario: { rules } },
    )
    const prices = { [call.name.model]: { input: 1, output: 1 } }
    const first = await callModel({ ...call, schema, prices })
    expect(first.text.replaceAll(' ', '')).toBe(TEXT)
    expect(asked.map(({ structured = 'prompt' }) => structured)).toEqual([way])
    expect(asked[0]?.prompt.includes('verdict')).toBe(way === 'json' || way === 'prompt')
    expect(refusedForms).toHaveLength(refused.length)
    expect(settled.map(({ cost = 0 }) => (cost ?? 0) > 0)).toEqual([
      ...refused.map(() => false),
      true,
    ])
    expect(told).toEqual([])

    await callModel({ ...call, schema, prices, question: 'And now?' })
    expect(settled).toHaveLength(refused.length + 2)
  },
)

test('the first way is that of the config; a question without a schema needs none', async () => {
  const asked: (string | undefined)[] = []
  const { call } = await mockCall(
    ({ structured }) => {
      asked.push(structured)
      return { text: TEXT }
    },
    { protocol: 'openai-compatible' },
  )
  const provider = { ...call.provider, structured: 'tool' as const }
  await callModel({ ...call, provider, schema })
  await callModel({ ...call, provider })
  expect(asked).toEqual(['tool', undefined])
})

test('a server that refuses every way is not asked for ever', async () => {
  const { call, requests } = await mockCall(
    () => ({ error: 'bad-request', message: 'No JSON mode here.' }),
    { protocol: 'openai-compatible' },
  )
  await expect(callModel({ ...call, schema })).rejects.toThrow('HTTP 400: No JSON mode here.')
  expect(requests).toHaveLength(4)
})

test.each([
  ['a refusal of something else', 400, { error: { message: 'max_tokens is too large' } }, 1],
  ['a refusal without words', 422, undefined, 4],
  ['a refusal in the words of vLLM', 400, { message: 'guided_json: grammar error' }, 4],
  ['an unknown model', 404, { error: { message: 'No such model: house' } }, 1],
])('%s: as many requests as can help', async (_, status, body, expected) => {
  const { call, requests } = await servedCall((_, response) => {
    response.writeHead(status).end(body && JSON.stringify(body))
  })
  await expect(callModel({ ...call, schema })).rejects.toThrow(`HTTP ${status}`)
  expect(requests).toHaveLength(expected)
})

test('prose beside a tool is the answer if the tool was not used', async () => {
  const { call } = await mockCall(() => ({ text: 'I would rather not.' }), {
    protocol: 'openai-compatible',
  })
  const provider = { ...call.provider, structured: 'tool' as const }
  expect(await callModel({ ...call, provider, schema })).toMatchObject({
    text: 'I would rather not.',
  })
})
