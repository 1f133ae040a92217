/** Windows as each provider counts them, and the expected charges of calls. */
import type { Expected } from '../model/calls/charge.ts'
import type { Dimension, LeaseRequest } from '../model/calls/lease.ts'
import type { Protocol } from '../model/calls/provider.ts'
import { nextMidnightPacific } from './midnight.ts'
import { Bucket, FixedWindow, type Window } from './window.ts'

export type Per = 'minute' | 'day'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Tolerance for clock differences and transit time, as a share of the window. */
const GUARD_SHARE = 0.02
const LONGEST_GUARD_MS = 2_000
const SHORTEST_GUARD_MS = 50

/** An unknown limit is an infinite one that still counts. */
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

/** OpenAI keeps the reservation; the others count real usage. */
export function isCorrectedByUsage(dimension: Dimension, protocol: Protocol): boolean {
  return dimension !== 'requests' && (protocol === 'google' || protocol === 'anthropic')
}

/**
 * The error of estimates, from real usage: increased at once, decreased slowly, so that the next call is
 * rather overestimated than underestimated.
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
    // The constant overhead of a provider would distort the ratio of small calls.
    if (request.inputTokens >= LEAST_SIGNIFICANT_TOKENS && used.input > 0) {
      const ratio = Math.min(4, Math.max(0.25, used.input / request.inputTokens))
      this.#inputRatio = drift(this.#inputRatio, ratio)
    }
    this.#output = drift(this.#output ?? used.output, used.output)
  }
}

const FIRST_OUTPUT = 1_000
const LEAST_SIGNIFICANT_TOKENS = 200

function drift(from: number, to: number): number {
  return to > from ? to : from + (to - from) * 0.1
}
