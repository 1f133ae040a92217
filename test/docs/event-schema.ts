/**
 * The events of a run, `--json` and `events.jsonl`, as people may rely on them. The compiler checks
 * that this and `src/model/event.ts` say the same; the tests check every event that a run of theirs
 * has told. `docs/events.md` and `docs/events.schema.json` are made of it.
 */
import { z } from 'zod'
import type { Event, Fact } from '../../src/model/event.ts'
import type { RunId, WorkflowName } from '../../src/model/ids.ts'
import { OUTCOMES } from '../../src/model/outcome.ts'
import { PROTOCOLS } from '../../src/model/provider.ts'
import { failureSchema, itemId, leftOutSchema, lockHolder, skipSchema } from './failure-schema.ts'
import { type Same, same } from './same.ts'

const text = z.string()
const number = z.number()
const items = z.array(itemId).readonly()
const item = { item: itemId }
const ask = { ask: number.exactOptional() }
const request = { call: number, ...ask }
const where = { step: text.exactOptional(), span: text.exactOptional() }
const inStep = { step: text, span: text.exactOptional() }
const lane = { provider: text, model: text }
const outcome = z.enum(OUTCOMES)
const exit = { exitCode: number.nullable(), signal: text.nullable() }
const rest = z.enum(['rate', 'day-quota', 'billing'])
const stopCause = z.enum(['SIGINT', 'SIGTERM', 'SIGHUP', 'run-timeout', 'cost-limit', 'quota'])
const waitReason = z.enum(['paced', 'busy', 'rate-limited', 'outage', 'cost'])

const limits = z.strictObject({
  parallel: number,
  failFast: z.boolean(),
  itemTimeoutMs: number,
  idleTimeoutMs: number,
  runTimeoutMs: number,
  stopGraceMs: number,
  restarts: number,
})

const range = z.strictObject({ least: number, most: number })

const estimate = z.strictObject({
  calls: range.nullable(),
  cost: range.nullable(),
  by: text.nullable(),
  durationMs: range.nullable(),
  itemMs: number.nullable(),
  earlierItems: number,
})

const report = z.union([
  z.strictObject({ outcome: z.literal('done') }),
  z.strictObject({
    outcome: z.enum(['failed', 'needs-revision', 'gated', 'conflict']),
    failure: failureSchema,
  }),
  z.strictObject({ outcome: z.literal('interrupted') }),
])

const callOutcome = z.discriminatedUnion('kind', [
  kind('ok', {}),
  kind('rate', { waitMs: number.exactOptional() }),
  kind('ramp', { waitMs: number.exactOptional() }),
  kind('day-quota', {
    waitMs: number.exactOptional(),
    resets: z.enum(['midnight-pacific', 'midnight-utc']).exactOptional(),
  }),
  kind('billing', { until: number.exactOptional() }),
  kind('invalid', {}),
  kind('not-here', {}),
  kind('too-big', {}),
  kind('down', { status: number }),
  kind('unreachable', { phase: z.enum(['connect', 'response']), code: text, address: text }),
  kind('cut', { code: text, address: text }),
  kind('unreadable', {}),
  kind('caller', {}),
  kind('cancelled', {}),
  kind('lost', {}),
])

const outage = z.strictObject({ code: text, address: text.nullable(), since: number })

const span = z.strictObject({ traceId: text, spanId: text })

const trace = span.extend({
  isSampled: z.boolean(),
  state: text.exactOptional(),
  parentSpanId: text.exactOptional(),
  links: z.array(span.readonly()).readonly(),
})

const reading = z.strictObject({
  dimension: z.enum(['requests', 'tokens', 'input-tokens', 'output-tokens']),
  per: z.enum(['minute', 'day']),
  limit: number.exactOptional(),
  remaining: number.exactOptional(),
})

