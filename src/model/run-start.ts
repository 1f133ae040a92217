import { z } from 'zod'
import { knownCredentialSchema } from './calls/lease.ts'
import { type Data, flag, number, text } from './fields.ts'
import type { WorkflowName } from './ids.ts'

/** The bounds and choices a run goes by; part of `run-started`, so that a replay knows them. */
const runLimitsSchema = z.strictObject({
  parallel: number,
  failFast: flag,
  itemTimeoutMs: number,
  idleTimeoutMs: number,
  runTimeoutMs: number,
  /** How long a worker may take to stop before it is killed. */
  stopGraceMs: number,
  /** How often an item resumes in a new worker after its worker died. */
  restarts: number,
})
export type RunLimits = Data<typeof runLimitsSchema>

const rangeSchema = z.strictObject({ least: number, most: number })
export type Range = Data<typeof rangeSchema>

/** What a run is expected to ask, to cost and to take, from before it begins. */
const estimateSchema = z.strictObject({
  /** Model calls; null if unknown from both the workflow and earlier items. */
  calls: rangeSchema.nullable(),
  /** Dollars; null when that is not known. */
  cost: rangeSchema.nullable(),
  /** The models whose prices it is by, or why it is not known; null if earlier items cost that much. */
  by: text.nullable(),
  /** Null before there are earlier items. */
  durationMs: rangeSchema.nullable(),
  /** What an item in the middle took; null before there are earlier items. */
  itemMs: number.nullable(),
  /** The number of earlier items it is based on. */
  earlierItems: number,
})
export type Estimate = Data<typeof estimateSchema>

const spanReferenceSchema = z.strictObject({ traceId: text, spanId: text })

/** The trace of a run: its own span, whose child that is, and the runs that it continues. */
export const runTraceSchema = spanReferenceSchema.extend({
  /** The owner of the trace wants it to be kept. */
  isSampled: flag,
  /** What vendors pass on beside it, as it came. */
  state: text.exactOptional(),
  parentSpanId: text.exactOptional(),
  links: z.array(spanReferenceSchema),
})

/** What a run begins with. */
export const runStart = {
  workflow: text as unknown as z.ZodType<WorkflowName>,
  version: text,
  command: text,
  /** The chosen items start over; `command` does not say so, for it resumes the run. */
  fresh: flag,
  items: number,
  /** Items of the workflow that had succeeded before and are not part of this run. */
  alreadyDone: number,
  limits: runLimitsSchema,
  /** The mock provider answers. */
  mock: flag,
  /** Who plays the workflow's roles. */
  models: z.record(text, text),
  /** What was expected of the run; null if there was nothing to go by. */
  estimate: estimateSchema.nullable(),
  /** What it may call with; never a key. */
  credentials: z.array(knownCredentialSchema),
  trace: runTraceSchema,
  /** The folder of drafts and verdicts. */
  lineage: text.exactOptional(),
}
