import { generateText } from 'ai'
import { expect, test } from 'vitest'
import { clientModel, KEY, testProvider } from '../../test/rig/mock-models.ts'
import type { Answer } from './answer.ts'
import { defaultAnswer } from './default-answer.ts'
import type { Statistics } from './statistics.ts'

const marked = (task: string, item: string, round: number, body = 'do it') =>
  `<!-- agentos task=${task} item=${item} round=${round} -->\n${body}`

test('answered calls are counted by task, item and round, and what was paid twice is noticed', async () => {
  const { url, statistics } = await testProvider(defaultAnswer)
  const ask = (prompt: string) =>
    generateText({ model: clientModel('gemini', url), prompt, maxRetries: 0 })
  await ask(marked('lld.draft', '42', 1))
  await ask(marked('lld.draft', '42', 2))
  await ask(marked('lld.review', '42', 1))
  await ask(marked('lld.draft', '42', 1, 'do it otherwise'))
  expect(statistics()).toMatchObject({ requests: 4, answered: 4, repeated: 0, mostAtOnce: 1 })
  await ask(marked('lld.draft', '42', 2))
  await ask('no marker')
  expect(statistics()).toMatchObject({
    answered: 6,
    repeated: 1,
    calls: [
      { task: 'lld.draft', item: '42', round: 1, answered: 2 },
      { task: 'lld.draft', item: '42', round: 2, answered: 2 },
      { task: 'lld.review', item: '42', round: 1, answered: 1 },
    ],
  })
})

test('the same prompt answered by two models is counted as repeated', async () => {
  const { url, statistics } = await testProvider(defaultAnswer)
  const prompt = marked('lld.draft', '42', 1)
  for (const client of ['gemini', 'anthropic'] as const) {
    await generateText({ model: clientModel(client, url), prompt, maxRetries: 0 })
  }
  expect(statistics().repeated).toBe(1)
})

test('keys are counted without a trace of their value', async () => {
  const { url, statistics } = await testProvider(defaultAnswer)
  for (const key of [KEY, KEY, 'another-key']) {
    const model = clientModel('openai-chat', url, key)
    await generateText({ model, prompt: 'hi', maxRetries: 0 })
  }
  expect(Object.values(statistics().keys)).toMatchObject([
    { requests: 2, answered: 2, number: 1, provider: 'openai' },
    { requests: 1, answered: 1, number: null },
  ])
  expect(Object.keys(statistics().keys).join()).toMatch(/^[0-9a-f]{12},[0-9a-f]{12}$/)
  expect(JSON.stringify(statistics())).not.toMatch(/key-1|another/)
})

test('the highest number of requests at once is kept', async () => {
  const all = Promise.withResolvers<Answer>()
  let waiting = 0
  const { url, statistics } = await testProvider(() => {
    waiting += 1
    if (waiting === 5) all.resolve({ text: 'all here' })
    return all.promise
  })
  const model = clientModel('anthropic', url)
  await Promise.all(
    [1, 2, 3, 4, 5].map((n) => generateText({ model, prompt: `${n}`, maxRetries: 0 })),
  )
  await generateText({ model, prompt: 'alone', maxRetries: 0 })
  expect(statistics()).toMatchObject({ requests: 6, answered: 6, mostAtOnce: 5 })
})

test('the same request again is another attempt, also with another key', async () => {
  const attempts: number[] = []
  const { url } = await testProvider((_, { attempt }) => {
    attempts.push(attempt)
    return attempt < 3 ? { error: 'rate' } : { text: 'at last' }
  })
  const ask = (key: string, prompt: string) =>
    generateText({ model: clientModel('gemini', url, key), prompt, maxRetries: 0 })
  await expect(ask('k1', 'a')).rejects.toMatchObject({ statusCode: 429 })
  await expect(ask('k2', 'a')).rejects.toMatchObject({ statusCode: 429 })
  await expect(ask('k1', 'b')).rejects.toMatchObject({ statusCode: 429 })
  expect((await ask('k1', 'a')).text).toBe('at last')
  expect(attempts).toEqual([1, 2, 1, 3])
})

