/** The expected usage of a call, before it is made. */
import type { LeaseRequest } from '../model/calls/lease.ts'
import type { LeasedCall } from './leased-fetch.ts'
import { costOf } from './prices.ts'

/** A token is about four characters of English, a little less of code; other scripts need more. */
const CHARACTERS_A_TOKEN = 3.5

type Expected = 'name' | 'provider' | 'text' | 'maxOutputTokens' | 'prices' | 'pauseMs'

export function leaseRequest(call: Pick<LeasedCall, Expected>): LeaseRequest {
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
