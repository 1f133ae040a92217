/**
 * What can go wrong with an item, as data: one union by `reason`, each with exactly its facts.
 * `scheduler/retry.ts` decides by reason what is tried again; `reporters/words/failure-words.ts` has the words.
 */
import { z } from 'zod'
import { type Data, exit, itemId, number, text, texts } from './fields.ts'

/** What can be wrong with a file or a resource, as far as the user can do something about it. */
const storageProblemSchema = z.enum([
  'full',
  'read-only',
  /** Another program holds the file. */
  'locked',
  'damaged',
  /** The disk itself does not do what it should. */
  'broken',
  /** It was removed, or replaced by another one. */
  'gone',
  /** Too many open files or processes, or too little memory. */
  'exhausted',
  /** A newer version of AgentOS has made it. */
  'newer',
  'unknown',
])
export type StorageProblem = z.infer<typeof storageProblemSchema>

const githubProblemSchema = z.enum([
  /** The token may not do this. */
  'forbidden',
  /** There is no such repository, or the token cannot see it. */
  'missing',
  /** What was sent is not accepted. */
  'refused',
  'rate-limit',
  /** It answers with an error of its own. */
  'unavailable',
  /** Its answer is none of GitHub's API. */
  'unreadable',
  'unreachable',
])
export type GitHubProblem = z.infer<typeof githubProblemSchema>

export const failureSchema = z.discriminatedUnion('reason', [
  reason('threw', {
    message: text,
    stack: text.exactOptional(),
    /** The first line of the stack in the user's files: `greet.mts:12`. */
    where: text.exactOptional(),
  }),
  reason('command-failed', { command: text, ...exit }),
  reason('step-misused', { message: text }),
  reason('checkpoint-unusable', { message: text, problem: storageProblemSchema }),
  /** What the item needs beside its checkpoint, such as the ledger, could not be read or written. */
  reason('state-unusable', { message: text, problem: storageProblemSchema }),
  reason('worker-died', {
    ...exit,
    attempts: number,
    /** The end of what it printed. */
    lastLines: texts,
  }),
  reason('memory-limit', { limitBytes: number, usedBytes: number, attempts: number }),
  /** The item's worktree was removed while it was worked in, or git was killed or kept from its work. */
  reason('worktree-failed', { message: text }),
  reason('model-call-failed', {
    model: text,
    credential: text.nullable(),
    message: text,
    /** The provider refuses the request itself: it would do so again. */
    isFinal: z.literal(true).exactOptional(),
  }),
  /** No request was answered within the retries; `phase` is how far the last one came. */
  reason('provider-unreachable', {
    provider: text,
    phase: z.enum(['connect', 'response', 'body']),
    code: text,
    address: text,
    tries: number,
  }),
  /** An answer with a good status that could not be understood; its body is in the conversation. */
  reason('answer-unreadable', {
    model: text,
    credential: text.nullable(),
    message: text,
    /** Larger than any answer: nothing of it is kept. */
    isTooLarge: z.literal(true).exactOptional(),
  }),
  /** Another model answered than the one that was asked. */
  reason('model-mismatch', { asked: text, answered: text }),
  /** The answer did not fit its schema, also not when asked once more. */
  reason('answer-invalid', { task: text, message: text }),
  reason('no-credential', { provider: text, message: text }),
  /** The item has cost, with what its next call may cost at most, more than it may. */
  reason('cost-limit', { limit: number, spent: number }),
  /** A review that was still not an approval after so many rounds. */
  reason('round-limit', { rounds: number, findings: texts }),
  reason('stagnant', { rounds: number, findings: texts }),
  /** What a computer checks, or the tests, were still wrong after the author had repaired it so often. */
  reason('checks-failed', { tries: number, findings: texts }),
  reason('tests-failed', { tries: number, findings: texts }),
  /** A person must answer first. */
  reason('question', { gate: text, question: text }),
  /** Its branch and another one cannot both be merged. `failed`: tests and checks, with the lines of both in these files. */
  reason('conflict', { other: text, files: texts, failed: texts.exactOptional() }),
  /** GitHub did not do what it was asked for. A token that it does not accept is `no-credential`. */
  reason('github-failed', {
    repository: text,
    why: githubProblemSchema,
    message: text,
    /** When it may be asked again, if it said so. */
    until: number.nullable(),
  }),
  reason('item-timeout', { limitMs: number }),
  reason('idle-timeout', { limitMs: number }),
  reason('output-limit', { limitBytes: number }),
])
export type Failure = Data<typeof failureSchema>

/** A process; its start distinguishes it from a later one with the same number. */
const processIdentitySchema = z.strictObject({ pid: number, startedAt: text })
export type ProcessIdentity = Data<typeof processIdentitySchema>

export const lockHolderSchema = processIdentitySchema.extend({ run: text })
export type LockHolder = Data<typeof lockHolderSchema>

/** Why an item was not worked on in this run. */
export const skipSchema = z.discriminatedUnion('reason', [
  reason('dependency', { on: text, outcome: text }),
  reason('locked', { by: lockHolderSchema }),
  reason('done-elsewhere', { run: text }),
  reason('fail-fast', {}),
  /** No credential of a provider is accepted any more: nothing new is started. */
  reason('no-credential', {}),
  reason('stopped', {}),
])
export type Skip = Data<typeof skipSchema>

/** Why a collected item is not part of the run. */
export const leftOutSchema = z.discriminatedUnion('reason', [
  /** `run` is null when it is known from what is committed, not from the ledger. */
  reason('done', { run: text.nullable() }),
  reason('needs-revision', { run: text }),
  /** A person has been asked and has not answered yet. */
  reason('gated', { gate: text, question: text }),
  reason('dependency-pending', { on: itemId }),
  /** It lacks what only another command can give it. */
  reason('not-ready', { why: text, command: text }),
])
export type LeftOut = Data<typeof leftOutSchema>

function reason<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ reason: z.literal(name), ...shape })
}
