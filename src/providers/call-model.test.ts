import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { callTo, inTurn, MODELS, mockCall, servedCall } from '../../test/rig/model-calls.ts'
import { ownPort } from '../../test/rig/own-port.ts'
import type { LeaseRequest } from '../model/calls/lease.ts'
import { PROTOCOLS } from '../model/calls/provider.ts'
import { callModel, type ModelCallFailed } from './call-model.ts'

test.each(PROTOCOLS)(
  '%s: a lease is asked for with an estimate and settled with what was used',
  async (protocol) => {
    const { call, requests, settled } = await mockCall(() => ({ text: 'Fine.' }), { protocol })
    const { model, usage, cost, credential } = await callModel(call)
    expect({ model, credential }).toEqual({ model: MODELS[protocol], credential: 'key-1' })
    expect(requests).toMatchObject([
      {
        provider: 'keys',
        model: MODELS[protocol],
        inputTokens: expect.any(Number),
        outputTokens: 1_000,
      },
    ])
    expect(settled).toMatchObject([{ outcome: { kind: 'ok' }, usage, cost }])
    expect(usage.outputTokens).toBeGreaterThan(0)
    const [asked] = requests
    if (protocol === 'openai-compatible') expect([asked?.cost, cost]).toEqual([null, null])
    else expect(asked?.cost).toBeGreaterThan(cost ?? Number.NaN)
    if (protocol !== 'google') expect(settled[0]?.readings.length).toBeGreaterThan(0)
  },
)

test.each(PROTOCOLS)('%s: a conversation is sent in its order', async (protocol) => {
  const asked: string[] = []
  const { call } = await mockCall(
    ({ prompt, question }) => {
      asked.push(prompt, question)
      return { text: 'Fine.' }
    },
    { protocol },
  )
  const turns = [
    { question: 'First?', answer: 'Yes.' },
    { question: 'Second?', answer: '' },
  ]
  await callModel({ ...call, turns, question: 'Third?', isConversation: true })
  expect(asked).toEqual(['First?\n\nYes.\n\nSecond?\n\n(nothing)\n\nThird?', 'Third?'])
})

test.each([
  [true, ['First?', 'Third?']],
  [false, []],
])(
  'for Anthropic, the ends of a conversation (%s) are marked for its cache',
  async (isConversation, marked) => {
    const bodies: string[] = []
    const { call } = await servedCall(
      async (request, response) => {
        bodies.push(await text(request))
        response.writeHead(400).end('{}')
      },
      { protocol: 'anthropic' },
    )
    const turns = [
      { question: 'First?', answer: 'Yes.' },
      { question: 'Second?', answer: 'No.' },
    ]
    await expect(
      callModel({ ...call, turns, question: 'Third?', isConversation }),
    ).rejects.toThrow()
    const { messages } = JSON.parse(bodies[0] ?? '')
    const parts: { text: string; cache_control?: unknown }[] = messages.flatMap(
      ({ content }: { content: unknown[] }) => content,
    )
    expect(parts.map((part) => part.text)).toEqual(['First?', 'Yes.', 'Second?', 'No.', 'Third?'])
    expect(parts.filter((part) => part.cache_control).map((part) => part.text)).toEqual(marked)
  },
)

test('big and small calls are estimated alike, whatever the request wraps around them', async () => {
  const { call, requests, settled } = await mockCall(() => ({ text: 'Fine.' }))
  for (const length of [400, 40_000]) await callModel({ ...call, question: 'x'.repeat(length) })
  const [small, big] = requests.map(
    ({ inputTokens }, index) => inputTokens / (settled[index]?.usage?.inputTokens ?? 0),
  )
  expect(small).toBeCloseTo(big ?? 0, 1)
})

test('rate limits and outages share one budget; only after an outage the next lease is held back', async () => {
  const rate = { error: 'rate', retryAfterMs: 1 } as const
  const answer = inTurn(rate, { error: 'overloaded' }, rate)
  const { call, told, requests, settled } = await mockCall(answer, { retries: 2 })
  await expect(callModel(call)).rejects.toThrow(
    /^failed 3 times \(rate limit 2, provider error 1\), last: HTTP 429: /,
  )
  expect(settled.map(({ outcome }) => outcome.kind)).toEqual(['rate', 'down', 'rate'])
  expect(requests.map(({ pauseMs }) => pauseMs > 0)).toEqual([false, false, true])
  expect(told).toEqual(['retry 1 of 2', 'retry 2 of 2 after a pause'])
})

