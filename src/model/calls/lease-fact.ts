/** What becomes of an item's requests, as events tell it: each waits, goes or is refused, and returns. */
import { z } from 'zod'
import { failureSchema } from '../failure.ts'
import { fact, item, number, text } from '../fields.ts'
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
