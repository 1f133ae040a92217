import { expect, test } from 'vitest'
import { PROTOCOLS, type Protocol } from '../model/calls/provider.ts'
import { hasTotal, readAnswer } from './read-answer.ts'

const stream = (...events: object[]) =>
  events.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('')
const used = (inputTokens: number, outputTokens: number, cachedTokens = 0) => ({
  inputTokens,
  outputTokens,
  cachedTokens,
})

const gemini = {
  candidates: [{ content: { parts: [{ text: '"modelVersion":"liar"' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 7 },
  modelVersion: 'models/gemini-x-001',
}
const claude = {
  type: 'message',
  model: 'claude-x',
  usage: {
    input_tokens: 3,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 100,
    output_tokens: 9,
  },
}
const response = {
  object: 'response',
  model: 'gpt-x',
  usage: {
    input_tokens: 50,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 8,
    output_tokens_details: { reasoning_tokens: 4 },
  },
}
const chat = {
  model: 'house',
  choices: [],
  usage: { prompt_tokens: 6, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } },
}

test.each<[string, Protocol, string, object]>([
  [
    'thoughts are output',
    'google',
    JSON.stringify(gemini),
    { model: 'gemini-x-001', usage: { ...used(10, 12), reasoningTokens: 7 } },
  ],
  [
    'each chunk counts from the start',
    'google',
    stream({ ...gemini, usageMetadata: { promptTokenCount: 10 } }, gemini),
    { model: 'gemini-x-001', usage: { ...used(10, 12), reasoningTokens: 7 } },
  ],
  [
    'chunks in an array',
    'google',
    JSON.stringify([gemini, gemini]),
    { model: 'gemini-x-001', usage: { ...used(10, 12), reasoningTokens: 7 } },
  ],
  [
    'cached input is input',
    'anthropic',
    JSON.stringify(claude),
    { model: 'claude-x', usage: { ...used(123, 9, 100), cacheWriteTokens: 20 } },
  ],
  [
    'input at the start, output at the end',
    'anthropic',
    stream(
      {
        type: 'message_start',
        message: { ...claude, usage: { input_tokens: 3, output_tokens: 1 } },
      },
      { type: 'message_delta', usage: { output_tokens: 9 } },
    ),
    { model: 'claude-x', usage: used(3, 9) },
  ],
  [
    'a response',
    'openai',
    JSON.stringify(response),
    { model: 'gpt-x', usage: { ...used(50, 8, 40), reasoningTokens: 4 } },
  ],
  [
    'a streamed response',
    'openai',
    stream(
      { type: 'response.created', response: { ...response, usage: null } },
      { type: 'response.completed', response },
    ),
    { model: 'gpt-x', usage: { ...used(50, 8, 40), reasoningTokens: 4 } },
  ],
  ['a chat', 'openai-chat', JSON.stringify(chat), { model: 'house', usage: used(6, 2, 1) }],
  [
    'a streamed chat',
    'openai-compatible',
    `${stream({ ...chat, usage: null }, chat)}data: [DONE]\n\n`,
    { model: 'house', usage: used(6, 2, 1) },
  ],
  [
    'no usage',
    'openai-chat',
    '{"model":"house","choices":[]}',
    { model: 'house', usage: undefined },
  ],
  [
    'a count that is none',
    'openai',
    '{"model":"x","usage":{"input_tokens":"?"}}',
    { model: 'x', usage: undefined },
  ],
])('%s (%s)', (_, protocol, body, facts) => {
  expect(readAnswer(protocol, body)).toEqual(facts)
})

test.each<[string, Protocol, string, boolean]>([
  [
    'a message that has begun',
    'anthropic',
    stream({ type: 'message_start', message: claude }),
    false,
  ],
  ['a message that has ended', 'anthropic', stream({ type: 'message_delta', usage: {} }), true],
  ['a chunk of many', 'google', stream({ ...gemini, candidates: [{}] }), false],
  ['the last chunk', 'google', stream({ ...gemini, candidates: [{}] }, gemini), true],
  ['a whole answer', 'anthropic', JSON.stringify(claude), true],
])('%s (%s) counts all that was used: %s', (_, protocol, body, expected) => {
  expect(hasTotal(protocol, body)).toBe(expected)
})

test.each(PROTOCOLS)('%s: who is not named has no name, and nothing is made up', (protocol) => {
  for (const body of [
    '',
    '{}',
    '[]',
    'null',
    '<html>',
    '{"model":7}',
    '{"text":"\\"model\\":\\"x\\""}',
  ]) {
    expect(readAnswer(protocol, body)).toEqual({ model: '', usage: undefined })
  }
})
