/** What a call is expected to use, told before it is made. */
import type { ModelName } from '../model/calls/language-model.ts'
import type { LeaseRequest } from '../model/calls/lease.ts'
import type { Provider } from '../model/calls/provider.ts'
import { costOf, type Price } from './prices.ts'

/** A token is about four characters of English, a little less of code; other scripts need more. */
const CHARACTERS_A_TOKEN = 3.5

export function leaseRequest(call: {
  readonly name: ModelName
  readonly provider: Provider
  readonly text: string
  readonly maxOutputTokens: number
  readonly prices: Readonly<Record<string, Price>>
  readonly pauseMs: number
}): LeaseRequest {
  const { name, text, maxOutputTokens, pauseMs } = call
  const inputTokens = estimateTokens(text)
  const dollarsFor = (input: number, output: number) => {
    const usage = { inputTokens: input, outputTokens: output, cachedTokens: 0 }
    return costOf(name.model, usage, call.prices) ?? null
  }
  return {
    provider: call.provider.keysOf,
    model: name.model,
    inputTokens,
    outputTokens: maxOutputTokens,
    cost: dollarsFor(inputTokens, maxOutputTokens),
    outputCost: dollarsFor(0, maxOutputTokens),
    pauseMs,
  }
}

/** How many tokens a text has, about. */
export function estimateTokens(text: string): number {
  const other = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  return Math.ceil((text.length - other) / CHARACTERS_A_TOKEN) + other
}
