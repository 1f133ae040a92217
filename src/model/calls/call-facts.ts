/** Events about model calls: the requests of items, and the credentials and providers that they need. */
import { z } from 'zod'
import type { FactOf } from '../event.ts'
import { failureSchema } from '../failure.ts'
import { fact, flag, item, number, text } from '../fields.ts'
import {
  callOutcomeSchema,
  limitReadingSchema,
  outageSchema,
  usageSchema,
  waitReasonSchema,
} from './lease.ts'

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
