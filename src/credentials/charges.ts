/** What a provider's windows are like, and what calls are expected to take from them. */
import type { Expected } from '../model/charge.ts'
import type { Dimension, LeaseRequest } from '../model/lease.ts'
import type { Protocol } from '../model/provider.ts'
import { nextMidnightPacific } from './midnight.ts'
import { Bucket, FixedWindow, type Window } from './window.ts'

export type Per = 'minute' | 'day'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How far the provider's clock and the way of a call may put it off, as a part of the window. */
const GUARD_SHARE = 0.02
const LONGEST_GUARD_MS = 2_000
const SHORTEST_GUARD_MS = 50

/** A window as the provider counts it; an unknown limit is an endless one that still counts. */
export function createWindow(options: {
  readonly protocol: Protocol
  readonly per: Per
  readonly limit: number
  readonly windowMs: number | undefined
  readonly now: number
}): Window {
  const { protocol, per, limit, now } = options
  const minuteMs = options.windowMs ?? MINUTE_MS
  if (protocol !== 'google') {
    return new Bucket({ limit, windowMs: per === 'day' ? DAY_MS : minuteMs, now })
  }
  if (per === 'day') {
    return new FixedWindow({ limit, endOf: nextMidnightPacific, guardMs: LONGEST_GUARD_MS, now })
  }
  const guardMs = Math.max(SHORTEST_GUARD_MS, Math.min(LONGEST_GUARD_MS, minuteMs * GUARD_SHARE))
  const endOf = (at: number) => Math.floor(at / minuteMs) * minuteMs + minuteMs
  return new FixedWindow({ limit, endOf, guardMs, now })
}

/** OpenAI keeps what it reserved; the others count what was used. */
export function isPutRight(dimension: Dimension, protocol: Protocol): boolean {
  return dimension !== 'requests' && (protocol === 'google' || protocol === 'anthropic')
}

/**
 * How far off estimates are, from what calls really used: up at once, down slowly, so that the
 * next call is rather expected too big than too small.
 */
export class Experience {
  #inputRatio = 1
  #output: number | undefined

  expect(request: LeaseRequest): Expected {
    return {
      input: Math.ceil(request.inputTokens * this.#inputRatio),
      output: Math.min(request.outputTokens, this.#output ?? FIRST_OUTPUT),
      mostOutput: request.outputTokens,
    }
  }

  learn(request: LeaseRequest, used: { readonly input: number; readonly output: number }): void {
    // What a provider adds to every call would make small ones look far too big.
    if (request.inputTokens >= LEAST_TELLING && used.input > 0) {
      const ratio = Math.min(4, Math.max(0.25, used.input / request.inputTokens))
      this.#inputRatio = drift(this.#inputRatio, ratio)
    }
    this.#output = drift(this.#output ?? used.output, used.output)
  }
}

const FIRST_OUTPUT = 1_000
const LEAST_TELLING = 200

function drift(from: number, to: number): number {
  return to > from ? to : from + (to - from) * 0.1
}
