/**
 * Everything that happens in a run, emitted once. Screen, logs, `events.jsonl`, `--json` and the
 * summary all listen to this one stream, and `scheduler/fold.ts` builds the state from it alone.
 * The types, the reader of `events.jsonl`, `docs/events.md` and its JSON schema all follow from these schemas.
 * `step` is by its name, `span` the very one: a name may come again.
 */
import { z } from 'zod'
import { callFacts, leaseFacts, poolFacts } from './calls/call-facts.ts'
import { failureSchema, leftOutSchema, lockHolderSchema, skipSchema } from './failure.ts'
import {
  type Data,
  type envelope,
  exit,
  fact,
  flag,
  item,
  itemId,
  number,
  text,
  texts,
  where,
} from './fields.ts'
import { OUTCOMES } from './outcome.ts'
import { runStart } from './run-start.ts'

const outcome = z.enum(OUTCOMES)
const inStep = { step: text, span: text }

/** What a worker said about its item before it exited. */
const reportSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('done') }),
  z.strictObject({
    outcome: z.enum(['failed', 'needs-revision', 'gated', 'conflict']),
    failure: failureSchema,
  }),
  z.strictObject({ outcome: z.literal('interrupted') }),
])
export type Report = Data<typeof reportSchema>

/** Why saved steps no longer count. */
const setAsideWhySchema = z.enum([
  'input-changed',
  'workflow-changed',
  'provider-changed',
  'damaged',
  /** A result was damaged, or written by another program. */
  'seal-broken',
  /** None of the credentials that are configured now opens it. */
  'credentials-changed',
])
export type SetAsideWhy = Data<typeof setAsideWhySchema>

export const eventSchema = z.discriminatedUnion('type', [
  fact('run-started', 'The first event of a run.', runStart),
  fact('item-left-out', 'An item that is not part of the run, and why.', {
    ...item,
    label: text,
    why: leftOutSchema,
  }),
  fact('item-queued', 'An item of the run. `after`: items on the same files that end before.', {
    ...item,
    label: text,
    title: text,
    /** Only those that are part of this run; the others have succeeded before. */
    dependsOn: z.array(itemId),
    /** Items of this run that must have ended before, in whatever way: both change the same files. */
    after: z.array(itemId),
  }),
  fact(
    'item-started',
    'A worker runs the item; from the second attempt on because the worker before died.',
    { ...item, attempt: number, worker: number },
  ),
  fact('lock-taken-over', 'The run that held the item’s lock is dead.', {
    ...item,
    from: lockHolderSchema,
  }),
  fact('checkpoint-set-aside', 'Saved steps no longer count; they are kept under another name.', {
    ...item,
    why: setAsideWhySchema,
    keptAs: text,
  }),
  fact('step-started', 'A step of the item runs. `span`: the parent span of its commands.', {
    ...item,
    ...inStep,
  }),
  fact('step-reused', 'The step’s saved result was read instead of running it.', {
    ...item,
    step: text,
  }),
  fact('step-saved', 'The step’s result is on disk.', { ...item, ...inStep, durationMs: number }),
  fact('step-failed', 'The step failed.', { ...item, ...inStep, failure: failureSchema }),
  fact('command-started', 'The item started a command.', {
    ...item,
    ...where,
    command: text,
    /** What it runs, without the words behind. */
    program: text,
    pid: number,
  }),
  fact('command-ended', 'That command exited.', {
    ...item,
    step: text.exactOptional(),
    pid: number,
    ...exit,
  }),
  ...leaseFacts,
  ...callFacts,
  fact('gate-passed', 'A person’s answer was found at a gate, and the item continues.', {
    ...item,
    ...where,
    gate: text,
    answer: z.enum(['approve', 'revise']),
    /** How long the person took. */
    waitedMs: number,
  }),
  fact('item-produced', 'The item’s result: a path in the repository, or a branch and its base.', {
    ...item,
    what: z.enum(['file', 'branch']),
    where: text,
    /** The commit that the branch was started from. */
    base: text.exactOptional(),
  }),
  ...poolFacts,
  fact('github-retried', 'A request to GitHub failed and is retried.', {
    ...item,
    message: text,
    until: number,
  }),
  /** By this run or by one before. */
  fact('github-published', 'The item’s issue or pull request on GitHub.', {
    ...item,
    what: z.enum(['issue', 'pull request']),
    number,
    url: text,
    how: z.enum(['created', 'found', 'updated', 'kept']),
    droppedLabels: texts.exactOptional(),
  }),
  fact(
    'item-progressed',
    'The item’s worker printed or sent something: its idle time starts again.',
    {
      ...item,
      lastSignAt: number,
    },
  ),
  fact('item-stopping', 'The item’s worker was asked to stop.', item),
  fact('item-killed', 'The item’s worker was killed, for a failure or because the run stops.', {
    ...item,
    failure: failureSchema.exactOptional(),
  }),
  fact('worker-exited', 'The item’s worker exited, and all processes it had started.', {
    ...item,
    worker: number,
    ...exit,
    report: reportSchema.exactOptional(),
    /** Of a worker that died without a report: the end of what it printed. */
    lastLines: texts.exactOptional(),
  }),
  fact('item-ended', 'The item’s outcome.', {
    ...item,
    outcome,
    failure: failureSchema.exactOptional(),
    skip: skipSchema.exactOptional(),
  }),
  /** With all its workers (Ctrl+Z); its limits and those of its items do not count that time. */
  fact('run-resumed', 'The run was suspended for this long.', { suspendedMs: number }),
  fact('run-stopping', 'No more items start; running ones are stopped.', {
    /** `cost-limit`: what the run may cost is spent. `quota`: every credential rests past the run's time limit. */
    cause: z.enum(['SIGINT', 'SIGTERM', 'SIGHUP', 'run-timeout', 'cost-limit', 'quota']),
    force: flag,
    /** Of `cost-limit`; `next` is what the next call might cost at most. */
    cost: z.strictObject({ limit: number, spent: number, next: number }).exactOptional(),
  }),
  fact(
    'run-ended',
    'Always the last event: a stream without it belongs to a killed or running run.',
    {
      exitCode: number,
      outcomes: z.partialRecord(outcome, number),
    },
  ),
])

export type Event = Data<typeof eventSchema>
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>

/** An event without what every event has. */
export type Fact = FactOf<Event['type']>
export type FactOf<Type extends Event['type']> = {
  [T in Type]: Omit<EventOf<T>, keyof typeof envelope>
}[Type]

export type Produced = Omit<FactOf<'item-produced'>, 'type' | 'item'>
