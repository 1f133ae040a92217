/** Which provider a request is meant for, and what it asks of it. */
import { anthropicLookups } from './lookups/anthropic-lookups.ts'
import { geminiLookups } from './lookups/gemini-lookups.ts'
import { type Address, type Found, type Lookups, lookupOf } from './lookups/lookup.ts'
import { listedModels, type Models } from './lookups/models.ts'
import { openAiLookups } from './lookups/openai-lookups.ts'
import { anthropic } from './protocols/anthropic/anthropic.ts'
import { gemini } from './protocols/gemini/gemini.ts'
import { openAiChat } from './protocols/openai/openai-chat.ts'
import { openAiResponses } from './protocols/openai/openai-responses.ts'
import type { Protocol, ReceivedRequest } from './protocols/protocol.ts'

const PROTOCOLS: readonly Protocol[] = [gemini, anthropic, openAiChat, openAiResponses]
/** OpenAI comes last: its requests have no sign of their own. */
const LOOKUPS: readonly Lookups[] = [geminiLookups, anthropicLookups, openAiLookups]

export interface Route {
  readonly protocol: Protocol
  /** Undefined for a call of a model. */
  readonly lookup?: (request: ReceivedRequest, models: Models) => Found
}

export function routeOf(method: string, address: Address): Route | undefined {
  const { path } = address
  for (const lookups of LOOKUPS.filter((one) => one.isMeant(address))) {
    const { protocol, provider } = lookups
    const lookup = lookupOf(lookups, method, path)
    if (lookup === undefined) continue
    return {
      protocol,
      lookup: (request, models) => lookup(request, listedModels(models, provider)),
    }
  }
  const protocol = PROTOCOLS.find(({ matches }) => method === 'POST' && matches(path))
  return protocol && { protocol }
}

/** A path that is not served, in the words of the provider that its client expects. */
export function notServed(
  method: string,
  address: Address,
): { readonly protocol: Protocol; readonly message: string } {
  const { path } = address
  const { protocol } = LOOKUPS.find((one) => one.isMeant(address)) ?? openAiLookups
  const twice = /^\/(v1|v1beta)\/\1\//.exec(path)?.[1]
  const hint = twice && ` This client adds /${twice} by itself: its base URL ends before that.`
  return { protocol, message: `${method} ${path} is not served here.${hint ?? ''}` }
}
