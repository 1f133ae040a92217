/** The providers' own SDKs against the mock provider, over HTTP, at the documented base URLs. */
import Anthropic from '@anthropic-ai/sdk'
import { ApiError } from '@google/genai'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { testProvider } from '../../test/rig/mock-models.ts'
import {
  officialSdk,
  SDK_MODELS,
  SDKS,
  type SdkName,
} from '../../test/rig/official-sdks/official-sdks.ts'
import type { Schema } from '../../test/rig/official-sdks/sdk.ts'
import { defaultAnswer } from './default-answer.ts'
import type { ScenarioInput } from './scenario/scenario.ts'

const CITY: Schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
  required: ['city', 'days'],
  additionalProperties: false,
}
const LONG = 'One word after the other, until it is long enough for several pieces. '.repeat(4)

describe.each(SDKS)('%s', (name) => {
  const sdk = async (scenario: ScenarioInput = {}, key?: string) => {
    const { url } = await testProvider(defaultAnswer, { scenario })
    return officialSdk(name, url, key)
  }

  test('a text, with its usage and model', async () => {
    const { say } = await sdk({ rules: [{ answer: { text: 'twelve chars' } }] })
    expect(await say('sixteen letters.')).toEqual({
      text: 'twelve chars',
      model: SDK_MODELS[name],
      tokens: [4, 3],
    })
  })

  test('a stream', async () => {
    const { stream } = await sdk({ rules: [{ answer: { text: LONG } }] })
    const pieces = await stream('go')
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join('')).toBe(LONG)
  })

  test('an answer in a schema', async () => {
    const { fill } = await sdk()
    expect(await fill(CITY)).toEqual({ city: 'sample', days: 2 })
  })

  test.each([false, true])(
    'a forced tool is called, and its result read; stream: %s',
    async (isStreamed) => {
      const { useTool } = await sdk()
      const used = await useTool({ name: 'weather', schema: CITY, result: 'sunny', isStreamed })
      expect(used).toMatchObject({ name: 'weather', input: { city: 'sample', days: 2 } })
      expect(used.answer).toMatch(/^The mock provider has read \d+ characters/)
    },
  )

  test('a rule may choose a tool and its input, and the answer after its result', async () => {
    const tool = { name: 'other', input: { city: 'Oslo', days: 3 } }
    const { useTool } = await sdk({
      rules: [
        { when: { toolResults: 0 }, answer: { tool } },
        { when: { toolResults: 1 }, answer: { text: 'Rain.' } },
      ],
    })
    const used = await useTool({ name: 'weather', schema: CITY, result: 'rain', isStreamed: false })
    expect(used).toEqual({ ...tool, answer: 'Rain.' })
  })

  test('models: a list, and one of them', async () => {
    const usual = await sdk()
    expect(await usual.models()).toContain(SDK_MODELS[name])
    expect(await usual.model('any-model')).toBe('any-model')
    const list = ['one', 'two']
    const few = await sdk({ models: { google: list, anthropic: list, openai: list } })
    expect(await few.models()).toEqual(list)
    await expectError(name, few.model('three'), 'not-found')
    await expectError(name, few.say('hi'), 'not-found')
  })

  test.each(['invalid-key', 'not-found', 'rate', 'bad-request', 'overloaded'] as const)(
    'the SDK throws its own error: %s',
    async (error) => {
      const { say, models } = await sdk({ rules: [{ answer: { error, retryAfterMs: 7_000 } }] })
      await expectError(name, say('hi'), error)
      await expectError(name, models(), error)
    },
  )

  test('a look-up is a request and no repetition, and passes no limit', async () => {
    const scenario = { limits: [{ requests: 1 }] }
    const { url, statistics } = await testProvider(defaultAnswer, { scenario })
    const { models, say } = officialSdk(name, url)
    await models()
    await models()
    await say('hi')
    await expectError(name, say('ho'), 'rate')
    expect(statistics()).toMatchObject({ requests: 4, answered: 3, repeated: 0 })
  })
})

