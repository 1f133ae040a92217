/** A lease is the right to make one call with one credential. */
import type { Usage } from './language-model.ts'
import type { Protocol } from './provider.ts'
import type { Secret } from './secret.ts'

/** What a provider allows a scope, for each model; what is not set is not known. */
export interface ConfiguredLimits {
  readonly requestsPerMinute?: number | undefined
  readonly tokensPerMinute?: number | undefined
  readonly requestsPerDay?: number | undefined
  /** How long the provider's "minute" is. */
  readonly windowMs?: number | undefined
}

export interface Credential {
  readonly id: string
  /** The provider whose key this is. */
  readonly provider: string
  readonly protocol: Protocol
  /** What its limits belong to: credentials of one scope share them. */
  readonly scope: string
  /** The most calls at once with this credential. */
  readonly concurrency?: number | undefined
  readonly limits?: ConfiguredLimits | undefined
  readonly secret: Secret
}

export interface LeaseRequest {
  readonly provider: string
  readonly model: string
  /** What the call may use: its input as estimated, its output at most. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Dollars at most; null when the model's price is not known. */
  readonly cost: number | null
  /** How much of that is for the output. */
  readonly outputCost: number | null
  /** How long to hold the call back after an outage failed its last try; an answered probe ends that. */
  readonly pauseMs: number
}

/** What a limit counts. Which tokens count as `tokens` is the provider's rule. */
export type Dimension = 'requests' | 'tokens' | 'input-tokens' | 'output-tokens'

/** What a response says of a limit, in its headers or in its refusal. */
export interface LimitReading {
  readonly dimension: Dimension
  readonly per: 'minute' | 'day'
  readonly limit?: number
  readonly remaining?: number
}

/** What came of a call, as far as credential and provider are concerned. */
export type CallOutcome =
  | { readonly kind: 'ok' }
  /** Too much at once or within a minute; `waitMs` is the provider's hint, if it gave one. */
  | { readonly kind: 'rate'; readonly waitMs?: number }
  /** The traffic grew too fast, though within its limits. */
  | { readonly kind: 'ramp'; readonly waitMs?: number }
  /** The day's quota of scope and model is used up: until then, or until it trickles back. */
  | {
      readonly kind: 'day-quota'
      readonly waitMs?: number
      readonly resets?: 'midnight-pacific' | 'midnight-utc'
    }
  /** No money left, or a spending limit reached; `until` if the provider names the day. */
  | { readonly kind: 'billing'; readonly until?: number }
  /** The key is not accepted. */
  | { readonly kind: 'invalid' }
  /** This scope may not use the model; another one may. */
  | { readonly kind: 'not-here' }
  /** This request can never fit the limits or the model's context. */
  | { readonly kind: 'too-big' }
  /** The provider fails: the HTTP status of its error. */
  | { readonly kind: 'down'; readonly status: number }
  /** No answer: there was no connection, or nothing came after the request was sent. */
  | ({ readonly kind: 'unreachable'; readonly phase: 'connect' | 'response' } & NetworkFault)
  /** The answer stopped in the middle. */
  | ({ readonly kind: 'cut' } & NetworkFault)
  /** A whole answer that cannot be understood. */
  | { readonly kind: 'unreadable' }
  /** The request itself is at fault; another try would end the same way. */
  | { readonly kind: 'caller' }
  /** Given up because the run stops. */
  | { readonly kind: 'cancelled' }
  /** Its worker is gone: the request may have been answered. */
  | { readonly kind: 'lost' }

export interface NetworkFault {
  /** Node's or OpenSSL's name, such as ECONNREFUSED; TIMEOUT for a call beyond its limit. */
  readonly code: string
  /** Host and port. */
  readonly address: string
}

/** Since when a provider has not answered, and how its last request failed. */
export interface Outage {
  /** A network code, or `HTTP` and a status. */
  readonly code: string
  /** Null if the provider answered with an error. */
  readonly address: string | null
  readonly since: number
}

/** Dollars counted for a request, null when the price is not known. */
export interface Charged {
  readonly cost: number | null
  /** Its usage is not known. */
  readonly isEstimate: boolean
}

/** A lease given back, with everything the call has taught. */
export interface Settlement {
  readonly outcome: CallOutcome
  readonly readings: readonly LimitReading[]
  /** What was really used, if the provider said so. */
  readonly usage?: Usage
  /** Dollars really spent; null when the model's price is not known. */
  readonly cost?: number | null
}

/**
 * Why a call waits for its lease: its turn within the limits, a key that is free, the end of a rest
 * after a refusal, a provider that fails, or money that open calls may still need.
 */
export type WaitReason = 'paced' | 'busy' | 'rate-limited' | 'outage' | 'cost'

/** A rest that outlives the run: a day's quota, or, over a bill, all models of a scope. */
export interface RememberedRest {
  readonly provider: string
  readonly scope: string
  readonly model: string | null
  readonly why: 'day-quota' | 'billing'
  readonly until: number
}

/** What was left of a limit when it was last looked at. */
export interface RememberedLevel {
  readonly provider: string
  readonly scope: string
  readonly model: string
  readonly dimension: Dimension
  readonly per: 'minute' | 'day'
  readonly limit: number
  readonly left: number
  /** Nobody told the limit: it was counted up to a refusal. */
  readonly isGuess: boolean
  readonly at: number
}
