/** A limit of one scope and model, in use: its windows and slots, and whether a call fits them. */
import type { AskedCall } from '../answer.ts'
import { type Limit, type ProviderName, providerOf } from './limits.ts'
import { inputTokens } from './tokens.ts'
import { Bucket, FixedWindow, type Window } from './windows.ts'

const DAY_MS = 24 * 60 * 60_000

type Counted = 'day' | 'requests' | 'tokens'

export interface Meter {
  readonly limit: Limit
  readonly slots: { taken: number }
  /** The day comes first: if it is used up, no minute matters. */
  readonly windows: ReadonlyMap<Counted, Window>
}

/** The limit that a call would have exceeded, with the facts for its refusal. */
export interface Overrun {
  /** `too-big` is more tokens than would ever fit. */
  readonly kind: Counted | 'concurrency' | 'too-big'
  readonly limit: number
  readonly used: number
  readonly requested: number
  readonly waitMs: number
  readonly announced: boolean
}

export function createMeter(limit: Limit, provider: ProviderName, slots: { taken: number }): Meter {
  const { windowMs, requests, tokens, requestsPerDay } = limit
  const isFixed = (limit.window ?? (provider === 'google' ? 'fixed' : 'bucket')) === 'fixed'
  const windows = new Map<Counted, Window>()
  if (requestsPerDay !== undefined) {
    const timeZone = provider === 'google' ? 'America/Los_Angeles' : 'UTC'
    // OpenAI's day has no midnight: it trickles back, one request at a time.
    const day =
      provider === 'openai' && !isFixed
        ? new Bucket(requestsPerDay, DAY_MS)
        : new FixedWindow(requestsPerDay, windowMs, timeZone)
    windows.set('day', day)
  }
  const minute = (size: number) =>
    isFixed ? new FixedWindow(size, windowMs) : new Bucket(size, windowMs)
  if (requests !== undefined) windows.set('requests', minute(requests))
  if (tokens !== undefined) windows.set('tokens', minute(tokens))
  return { limit, slots, windows }
}

/** Slots first, then the windows in their order. */
export function overrunOf(
  { limit, windows, slots }: Meter,
  call: AskedCall,
  now: number,
): Overrun | undefined {
  const { announced, concurrency } = limit
  if (concurrency !== undefined && slots.taken >= concurrency) {
    const facts = { limit: concurrency, used: slots.taken, requested: 1, waitMs: 0 }
    return { kind: 'concurrency', ...facts, announced }
  }
  for (const [kind, window] of windows) {
    const requested = amountOf(kind, call)
    const facts = { limit: window.limit, used: window.used(now), requested, announced }
    const waitMs = window.waitMs(requested, now)
    if (requested > window.limit) {
      // Only OpenAI says that it will never fit; the others ask to come back, without success.
      const isSaid = providerOf(call) === 'openai'
      return { kind: isSaid ? 'too-big' : kind, ...facts, waitMs: waitMs || limit.windowMs }
    }
    if (waitMs > 0) return { kind, ...facts, waitMs }
  }
  return undefined
}

/** Tokens as the provider charges them: only OpenAI also charges the output asked for. */
export function amountOf(counted: Counted, call: AskedCall): number {
  if (counted !== 'tokens') return 1
  return inputTokens(call) + (providerOf(call) === 'openai' ? (call.maxOutputTokens ?? 0) : 0)
}
