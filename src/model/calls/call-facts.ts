/** Events about model calls: the requests of items, and the credentials and providers that they need. */
import { z } from 'zod'
import type { FactOf } from '../event.ts'
import { failureSchema } from '../failure.ts'
import { fact, flag, item, number, text, texts, where } from '../fields.ts'
import {
  callOutcomeSchema,
  limitReadingSchema,
  outageSchema,
  usageSchema,
  waitReasonSchema,
} from './lease.ts'
import { STRUCTURED_WAYS } from './provider.ts'

const request = {
  ...item,
  /** The item's requests, numbered by its worker. */
  call: number,
  /** The question that the request is for, numbered by its worker. */
  ask: number,
}

/** Each request waits, is made or refused, and returns. */
export const leaseFacts = [
  fact('lease-queued', 'A call waits for a credential: until when, if known, and why.', {
    ...request,
    provider: text,
    model: text,
    why: waitReasonSchema,
    until: number.nullable(),
    /** Of a wait for a provider that fails. */
    outage: outageSchema.exactOptional(),
  }),
  fact('lease-granted', 'A call may be made with this credential.', {
    ...request,
    lease: number,
    credential: text,
    model: text,
  }),
  fact('lease-refused', 'No credential can serve the call, now or later.', {
    ...request,
    provider: text,
    model: text,
    failure: failureSchema,
  }),
  fact('lease-returned', 'A request has ended: its outcome, and the dollars charged for it.', {
    ...item,
    lease: number,
    outcome: callOutcomeSchema,
    /** What it used, if the provider said so. */
    usage: usageSchema.exactOptional(),
    /** What the response said of limits, if it said anything. */
    readings: z.array(limitReadingSchema).exactOptional(),
    /** Dollars counted for it, null when the price is not known; absent if it costs nothing. */
    cost: number.nullable().exactOptional(),
    /** The cost is estimated: usage is not known. */
    isEstimate: z.literal(true).exactOptional(),
  }),
] as const

/** A question of the item, numbered by its worker. */
const question = { ask: number, task: text }

/** Each question is asked, is answered or fails. */
export const callFacts = [
  fact('call-started', 'A model is asked.', {
    ...item,
    ...where,
    ...question,
    role: text,
    model: text,
    /** Earlier questions of the conversation: they and their answers stand in front of this one. */
    turns: number.exactOptional(),
    /** The answer before could not be used. */
    again: z.literal(true).exactOptional(),
    /** What the model reads; only if spans shall have it. */
    prompt: text.exactOptional(),
  }),
  fact('call-progress', 'The answer is being written; told every few seconds.', {
    ...item,
    ...where,
    ...question,
    /** So far, about. */
    outputTokens: number,
  }),
  fact('call-retried', 'The call failed and is retried.', {
    ...item,
    ...question,
    /** Which retry comes next, and how many there are. */
    attempt: number,
    retries: number,
    /** How long it is held back; null if its limits say so. */
    pauseMs: number.nullable(),
    credential: text.nullable(),
    message: text,
    /** Dollars for what came of the answer, about; null if the price is unknown, absent if nothing came. */
    cost: number.nullable().exactOptional(),
  }),
  fact(
    'form-refused',
    'The provider refuses a form of answers; the call is made in a weaker one.',
    {
      ...item,
      ...question,
      model: text,
      /** By JSON schema, in JSON mode, as the input of a tool, or by words in the prompt. */
      way: z.enum(STRUCTURED_WAYS),
      next: z.enum(STRUCTURED_WAYS),
      message: text,
    },
  ),
  fact('call-failed', 'The call failed for good.', {
    ...item,
    step: text.exactOptional(),
    ...question,
    failure: failureSchema,
  }),
  fact('call-ended', 'The model answered. Cost in dollars, null if the price is unknown.', {
    ...item,
    step: text.exactOptional(),
    ...question,
    model: text,
    credential: text,
    usage: usageSchema,
    cost: number.nullable(),
    durationMs: number,
    finishReason: text.exactOptional(),
    /** Settings of the role that the model does not take, and why. */
    unsupported: texts.exactOptional(),
    /** What the model said; only if spans shall have it. */
    answer: text.exactOptional(),
  }),
] as const

const lane = { provider: text, model: text }
const rest = z.enum(['rate', 'day-quota', 'billing'])

export const poolFacts = [
  fact('credential-rested', 'The provider refused a call: the scope is in cooldown until then.', {
    credential: text,
    provider: text,
    scope: text,
    /** Null over a bill: all models of the scope rest. */
    model: text.nullable(),
    why: rest,
    until: number,
    /** The provider said until when. */
    hinted: flag,
  }),
  /** Also not in a second call. */
  fact('credential-rejected', 'The provider rejected the credential.', { credential: text }),
  fact('pool-rested', 'Every credential for the model is in cooldown.', {
    ...lane,
    /** Why the one rests that comes back first. */
    why: rest,
    until: number,
  }),
  fact('pool-exhausted', 'Every credential for the model is in use by other calls.', lane),
  fact('pool-resumed', 'A credential for the model is available again.', lane),
  fact(
    'circuit-opened',
    'The provider fails, since when and how: one request at a time until it answers.',
    { ...lane, until: number, outage: outageSchema },
  ),
  fact('circuit-closed', 'The provider answers again.', lane),
] as const

export type PoolFact = FactOf<z.infer<(typeof poolFacts)[number]>['type']>