test('a call that only met rate limits says so', async () => {
  const { call, requests } = await mockCall(() => ({ error: 'rate-without-hint' }), { retries: 5 })
  await expect(callModel(call)).rejects.toThrow(/^refused 6 times by rate limits, last: HTTP 429: /)
  expect(requests.map(({ pauseMs }) => pauseMs)).toEqual([0, 0, 0, 0, 0, 0])
})

test.each(['invalid-key', 'billing', 'day-quota'] as const)(
  '%s: another key is free, the same one again is not',
  async (error) => {
    const free = await mockCall(inTurn({ error }, { error }, { text: 'Fine.' }), { retries: 0 })
    expect(await callModel(free.call)).toMatchObject({ text: 'Fine.', credential: 'key-3' })
    expect(free.told).toEqual([])

    const same = await mockCall(() => ({ error }), { retries: 1, keys: 1 })
    await expect(callModel(same.call)).rejects.toThrow(/^failed 2 times \(key refused 2\)/)
    expect(same.requests).toHaveLength(3)
  },
)

test('a key that is refused for good is named with the provider’s words, and no retry is told that nobody makes', async () => {
  const { call, told } = await mockCall(
    ({ key }) => ({ error: 'invalid-key', message: `Not a key: ${key}.` }),
    { retries: 1, keys: 1 },
  )
  const { leases } = call
  let asked = 0
  const acquire = async (request: LeaseRequest) => {
    if (++asked <= 2) return leases.acquire(request)
    const message = 'No credential for mock is accepted any more.'
    return { failure: { reason: 'no-credential', provider: 'mock', message } as const }
  }
  await expect(callModel({ ...call, leases: { ...leases, acquire } })).rejects.toMatchObject({
    failure: {
      reason: 'no-credential',
      message:
        'No credential for mock is accepted any more. Credential key-1 refused (401: Not a key: [secret key-1])',
    },
  })
  expect(told).toEqual([])
})

test('what can never succeed fails at once, in the provider’s words', async () => {
  const { call, requests } = await mockCall(() => ({
    error: 'bad-request',
    message: 'No such field.',
  }))
  await expect(callModel(call)).rejects.toThrow(/^HTTP 400: No such field\.$/)
  expect(requests).toHaveLength(1)

  const large = await servedCall(
    (_, response) => void response.writeHead(413).end('<h1>Too large</h1>'),
  )
  await expect(callModel(large.call)).rejects.toThrow('HTTP 413: Too large')
  expect(large.settled).toMatchObject([{ outcome: { kind: 'too-big' } }])
})

test('retry n is held back for up to 2ⁿ s, and for no less than half of that', async () => {
  const { call, requests } = await mockCall(() => ({ error: 'overloaded' }), { retries: 7 })
  await expect(callModel(call)).rejects.toThrow(/^failed 8 times \(provider error 8\)/)
  const most = [0, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000)
  for (const [index, { pauseMs }] of requests.entries()) {
    expect(pauseMs).toBeLessThanOrEqual(most[index] ?? 0)
    expect(pauseMs).toBeGreaterThanOrEqual((most[index] ?? 0) / 2)
  }
})

test('a closed port is named, with its address and without a cost, for each try', async () => {
  const port = await ownPort()
  const { call, settled, told } = callTo(`http://127.0.0.1:${port}`, {
    protocol: 'anthropic',
    retries: 1,
  })
  const fault = { code: 'ECONNREFUSED', address: `127.0.0.1:${port}` }
  await expect(callModel(call)).rejects.toMatchObject({
    message: `Cannot reach provider house (ECONNREFUSED 127.0.0.1:${port})`,
    failure: {
      reason: 'provider-unreachable',
      provider: 'house',
      phase: 'connect',
      tries: 2,
      ...fault,
    },
  })
  const outcome = { kind: 'unreachable', phase: 'connect', ...fault }
  expect(settled).toEqual([
    { outcome, readings: [] },
    { outcome, readings: [] },
  ])
  expect(told).toEqual(['retry 1 of 1 after a pause'])
})

test('an answer that stops in the middle is asked for again; its cost is estimated by what came', async () => {
  const long = 'word '.repeat(1_000)
  const { call, settled } = await mockCall(inTurn({ error: 'cut', text: long }, { text: 'Fine.' }))
  expect(await callModel(call)).toMatchObject({ text: 'Fine.' })
  expect(settled).toMatchObject([
    { outcome: { kind: 'cut' }, usage: { isEstimate: true } },
    { outcome: { kind: 'ok' } },
  ])
  const [cut, fine] = settled
  expect(cut?.usage?.outputTokens).toBeGreaterThan(100)
  expect(cut?.cost).toBeGreaterThan(fine?.cost ?? Number.NaN)
  expect(fine?.usage).not.toHaveProperty('isEstimate')
})