test('statistics are served, and cleared on demand', async () => {
  const { url, statistics } = await testProvider(defaultAnswer)
  const model = clientModel('gemini', url)
  await generateText({ model, prompt: marked('a', 'b', 1), maxRetries: 0 })
  const served = await (await fetch(`${url}/agentos/statistics`)).json()
  expect(served).toEqual(statistics())
  const reset = await fetch(`${url}/agentos/reset`, { method: 'POST' })
  const empty: Statistics = {
    requests: 0,
    answered: 0,
    abandoned: 0,
    errors: {},
    calls: [],
    keys: {},
    scopes: {},
    mostAtOnce: 0,
    repeated: 0,
    firstRequestAt: null,
    lastRequestAt: null,
    lastAnsweredAt: null,
  }
  expect(await reset.json()).toEqual(empty)
  expect((await fetch(`${url}/agentos/reset`)).status).toBe(404)
})

test('times, keys and scopes are counted by the clock that was given', async () => {
  let now = 1_000
  const { url, statistics } = await testProvider(defaultAnswer, {
    now: () => now,
    scenario: {
      limits: [{ keys: [1, 2], requests: 2 }],
      rules: [{ when: { key: 3, sinceMs: 500 }, answer: { error: 'invalid-key' } }],
    },
  })
  const ask = async (key: string) => {
    const model = clientModel('openai-chat', url, key)
    const asked = generateText({ model, prompt: 'hi', maxRetries: 0 })
    await asked.catch(() => {})
    now += 100
  }
  for (const key of ['key-1', 'key-2', 'key-3', 'key-2', 'key-1', 'key-3']) await ask(key)
  expect(statistics()).toMatchObject({
    requests: 6,
    answered: 3,
    errors: { 'over-requests': 2, 'invalid-key': 1 },
    firstRequestAt: 1_000,
    lastRequestAt: 1_500,
    lastAnsweredAt: 1_200,
    scopes: {
      'openai:1+2': {
        requests: 4,
        answered: 2,
        errors: { 'over-requests': 2 },
        mostAtOnce: 1,
        lastAnsweredAt: 1_100,
      },
    },
  })
  expect(Object.values(statistics().keys)).toMatchObject([
    { number: 1, requests: 2, answered: 1, errors: { 'over-requests': 1 } },
    { number: 2, requests: 2, answered: 1, errors: { 'over-requests': 1 } },
    { number: 3, requests: 2, answered: 1, errors: { 'invalid-key': 1 }, lastRequestAt: 1_500 },
  ])
})

test('a reset starts over: limits, attempts and the time of rules', async () => {
  let now = 0
  const { url, statistics, reset } = await testProvider(defaultAnswer, {
    now: () => now,
    scenario: {
      limits: [{ requests: 1 }],
      rules: [{ when: { sinceMs: 10 }, answer: { error: 'overloaded' } }],
    },
  })
  const model = clientModel('openai-chat', url)
  const ask = () => generateText({ model, prompt: 'hi', maxRetries: 0 })
  await ask()
  await expect(ask()).rejects.toMatchObject({ statusCode: 429 })
  now = 10
  await expect(ask()).rejects.toMatchObject({ statusCode: 503 })
  reset()
  expect(statistics()).toMatchObject({ requests: 0, keys: {}, scopes: {} })
  await ask()
  expect(statistics()).toMatchObject({ requests: 1, answered: 1, firstRequestAt: 10 })
})

test('closing breaks off what is still being answered', async () => {
  const arrived = Promise.withResolvers<void>()
  const provider = await testProvider(() => {
    arrived.resolve()
    return { error: 'hang' }
  })
  const model = clientModel('gemini', provider.url)
  const asked = expect(generateText({ model, prompt: 'hi', maxRetries: 0 })).rejects.toMatchObject({
    isRetryable: true,
  })
  await arrived.promise
  await provider.close()
  await asked
})
