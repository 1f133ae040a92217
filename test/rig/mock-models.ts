/** The real clients of all protocols, pointed at a mock provider. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { onTestFinished } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'

export const CLIENTS = [
  'gemini',
  'anthropic',
  'openai-responses',
  'openai-chat',
  'compatible',
] as const
export type Client = (typeof CLIENTS)[number]

export const MODEL_IDS: Record<Client, string> = {
  gemini: 'gemini-2.5-flash',
  anthropic: 'claude-sonnet-4-5',
  'openai-responses': 'gpt-5-mini',
  'openai-chat': 'gpt-4o-mini',
  compatible: 'qwen3',
}

export const KEY = 'mock-secret-key-1'

export function clientModel(
  client: Client,
  url: string,
  apiKey = KEY,
  fetch: typeof globalThis.fetch = globalThis.fetch,
) {
  const id = MODEL_IDS[client]
  switch (client) {
    case 'gemini':
      return createGoogle({ baseURL: `${url}/v1beta`, apiKey, fetch })(id)
    case 'anthropic':
      return createAnthropic({ baseURL: `${url}/v1`, apiKey, fetch })(id)
    case 'openai-responses':
      return createOpenAI({ baseURL: `${url}/v1`, apiKey, fetch })(id)
    case 'openai-chat':
      return createOpenAI({ baseURL: `${url}/v1`, apiKey, fetch }).chat(id)
    case 'compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: `${url}/v1`,
        apiKey,
        fetch,
        supportsStructuredOutputs: true,
      })(id)
  }
}

/** A provider of the test's own, closed when the test ends. */
export async function testProvider(
  answer: AnswerFunction,
  options: Omit<Parameters<typeof startMockProvider>[0], 'answer'> = {},
) {
  const provider = await startMockProvider({ ...options, answer })
  onTestFinished(() => provider.close())
  return provider
}