const credential = z.strictObject({
  ...{ id: text, provider: text, scope: text, concurrency: number.exactOptional() },
  protocol: z.enum(PROTOCOLS),
  limits: z
    .strictObject({
      requestsPerMinute: number.optional(),
      tokensPerMinute: number.optional(),
      requestsPerDay: number.optional(),
      windowMs: number.optional(),
    })
    .exactOptional(),
})

const usage = z.strictObject({ inputTokens: number, outputTokens: number, cachedTokens: number })

export const factSchemas = [
  fact('run-started', 'The first event of a run.', {
    workflow: text as unknown as z.ZodType<WorkflowName>,
    ...{ version: text, command: text, items: number, alreadyDone: number, limits },
    mock: z.boolean().exactOptional(),
    models: z.record(text, text).readonly().exactOptional(),
    estimate: estimate.nullable().exactOptional(),
    credentials: z.array(credential).readonly().exactOptional(),
    trace: trace.exactOptional(),
  }),
  fact('item-left-out', 'An item that is not part of the run, and why.', {
    ...{ ...item, label: text, why: leftOutSchema },
  }),
  fact('item-queued', 'An item of the run. `after`: items on the same files that end before.', {
    ...{ ...item, label: text, title: text, dependsOn: items, after: items.exactOptional() },
  }),
  fact(
    'item-started',
    'A worker has the item; from the second attempt on, because the one before died.',
    {
      ...{ ...item, attempt: number, worker: number },
    },
  ),
  fact('lock-taken-over', 'The run that had the item is gone.', { ...item, from: lockHolder }),
  fact(
    'checkpoint-set-aside',
    'Saved steps do not count any more; they are kept under another name.',
    {
      ...item,
      why: z.enum([
        'input-changed',
        'workflow-changed',
        'provider-changed',
        'damaged',
        'seal-broken',
        'credentials-changed',
      ]),
      keptAs: text,
    },
  ),
  fact('step-started', 'A step of the item runs. `span`: what its commands have as their parent.', {
    ...{ ...item, ...inStep },
  }),
  fact('step-reused', 'The step was saved before and is not run again.', { ...item, step: text }),
  fact('step-saved', 'Its result is on disk.', { ...item, ...inStep, durationMs: number }),
  fact('step-failed', 'It threw.', { ...item, ...inStep, failure: failureSchema }),
  fact('command-started', 'The item has started a program.', {
    ...{ ...item, ...where, command: text, program: text.exactOptional(), pid: number },
  }),
  fact('command-ended', 'That program has ended.', {
    ...{ ...item, step: text.exactOptional(), pid: number, ...exit },
  }),
  fact('lease-queued', 'A call waits for a key: until when, if that is known, and why.', {
    ...{ ...item, ...request, ...lane, why: waitReason, until: number.nullable() },
    outage: outage.exactOptional(),
  }),
  fact('lease-granted', 'A call may be made with this credential.', {
    ...{ ...item, ...request, lease: number, credential: text, model: text },
  }),
  fact('lease-refused', 'There is no key for the call, and will be none.', {
    ...{ ...item, ...request, ...lane, failure: failureSchema },
  }),
  fact('lease-returned', 'A request is over: what came of it, and the dollars counted for it.', {
    ...{ ...item, lease: number, outcome: callOutcome, usage: usage.exactOptional() },
    readings: z.array(reading).readonly().exactOptional(),
    ...{ cost: number.nullable().exactOptional(), isEstimate: z.literal(true).exactOptional() },
  }),
  fact('call-started', 'A model is asked.', {
    ...{ ...item, ...where, ...ask, task: text, role: text, model: text },
    prompt: text.exactOptional(),
  }),
  fact('call-retried', 'The call did not succeed and is made again.', {
    ...{ ...item, ...ask, task: text, attempt: number, retries: number },
    ...{ pauseMs: number.nullable(), credential: text.nullable(), message: text },
  }),
  fact('call-failed', 'The call did not succeed and is given up.', {
    ...{ ...item, step: text.exactOptional(), ...ask, task: text, failure: failureSchema },
  }),
  fact('call-ended', 'The model has answered. Cost in dollars, null if the price is not known.', {
    ...{ ...item, step: text.exactOptional(), ...ask, task: text, model: text, credential: text },
    ...{ usage, cost: number.nullable(), durationMs: number },
    ...{ finishReason: text.exactOptional(), answer: text.exactOptional() },
  }),
  fact('gate-passed', 'A person’s answer was found at a gate, and the item goes on.', {
    ...{ ...item, ...where, gate: text, waitedMs: number },
    answer: z.enum(['approve', 'revise']),
  }),
  fact(
    'item-produced',
    'Where its result is: a path in the repository, or a branch and its base.',
    {
      ...{ ...item, what: z.enum(['file', 'branch']), where: text, base: text.exactOptional() },
    },
  ),
  fact('credential-rested', 'The provider has refused: the scope is not asked until then.', {
    ...{ credential: text, provider: text, scope: text, model: text.nullable(), why: rest },
    ...{ until: number, hinted: z.boolean() },
  }),
  fact('credential-rejected', 'The provider does not accept the key.', { credential: text }),
  fact('pool-rested', 'Every key for the model rests.', { ...lane, why: rest, until: number }),
  fact('pool-exhausted', 'Every key for the model is taken by other calls.', lane),
  fact('pool-resumed', 'A key for the model can be had again.', lane),
  fact(
    'circuit-opened',
    'The provider fails, since when and how: one request at a time until it answers.',
    {
      ...{ ...lane, until: number, outage },
    },
  ),
  fact('circuit-closed', 'The provider answers again.', lane),
  fact('github-retried', 'GitHub did not do what was asked, and is asked again.', {
    ...{ ...item, message: text, until: number },
  }),
  fact('github-published', 'What the item has on GitHub.', {
    ...{ ...item, what: z.enum(['issue', 'pull request']), number, url: text },
    how: z.enum(['created', 'found', 'updated', 'kept']),
    droppedLabels: z.array(text).readonly().exactOptional(),
  }),
  fact('item-progressed', 'It has shown a sign of life, so its idle time begins anew.', {
    ...{ ...item, lastSignAt: number },
  }),
  fact('item-stopping', 'Its worker was asked to stop.', item),
  fact('item-killed', 'Its worker was killed, for a failure or because the run stops.', {
    ...{ ...item, failure: failureSchema.exactOptional() },
  }),
  fact('worker-exited', 'Its worker is gone, with all it had started.', {
    ...{ ...item, worker: number, ...exit, report: report.exactOptional() },
    lastLines: z.array(text).readonly().exactOptional(),
  }),
  fact('item-ended', 'The item’s outcome.', {
    ...{
      ...item,
      outcome,
      failure: failureSchema.exactOptional(),
      skip: skipSchema.exactOptional(),
    },
  }),
  fact('run-resumed', 'The run had been put to sleep, for so long.', { suspendedMs: number }),
  fact('run-stopping', 'No more is begun, and what runs is stopped.', {
    ...{ cause: stopCause, force: z.boolean() },
    cost: z.object({ limit: number, spent: number, next: number }).readonly().exactOptional(),
  }),
  fact('run-ended', 'Always the last one: a stream without it was cut off.', {
    exitCode: number,
    outcomes: z.partialRecord(outcome, number),
  }),
] as const

const envelope = {
  v: z.literal(1),
  seq: number,
  at: number,
  run: text as unknown as z.ZodType<RunId>,
}

export const eventSchema = z.discriminatedUnion(
  'type',
  factSchemas.map((schema) => schema.extend(envelope)) as never,
) as unknown as z.ZodType<Event>

same<Same<z.infer<(typeof factSchemas)[number]>, Fact>>()

function fact<Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  about: string,
  shape: Shape,
) {
  return z.strictObject({ type: z.literal(type), ...shape }).describe(about)
}

function kind<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ kind: z.literal(name), ...shape })
}
