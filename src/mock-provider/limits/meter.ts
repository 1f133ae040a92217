/** A limit of one scope and model, in use: its windows and slots, and whether a call fits them. */
import type { AskedCall } from '../answer.ts'
import { type Limit, type ProviderName, providerOf } from './limits.ts'
import { inputTokens } from './tokens.ts'
import { Bucket, FixedWindow, type Window } from './windows.ts'

const DAY_MS = 24 * 60 * 60_000

export interface Meter {
  readonly limit: Limit
  readonly requests: Window | undefined
  readonly tokens: Window | undefined
  readonly day: Window | undefined
  readonly slots: { taken: number }
}

/** The limit that a call would have exceeded, with the facts for its refusal. */
export interface Overrun {
  /** `too-big` is more tokens than would ever fit. */
  readonly kind: 'requests' | 'tokens' | 'day' | 'concurrency' | 'too-big'
  readonly limit: number
  readonly used: number
  readonly requested: number
  readonly waitMs: number
  readonly announced: boolean
}

export function createMeter(limit: Limit, provider: ProviderName, slots: { taken: number }): Meter {
  const { windowMs, requests, tokens, requestsPerDay } = limit
  const kind = limit.window ?? (provider === 'google' ? 'fixed' : 'bucket')
  const window = (size: number) =>
    kind === 'fixed' ? new FixedWindow(size, windowMs) : new Bucket(size, windowMs)
  const timeZone = provider === 'google' ? 'America/Los_Angeles' : 'UTC'
  // OpenAI's day has no midnight: it trickles back, one request at a time.
  const day = (size: number) =>
    provider === 'openai' && kind === 'bucket'
      ? new Bucket(size, DAY_MS)
      : new FixedWindow(size, windowMs, timeZone)
  return {
    limit,
    slots,
    requests: requests === undefined ? undefined : window(requests),
    tokens: tokens === undefined ? undefined : window(tokens),
    day: requestsPerDay === undefined ? undefined : day(requestsPerDay),
  }
}

/** Slots first, then the day: if it is used up, no minute matters. */
export function overrunOf(
  { limit, requests, tokens, day, slots }: Meter,
  asked: { readonly call: AskedCall; readonly tokens: number; readonly now: number },
): Overrun | undefined {
  const { announced, concurrency } = limit
  if (concurrency !== undefined && slots.taken >= concurrency) {
    const facts = { limit: concurrency, used: slots.taken, requested: 1, waitMs: 0 }
    return { kind: 'concurrency', ...facts, announced }
  }
  const kinds = [
    ['day', day, 1],
    ['requests', requests, 1],
    ['tokens', tokens, asked.tokens],
  ] as const
  for (const [kind, window, requested] of kinds) {
    if (window === undefined) continue
    const facts = { limit: window.limit, used: window.used(asked.now), requested, announced }
    const waitMs = window.waitMs(requested, asked.now)
    if (requested > window.limit) {
      // Only OpenAI says that it will never fit; the others ask to come back, without success.
      const isSaid = providerOf(asked.call) === 'openai'
      return { kind: isSaid ? 'too-big' : kind, ...facts, waitMs: waitMs || limit.windowMs }
    }
    if (waitMs > 0) return { kind, ...facts, waitMs }
  }
  return undefined
}

/** As the provider charges it. */
export function tokensOf(call: AskedCall): number {
  const output = providerOf(call) === 'openai' ? (call.maxOutputTokens ?? 0) : 0
  return inputTokens(call) + output
}