test.each(PROTOCOLS)('%s: an error in the middle of a stream is no answer', async (protocol) => {
  const { call, settled } = await mockCall(
    inTurn({ error: 'error-in-stream', text: 'Half of it' }, { text: 'All of it.' }),
    { protocol },
  )
  expect(await callModel(call)).toMatchObject({ text: 'All of it.' })
  expect(settled).toMatchObject([{ outcome: { kind: expect.stringMatching(/rate|down/) } }, {}])
})

test.each(PROTOCOLS)('%s: an answer is counted while it is written', async (protocol) => {
  const told: number[] = []
  const { call } = await mockCall(() => ({ text: 'A word and another. '.repeat(200) }), {
    protocol,
  })
  const { usage } = await callModel({ ...call, onProgress: (tokens) => told.push(tokens) })
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect((told.at(-1) ?? 0) / usage.outputTokens).toBeCloseTo(1, 0)
})

const streamed = (...events: object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const word = (content: string, finish: string | null = null) => ({
  model: 'house',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})

test('a stream that ends before the model did is no answer', async () => {
  let requests = 0
  const { call, settled } = await servedCall(
    (_, response) => {
      requests += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(streamed(word('{"half":'), ...(requests === 1 ? [] : [word(' 1}', 'stop')])))
    },
    { retries: 1 },
  )
  expect(await callModel(call)).toMatchObject({ text: '{"half": 1}' })
  expect(settled).toMatchObject([{ outcome: { kind: 'cut', code: 'ENDED_EARLY' } }, {}])
})

test('the usage that a stream does not tell is estimated, and said to be', async () => {
  const { call, settled } = await servedCall((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(streamed(word('Fine '), word('weather.', 'stop')))
  })
  const prices = { house: { input: 1, output: 1 } }
  const usage = { inputTokens: 4, outputTokens: 4, cachedTokens: 0, isEstimate: true }
  expect(await callModel({ ...call, prices })).toMatchObject({ text: 'Fine weather.', usage })
  expect(settled).toEqual([{ outcome: { kind: 'ok' }, readings: [], usage, cost: 8 / 1_000_000 }])
})

test('a long answer is no reason to give it up', async () => {
  const { call } = await servedCall(
    async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let count = 0; count < 12; count++) {
        response.write(streamed(word('x')))
        await wait(200)
      }
      response.end(streamed(word('.', 'stop')))
    },
    { timeoutMs: 2_000, retries: 0 },
  )
  expect(await callModel({ ...call, idleMs: 20_000 })).toMatchObject({ text: 'xxxxxxxxxxxx.' })
})

test('a refusal that stops in the middle is still that refusal', async () => {
  const { call, settled } = await servedCall(
    (_, response) => {
      response.writeHead(529, { 'content-length': 1_000 })
      response.write('{"error":{"message":"Overl', () => response.destroy())
    },
    { retries: 0 },
  )
  await expect(callModel(call)).rejects.toThrow('HTTP 529')
  expect(settled).toMatchObject([{ outcome: { kind: 'down', status: 529 } }])
})

const NEW_BLOCK = {
  type: 'message',
  id: 'KEY',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'hologram', shape: 'cube' }],
  usage: { input_tokens: 1_000, output_tokens: 100 },
  stop_reason: 'end_turn',
}

test.each([
  ['a new kind of block', JSON.stringify(NEW_BLOCK), { kind: 'ok' }, 0.0045],
  ['half a document', '{"type":"KEY","conte', { kind: 'unreadable' }, undefined],
  ['a page', '<h1>Welcome to the hotel, KEY</h1>', { kind: 'unreadable' }, undefined],
  ['nothing', '', { kind: 'unreadable' }, undefined],
])(
  'a 200 with %s is never asked for again, and its body is kept',
  async (_, body, outcome, cost) => {
    const { call, requests, settled } = await servedCall(
      (request, response) =>
        void response.end(body.replace('KEY', `${request.headers['x-api-key']}`)),
      { protocol: 'anthropic' },
    )
    const failed = await callModel(call).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      failure: {
        reason: 'answer-unreadable',
        model: 'house:claude-sonnet-4-5',
        credential: 'key-1',
      },
      body: body.replace('KEY', '[secret key-1]'),
    })
    expect(requests).toHaveLength(1)
    expect(settled).toMatchObject([{ outcome }])
    expect(settled[0]?.cost).toBe(cost)
  },
)

