/** A lease is the right to make one call with one credential. */
import { z } from 'zod'
import { type Data, number, text } from '../fields.ts'
import type { Secret } from '../secrets/secret.ts'
import { PROTOCOLS } from './provider.ts'

/** What a provider allows a scope, for each model; what is not set is not known. */
const configuredLimitsSchema = z.strictObject({
  requestsPerMinute: number.optional(),
  tokensPerMinute: number.optional(),
  requestsPerDay: number.optional(),
  /** How long the provider's "minute" is. */
  windowMs: number.optional(),
})
export type ConfiguredLimits = Data<typeof configuredLimitsSchema>

/** A credential as events may contain it: everything but its key. */
export const knownCredentialSchema = z.strictObject({
  id: text,
  /** The provider whose key this is. */
  provider: text,
  /** It decides how the limits are counted. */
  protocol: z.enum(PROTOCOLS),
  /** The owner of its limits: credentials of one scope share them. */
  scope: text,
  /** The most calls at once with this credential. */
  concurrency: number.optional(),
  limits: configuredLimitsSchema.optional(),
})
export type KnownCredential = Data<typeof knownCredentialSchema>

export interface Credential extends KnownCredential {
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
const dimensionSchema = z.enum(['requests', 'tokens', 'input-tokens', 'output-tokens'])
export type Dimension = z.infer<typeof dimensionSchema>

/** What a response says of a limit, in its headers or in its refusal. */
export const limitReadingSchema = z.strictObject({
  dimension: dimensionSchema,
  per: z.enum(['minute', 'day']),
  limit: number.exactOptional(),
  remaining: number.exactOptional(),
})
export type LimitReading = Data<typeof limitReadingSchema>

export const usageSchema = z.strictObject({
  inputTokens: number,
  outputTokens: number,
  /** Of the input, what a cache of the provider held, and what was written to one. */
  cachedTokens: number,
  cacheWriteTokens: number.optional(),
  /** Of the output. */
  reasoningTokens: number.optional(),
  /** The provider did not say: counted by what was sent and what came. */
  isEstimate: z.literal(true).optional(),
})
export type Usage = Data<typeof usageSchema>

const networkFault = {
  /** Node's or OpenSSL's name, such as ECONNREFUSED; TIMEOUT for a call beyond its limit. */
  code: text,
  /** Host and port. */
  address: text,
}
export type NetworkFault = Data<z.ZodObject<typeof networkFault>>

/** The provider's hint, if it gave one. */
const hint = { waitMs: number.exactOptional() }

/** What came of a call, as far as credential and provider are concerned. */
export const callOutcomeSchema = z.discriminatedUnion('kind', [
  kind('ok', {}),
  /** Too much at once or within a minute. */
  kind('rate', hint),
  /** The traffic grew too fast, though within its limits. */
  kind('ramp', hint),
  /** The day's quota of scope and model is used up: until then, or until it trickles back. */
  kind('day-quota', {
    ...hint,
    resets: z.enum(['midnight-pacific', 'midnight-utc']).exactOptional(),
  }),
  /** No money left, or a spending limit reached; `until` if the provider names the day. */
  kind('billing', { until: number.exactOptional() }),
  /** The key is not accepted. */
  kind('invalid', {}),
  /** This scope may not use the model; another one may. */
  kind('not-here', {}),
  /** This request can never fit the limits or the model's context. */
  kind('too-big', {}),
  /** The provider fails: the HTTP status of its error. */
  kind('down', { status: number }),
  /** No answer: there was no connection, or nothing came after the request was sent. */
  kind('unreachable', { phase: z.enum(['connect', 'response']), ...networkFault }),
  /** The answer stopped in the middle. */
  kind('cut', networkFault),
  /** A whole answer that cannot be understood. */
  kind('unreadable', {}),
  /** The request itself is at fault; another try would end the same way. */
  kind('caller', {}),
  /** Given up because the run stops. */
  kind('cancelled', {}),
  /** Its worker is gone: the request may have been answered. */
  kind('lost', {}),
])
export type CallOutcome = Data<typeof callOutcomeSchema>

/** Since when a provider has not answered, and how its last request failed. */
export const outageSchema = z.strictObject({
  /** A network code, or `HTTP` and a status. */
  code: text,
  /** Null if the provider answered with an error. */
  address: text.nullable(),
  since: number,
})
export type Outage = Data<typeof outageSchema>

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
  /** What was really used, or an estimate of it. */
  readonly usage?: Usage
  /** Dollars spent for it; null when the model's price is not known. */
  readonly cost?: number | null
}

/**
 * Why a call waits for its lease: its turn within the limits, a key that is free, the end of a rest
 * after a refusal, a provider that fails, or money that open calls may still need.
 */
export const waitReasonSchema = z.enum(['paced', 'busy', 'rate-limited', 'outage', 'cost'])
export type WaitReason = z.infer<typeof waitReasonSchema>

/** A rest that outlives the run: a day's quota, or, over a bill, all models of a scope. */
export interface RememberedRest {
  readonly provider: string
  readonly scope: string
  readonly model: string | null
  readonly why: 'day-quota' | 'billing'
  readonly until: number
}

/** The remaining amount of a limit at its last use. */
export interface RememberedLevel {
  readonly provider: string
  readonly scope: string
  readonly model: string
  readonly dimension: Dimension
  readonly per: 'minute' | 'day'
  readonly limit: number
  readonly left: number
  /** The limit was not reported: it was counted up to a refusal. */
  readonly isGuess: boolean
  readonly at: number
}

function kind<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ kind: z.literal(name), ...shape })
}
