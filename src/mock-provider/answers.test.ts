/** The real clients against the mock provider: good answers. */
import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { generateText, Output, streamText } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CLIENTS, clientModel, KEY, MODEL_IDS, testProvider } from '../../test/rig/mock-models.ts'
import type { AskedCall } from './answer.ts'
import { defaultAnswer } from './default-answer.ts'

const schema = z.object({
  verdict: z.enum(['APPROVE', 'REVISE']),
  findings: z.array(z.object({ title: z.string(), line: z.int().nullable() })).min(1),
})
const LONG =
  'One word after the other, until it is long enough for several pieces: äöü 🙂🙂. '.repeat(8)

describe.each(CLIENTS)('%s', (client) => {
  test('a text comes with its usage, its model, its id and a reason to end', async () => {
    const provider = await testProvider(() => ({ text: 'twelve chars' }))
    const result = await generateText({
      model: clientModel(client, provider.url),
      instructions: 'be kind!',
      prompt: 'sixteen letters.',
      maxOutputTokens: 100,
      maxRetries: 0,
    })
    expect(result.text).toBe('twelve chars')
    expect(result.finishReason).toBe('stop')
    expect(result.usage).toMatchObject({ inputTokens: 6, outputTokens: 3, totalTokens: 9 })
    expect(result.response.modelId).toBe(MODEL_IDS[client])
    expect(result.response.id).toMatch(/[0-9a-f]{24}$/)
    expect(result.warnings).toEqual([])
  })

  test('the call is read as it was asked', async () => {
    const calls: AskedCall[] = []
    const provider = await testProvider((call, context) => {
      calls.push(call)
      return defaultAnswer(call, context)
    })
    const model = clientModel(client, provider.url)
    const messages = [
      { role: 'user' as const, content: 'one' },
      { role: 'assistant' as const, content: 'two' },
      { role: 'user' as const, content: 'three' },
    ]
    await generateText({ model, instructions: 'be', messages, maxOutputTokens: 9, maxRetries: 0 })
    expect(calls).toMatchObject([
      {
        protocol: client === 'compatible' ? 'openai-chat' : client,
        model: MODEL_IDS[client],
        key: KEY,
        instructions: 'be',
        prompt: 'one\n\ntwo\n\nthree',
        maxOutputTokens: 9,
        stream: false,
      },
    ])
  })

  test('a schema is answered with a value that fits', async () => {
    const provider = await testProvider(defaultAnswer)
    const result = await generateText({
      model: clientModel(client, provider.url),
      prompt: 'review',
      output: Output.object({ schema }),
      maxRetries: 0,
    })
    expect(schema.parse(result.output).verdict).toBe('APPROVE')
    expect(result.warnings).toEqual([])
  })

  test('a stream brings the same text in pieces, and then the usage', async () => {
    const provider = await testProvider(() => ({ text: LONG }))
    const result = streamText({
      model: clientModel(client, provider.url),
      prompt: 'go',
      maxRetries: 0,
    })
    const texts: string[] = []
    for await (const text of result.textStream) texts.push(text)
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.join('')).toBe(LONG)
    expect(await result.finishReason).toBe('stop')
    // A compatible server is not asked for usage unless the client's settings say so.
    const outputTokens = client === 'compatible' ? undefined : LONG.length / 4
    expect(await result.usage).toMatchObject({ outputTokens })
    if (client !== 'gemini') expect((await result.response).modelId).toBe(MODEL_IDS[client])
    expect(provider.statistics()).toMatchObject({ answered: 1, abandoned: 0, errors: {} })
  })

  test('a text longer than asked for ends with reason length', async () => {
    const provider = await testProvider(() => ({ text: LONG }))
    const options = { model: clientModel(client, provider.url), maxOutputTokens: 16, maxRetries: 0 }
    const whole = await generateText({ ...options, prompt: 'whole' })
    expect(whole).toMatchObject({ finishReason: 'length', text: LONG.slice(0, 64) })
    expect(whole.usage.outputTokens).toBe(16)
    const stream = streamText({ ...options, prompt: 'stream' })
    expect(await stream.text).toBe(LONG.slice(0, 64))
    expect(await stream.finishReason).toBe('length')
  })

  test('an answer depends on the request and the seed only', async () => {
    const say = async (seed: number, prompt: string) => {
      const provider = await testProvider(defaultAnswer, { seed })
      const model = clientModel(client, provider.url)
      const { text, response } = await generateText({ model, prompt, maxRetries: 0 })
      return `${text} ${response.id}`
    }
    const first = await say(1, 'hello')
    expect(await say(1, 'hello')).toBe(first)
    expect(await say(2, 'hello')).not.toBe(first)
    expect(await say(1, 'hallo')).not.toBe(first)
  })
})

test.each([
  ['gemini', 0, 0],
  ['anthropic', 12, 0],
  ['openai-responses', 0, 6],
  ['openai-chat', 0, 6],
] as const)('%s responses carry the provider’s own limit headers', async (client, ant, open) => {
  const provider = await testProvider(defaultAnswer)
  const model = clientModel(client, provider.url)
  const { response } = await generateText({ model, prompt: 'hi', maxRetries: 0 })
  const names = Object.keys(response.headers ?? {})
  expect(names.filter((name) => name.startsWith('anthropic-ratelimit-'))).toHaveLength(ant)
  expect(names.filter((name) => name.startsWith('x-ratelimit-'))).toHaveLength(open)
  const id = response.headers?.['request-id'] ?? response.headers?.['x-request-id']
  if (client === 'gemini') expect(id).toBeUndefined()
  else expect(id).toMatch(/^req_[0-9a-f]{24}$/)
})

