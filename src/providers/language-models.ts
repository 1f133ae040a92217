/** The AI SDK's models for the providers' protocols, with our `fetch` inside them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Protocol } from '../model/provider.ts'
import { unreachable } from '../model/unreachable.ts'

/** The key is put in by `fetch`, under the lease; the SDK only needs to see some. */
const PLACEHOLDER = 'leased'

interface Named {
  readonly protocol: Protocol
  readonly baseUrl: string
  readonly model: string
}

/** To make one takes the SDK longer than to use it. */
const made = new Map<string, Promise<LanguageModelV4>>()
/** The `fetch` of the call that a request belongs to. */
const fetchOfCall = new AsyncLocalStorage<typeof fetch>()

/** Calls a model, with every request going through this `fetch`. */
export async function withModel<T>(
  { protocol, baseUrl, model }: Named,
  through: typeof fetch,
  call: (model: LanguageModelV4) => PromiseLike<T>,
): Promise<T> {
  const named = { protocol, baseUrl, model }
  const key = JSON.stringify(named)
  const known = made.get(key) ?? languageModel(named)
  made.set(key, known)
  const ready = await known
  return fetchOfCall.run(through, () => call(ready))
}

/** Each vendor's code is loaded by those who call it. */
async function languageModel({ protocol, baseUrl, model }: Named): Promise<LanguageModelV4> {
  const settings = { baseURL: baseUrl, apiKey: PLACEHOLDER, fetch: fetchInside }
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
      const named = { ...settings, name: 'compatible', supportsStructuredOutputs: true }
      return createOpenAICompatible(named)(model)
    }
    default:
      return unreachable(protocol)
  }
}

const fetchInside: typeof fetch = (input, init) => {
  const through = fetchOfCall.getStore()
  if (through === undefined) throw new Error('A request that belongs to no call.')
  return through(input, init)
}

/** Where each protocol carries the key. */
export function keyHeader(protocol: Protocol, key: string): Readonly<Record<string, string>> {
  if (protocol === 'google') return { 'x-goog-api-key': key }
  if (protocol === 'anthropic') return { 'x-api-key': key }
  return { authorization: `Bearer ${key}` }
}