test.each([200, 503])(
  'a %i that is larger than any answer is never asked for again',
  async (status) => {
    const { call, requests, settled } = await servedCall((_, response) => {
      response.writeHead(status).end(`${' '.repeat(33 * 2 ** 20)}${JSON.stringify(NEW_BLOCK)}`)
    })
    const failed = await callModel(call).catch((error: unknown) => error)
    const message = `HTTP ${status}: the answer is larger than 32 MB`
    const { failure, body } = failed as ModelCallFailed
    expect(failure).toMatchObject({ reason: 'answer-unreadable', message, isTooLarge: true })
    expect(body).toBeUndefined()
    expect(requests).toHaveLength(1)
    expect(settled).toMatchObject([{ outcome: { kind: 'unreadable' } }])
  },
)

test('valid JSON of an unknown form is not called invalid', async () => {
  const { call } = await servedCall((_, response) => void response.end('{}'))
  await expect(callModel(call)).rejects.toThrow('HTTP 200: JSON of an unknown form')
})

test('an answer that began is not said to be missing when its time is over', async () => {
  const { call } = await servedCall((_, response) => void response.write('{'), {
    timeoutMs: 3_000, // enough for the first byte to arrive on a slow machine
    retries: 0,
  })
  await expect(callModel(call)).rejects.toThrow(
    /^The answer of provider house stopped, with nothing more for 3 s \(TIMEOUT 127/,
  )
})

test('a request that the provider refuses itself is final, an outage is not', async () => {
  const failureOf = async (error: 'not-found' | 'overloaded') => {
    const { call } = await mockCall(() => ({ error }), { retries: 0 })
    const failed = (await callModel(call).catch((thrown: unknown) => thrown)) as ModelCallFailed
    return failed.failure
  }
  expect(await failureOf('not-found')).toMatchObject({ reason: 'model-call-failed', isFinal: true })
  expect(await failureOf('overloaded')).not.toHaveProperty('isFinal')
})

test('an error inside a 200 is what it says', async () => {
  const body = JSON.stringify({ error: { code: 429, message: 'Upstream is busy' }, choices: [] })
  const { call, settled } = await servedCall((_, response) => void response.end(body), {
    retries: 0,
  })
  await expect(callModel(call)).rejects.toThrow('HTTP 200: Upstream is busy')
  expect(settled).toMatchObject([{ outcome: { kind: 'rate' } }])
})

test('an answer that names no model was written by nobody known; without a price its cost is not known', async () => {
  const body = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Fine.' } }] })
  const { call, settled } = await servedCall((_, response) => void response.end(body))
  expect(await callModel(call)).toMatchObject({ text: 'Fine.', model: '', cost: null })
  expect(settled).toMatchObject([
    { outcome: { kind: 'ok' }, usage: { isEstimate: true }, cost: null },
  ])
})

test('a key that is sent back is in no answer, no message and no retry', async () => {
  const echo = await mockCall(({ key }) => ({ text: `You said ${key}.` }))
  expect((await callModel(echo.call)).text).toBe('You said [secret key-1].')

  const inBody = await mockCall(({ key }) => ({ error: 'bad-request', message: `not ${key}` }))
  await expect(callModel(inBody.call)).rejects.toThrow('not [secret key-1]')

  const inStatus = await servedCall((request, response) => {
    response.writeHead(400, `${request.headers.authorization}`).end()
  })
  await expect(callModel(inStatus.call)).rejects.toThrow('HTTP 400: Bearer [secret key-1]')
})

test('a call that hangs is given up at its limit and nothing else', async () => {
  const { call, settled } = await mockCall(() => ({ error: 'hang' }), { retries: 0, timeoutMs: 50 })
  await expect(callModel(call)).rejects.toThrow(
    /^No answer from provider house within 0.05 s \(TIMEOUT 127\.0\.0\.1:\d+\)$/,
  )
  expect(settled).toMatchObject([{ outcome: { kind: 'unreachable', code: 'TIMEOUT' } }])
})

test('a stop ends the call at once, whether it waits for an answer or between two tries', async () => {
  const stop = new AbortController()
  const hanging = await servedCall(() => stop.abort(), { signal: stop.signal })
  await expect(callModel(hanging.call)).rejects.toThrow(/abort/)
  expect(hanging.requests).toHaveLength(1)
  expect(hanging.told).toEqual([])
  expect(hanging.settled).toEqual([{ outcome: { kind: 'cancelled' }, readings: [] }])

  const waiting = await mockCall(() => ({ error: 'overloaded' }))
  const { leases } = waiting.call
  const acquire: typeof leases.acquire = (request) =>
    request.pauseMs > 0 ? Promise.reject(new Error('stopped')) : leases.acquire(request)
  await expect(callModel({ ...waiting.call, leases: { ...leases, acquire } })).rejects.toThrow(
    'stopped',
  )
  expect(waiting.requests).toHaveLength(1)
})
