/** The shapes of failures and of what is left out or skipped, as people may rely on them. */
import { z } from 'zod'
import type { Failure, Skip } from '../../src/model/failure.ts'
import type { ItemId } from '../../src/model/ids.ts'
import type { LeftOut } from '../../src/model/left-out.ts'
import { type Same, same } from './same.ts'

const text = z.string()
const number = z.number()
const texts = z.array(text).readonly()
const exit = { exitCode: number.nullable(), signal: text.nullable() }
const trouble = z.enum([
  ...([
    'full',
    'read-only',
    'locked',
    'damaged',
    'broken',
    'gone',
    'exhausted',
    'unknown',
  ] as const),
])
const githubTrouble = z.enum([
  ...([
    'forbidden',
    'missing',
    'refused',
    'rate-limit',
    'unavailable',
    'unreadable',
    'unreachable',
  ] as const),
])

export const itemId = text as unknown as z.ZodType<ItemId>

export const lockHolder = z.strictObject({ run: text, pid: number, startedAt: text })

export const failureSchema = z.discriminatedUnion('reason', [
  reason('threw', { message: text, stack: text.exactOptional() }),
  reason('command-failed', { command: text, ...exit }),
  reason('step-misused', { message: text }),
  reason('checkpoint-unusable', { message: text, trouble }),
  reason('state-unusable', { message: text, trouble }),
  reason('worker-died', { ...exit, attempts: number, lastLines: texts }),
  reason('memory-limit', { limitBytes: number, usedBytes: number, attempts: number }),
  reason('worktree-failed', { message: text }),
  reason('model-call-failed', {
    ...{ model: text, credential: text.nullable(), message: text },
    isFinal: z.literal(true).exactOptional(),
  }),
  reason('provider-unreachable', {
    ...{ provider: text, phase: z.enum(['connect', 'response', 'body']) },
    ...{ code: text, address: text, tries: number },
  }),
  reason('answer-unreadable', { model: text, credential: text.nullable(), message: text }),
  reason('model-mismatch', { asked: text, answered: text }),
  reason('answer-invalid', { task: text, message: text }),
  reason('no-credential', { provider: text, message: text }),
  reason('cost-limit', { limit: number, spent: number }),
  reason('round-limit', { rounds: number, findings: texts }),
  reason('stagnant', { rounds: number, findings: texts }),
  reason('checks-failed', { tries: number, findings: texts }),
  reason('tests-failed', { tries: number, findings: texts }),
  reason('question', { gate: text, question: text }),
  reason('conflict', { other: text, files: texts }),
  reason('github-failed', {
    ...{ repository: text, why: githubTrouble, message: text, until: number.nullable() },
  }),
  reason('item-timeout', { limitMs: number }),
  reason('idle-timeout', { limitMs: number }),
  reason('output-limit', { limitBytes: number }),
])

export const skipSchema = z.discriminatedUnion('reason', [
  reason('dependency', { on: text, outcome: text }),
  reason('locked', { by: lockHolder }),
  reason('done-elsewhere', { run: text }),
  reason('fail-fast', {}),
  reason('no-credential', {}),
  reason('stopped', {}),
])

export const leftOutSchema = z.discriminatedUnion('reason', [
  reason('done', { run: text.nullable() }),
  reason('needs-revision', { run: text }),
  reason('gated', { gate: text, question: text }),
  reason('dependency-pending', { on: itemId }),
  reason('not-ready', { why: text, command: text }),
])

same<Same<z.infer<typeof failureSchema>, Failure>>()
same<Same<z.infer<typeof skipSchema>, Skip>>()
same<Same<z.infer<typeof leftOutSchema>, LeftOut>>()

function reason<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({ reason: z.literal(name), ...shape })
}
