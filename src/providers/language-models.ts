/** The AI SDK's model for a provider's protocol, with our `fetch` inside it. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Protocol } from '../model/provider.ts'
import { unreachable } from '../model/unreachable.ts'

/** The key is put in by `fetch`, under the lease; the SDK only needs to see some. */
const PLACEHOLDER = 'leased'

export function languageModel(options: {
  readonly protocol: Protocol
  readonly baseUrl: string
  readonly provider: string
  readonly model: string
  readonly fetch: typeof fetch
}): LanguageModel {
  const { protocol, baseUrl, model } = options
  const settings = { baseURL: baseUrl, apiKey: PLACEHOLDER, fetch: options.fetch }
  switch (protocol) {
    case 'google':
      return createGoogle(settings)(model)
    case 'anthropic':
      return createAnthropic(settings)(model)
    case 'openai':
      return createOpenAI(settings)(model)
    case 'openai-chat':
      return createOpenAI(settings).chat(model)
    case 'openai-compatible':
      return createOpenAICompatible({
        ...settings,
        name: options.provider,
        supportsStructuredOutputs: true,
      })(model)
    default:
      return unreachable(protocol)
  }
}

/** Where each protocol carries the key. */
export function withKey(headers: Headers, protocol: Protocol, key: string): Headers {
  if (protocol === 'google') headers.set('x-goog-api-key', key)
  else if (protocol === 'anthropic') headers.set('x-api-key', key)
  else headers.set('authorization', `Bearer ${key}`)
  return headers
}