test('each piece of a Gemini stream tells the usage so far, and only the last one ends it', async () => {
  const { url } = await testProvider(() => ({ text: LONG }))
  const response = await fetch(`${url}/v1beta/models/m:streamGenerateContent?alt=sse&key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'go' }] }] }),
  })
  const chunks = (await response.text())
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => JSON.parse(frame.replace(/^data: /, '')))
  const counts = chunks.map((chunk) => chunk.usageMetadata.candidatesTokenCount)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(counts[0]).toBeLessThan(counts.at(-1))
  expect(counts.at(-1)).toBe(LONG.length / 4)
  const reasons = chunks.map((chunk) => chunk.candidates[0].finishReason)
  expect(reasons.filter((reason) => reason !== undefined)).toEqual(['STOP'])
  expect(reasons.at(-1)).toBe('STOP')
})

test('an answer takes the latency that it or the server names', async () => {
  const provider = await testProvider(
    ({ prompt }) => (prompt === 'slow' ? { text: 'b' } : { text: 'a', latencyMs: 30 }),
    { latencyMs: 600_000 },
  )
  const model = clientModel('gemini', provider.url)
  const enough = new AbortController()
  const slow = generateText({ model, prompt: 'slow', maxRetries: 0, abortSignal: enough.signal })
  const startedAt = performance.now()
  await generateText({ model, prompt: 'quick', maxRetries: 0 })
  expect(performance.now() - startedAt).toBeGreaterThan(28)
  enough.abort()
  await expect(slow).rejects.toThrow(/abort/i)
})

test.each([
  ['plain', undefined, 500],
  ['short', 20, 20],
])('a line in the prompt asks for the size of a %s answer', async (_, most, expected) => {
  const { url } = await testProvider(defaultAnswer)
  const { text, usage } = await generateText({
    model: clientModel('openai-chat', url),
    prompt: 'Say it.\n<!-- mock output=500 latency=1 -->\n',
    maxRetries: 0,
    ...(most === undefined ? {} : { maxOutputTokens: most }),
  })
  expect(text).toHaveLength(expected * 4)
  expect(usage.outputTokens).toBe(expected)
})

test('an answer in a schema is made longer without breaking it', async () => {
  const { url } = await testProvider(defaultAnswer)
  const { output, usage } = await generateText({
    model: clientModel('gemini', url),
    output: Output.object({ schema: z.object({ name: z.string() }) }),
    prompt: '<!-- mock output=300 -->',
    maxRetries: 0,
  })
  expect(output).toHaveProperty('name')
  expect(usage.outputTokens).toBe(300)
})

test('latency may grow with the answer; a rule is stronger than the prompt', async () => {
  const { url } = await testProvider(defaultAnswer, {
    latencyMs: 3_600_000,
    scenario: {
      rules: [{ answer: { latencyMs: 10, latencyPerTokenMs: 0.5, outputTokens: 100 } }],
    },
  })
  const startedAt = performance.now()
  const { usage } = await generateText({
    model: clientModel('anthropic', url),
    prompt: '<!-- mock latency=3600000 output=7 -->',
    maxRetries: 0,
  })
  expect(usage.outputTokens).toBe(100)
  expect(performance.now() - startedAt).toBeGreaterThan(58)
})

const ONE_TOOL: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'review' }] }],
  tools: [{ type: 'function', name: 'answer', inputSchema: { type: 'object' } }],
  toolChoice: { type: 'tool', toolName: 'answer' },
  maxOutputTokens: 1_000,
}

test.each(CLIENTS)(
  '%s: an answer may be the input of a single tool, whole or in a stream',
  async (client) => {
    const input = '{"verdict":"APPROVE"}'
    const provider = await testProvider(() => ({ text: input }))
    const model = clientModel(client, provider.url)
    const called = expect.objectContaining({ type: 'tool-call', toolName: 'answer', input })
    expect((await model.doGenerate(ONE_TOOL)).content).toContainEqual(called)
    const { stream } = await model.doStream(ONE_TOOL)
    const parts: unknown[] = []
    for await (const part of stream) parts.push(part)
    expect(parts).toContainEqual(called)
  },
)

test.each(['generateText', 'streamText'] as const)(
  'a model that Anthropic’s client knows no schemas of is asked through a tool: %s',
  async (call) => {
    const provider = await testProvider(defaultAnswer)
    const model = createAnthropic({ baseURL: `${provider.url}/v1`, apiKey: KEY })('house')
    const output = Output.object({ schema })
    const options = { model, prompt: 'review', output, maxOutputTokens: 4096, maxRetries: 0 }
    const result = call === 'streamText' ? streamText(options) : await generateText(options)
    expect(schema.parse(await result.output).verdict).toBe('APPROVE')
    expect(await result.finishReason).toBe('stop')
  },
)