describe('the loops over tools that SDKs have', () => {
  const tool = { name: 'weather', input: { city: 'Oslo', days: 3 } }
  const scenario: ScenarioInput = { rules: [{ when: { toolResults: 0 }, answer: { tool } }] }
  const results: unknown[] = []
  const run = (input: unknown) => `sun ${results.push(input)}`

  test('openai: runTools', async () => {
    const { url } = await testProvider(defaultAnswer, { scenario })
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 })
    const runner = client.chat.completions.runTools({
      model: 'm',
      messages: [{ role: 'user', content: 'go' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather',
            parameters: CITY,
            parse: JSON.parse,
            function: run,
          },
        },
      ],
    })
    expect(await runner.finalContent()).toContain('The mock provider has read')
    expect(results.splice(0)).toEqual([tool.input])
  })

  test('anthropic: toolRunner, whose threads are not kept', async () => {
    const { url } = await testProvider(defaultAnswer, { scenario })
    const client = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 })
    const said = await client.beta.messages.toolRunner({
      model: 'm',
      max_tokens: 1_000,
      messages: [{ role: 'user', content: 'go' }],
      tools: [{ name: 'weather', input_schema: CITY, parse: (input) => input, run }],
    })
    expect(said.content).toMatchObject([{ type: 'text' }])
    expect(results.splice(0)).toEqual([tool.input])
  })
})

test.each(['openai responses', 'anthropic', 'google', 'google v1'] as const)(
  '%s: a number of tokens',
  async (name) => {
    const { url } = await testProvider(defaultAnswer)
    expect(await officialSdk(name, url).count('sixteen letters.')).toBe(4)
  },
)

test.each([
  [{ type: 'array', items: { type: 'string' } }, 'type: "array"'],
  [{ ...CITY, properties: { city: { oneOf: [{ type: 'string' }] } } }, "'oneOf' is not permitted"],
  [{ ...CITY, required: ['city'] }, "Missing 'days'"],
  [{ ...CITY, additionalProperties: true }, "'additionalProperties' is required"],
])('OpenAI refuses a schema that its strict mode does not know: %j', async (schema, words) => {
  const { url } = await testProvider(defaultAnswer)
  const asked = schema as Schema
  const shown = {
    status: 400,
    type: 'invalid_request_error',
    message: expect.stringContaining(words),
  }
  const responses = await errorOf(officialSdk('openai responses', url).fill(asked))
  expect(responses).toBeInstanceOf(OpenAI.BadRequestError)
  expect(responses).toMatchObject({
    ...shown,
    param: 'text.format.schema',
    code: 'invalid_json_schema',
  })
  const chat = await errorOf(officialSdk('openai chat', url).fill(asked))
  expect(chat).toBeInstanceOf(OpenAI.BadRequestError)
  expect(chat).toMatchObject({ ...shown, param: 'response_format', code: null })
})

type Kind = 'invalid-key' | 'not-found' | 'rate' | 'bad-request' | 'overloaded'

const OPENAI: Record<Kind, [new (...given: never[]) => Error, number]> = {
  'invalid-key': [OpenAI.AuthenticationError, 401],
  'not-found': [OpenAI.NotFoundError, 404],
  rate: [OpenAI.RateLimitError, 429],
  'bad-request': [OpenAI.BadRequestError, 400],
  overloaded: [OpenAI.InternalServerError, 503],
}
const ANTHROPIC: typeof OPENAI = {
  'invalid-key': [Anthropic.AuthenticationError, 401],
  'not-found': [Anthropic.NotFoundError, 404],
  rate: [Anthropic.RateLimitError, 429],
  'bad-request': [Anthropic.BadRequestError, 400],
  overloaded: [Anthropic.OverloadedError, 529],
}
const GOOGLE: typeof OPENAI = {
  'invalid-key': [ApiError, 400],
  'not-found': [ApiError, 404],
  rate: [ApiError, 429],
  'bad-request': [ApiError, 400],
  overloaded: [ApiError, 503],
}

/** Google's SDK drops the headers, and so the other SDKs' hint; its own is in the body. */
async function expectError(name: SdkName, asked: Promise<unknown>, kind: Kind): Promise<void> {
  const [type, status] = (
    name.startsWith('google') ? GOOGLE : name === 'anthropic' ? ANTHROPIC : OPENAI
  )[kind]
  const error = await errorOf(asked)
  expect(error).toBeInstanceOf(type)
  expect(error).toMatchObject({ status })
  if (kind !== 'rate') return
  if (error instanceof OpenAI.APIError || error instanceof Anthropic.APIError)
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0)
  else expect(error.message).toContain('retryDelay')
}

async function errorOf(asked: Promise<unknown>): Promise<Error> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error) return error
  throw new Error('It was not refused.')
}
