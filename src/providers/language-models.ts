/** The AI SDK's models for the providers' protocols, with our `fetch` inside them. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Protocol, Provider } from '../model/calls/provider.ts'
import { unreachable } from '../model/unreachable.ts'

/** The key is put in by `fetch`, under the lease; the SDK only needs to see some. */
const PLACEHOLDER = 'leased'

/** Made for one call, whose requests go through this `fetch`. Each vendor's code is loaded by its first call. */
export async function languageModel(
  { protocol, baseUrl }: Provider,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> {
  const settings = { baseURL: baseUrl, apiKey: PLACEHOLDER, fetch }
  switch (protocol) {
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(settings)(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model)
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings)(model)
    case 'openai-chat':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).chat(model)
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const told = { supportsStructuredOutputs: true, includeUsage: true }
      const named = { ...settings, name: 'compatible', ...told }
      return createOpenAICompatible(named)(model)
    }
    default:
      return unreachable(protocol)
  }
}

/** Where each protocol carries the key. */
export function keyHeader(protocol: Protocol, key: string): Readonly<Record<string, string>> {
  if (protocol === 'google') return { 'x-goog-api-key': key }
  if (protocol === 'anthropic') return { 'x-api-key': key }
  return { authorization: `Bearer ${key}` }
}
