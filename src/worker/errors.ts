/** The errors that end a workflow, and their conversion to data. */
import { isConflict, isNeedsRevision } from '../authoring/outcomes.ts'
import { type AuthorFiles, thrownAt } from '../authoring/thrown-at.ts'
import type { Report } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import { GitInterrupted } from '../repository/git/git.ts'
import { WorktreeLost } from '../repository/worktree/item-worktree.ts'
import { problemOf, StoreUnusable } from '../store/problem-of.ts'

/** The run is being stopped: the item unwinds and resumes in a later run. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor() {
    super('The run is being stopped.')
  }
}

export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly command: string
  readonly exitCode: number | null
  readonly signal: string | null

  constructor(command: string, exitCode: number | null, signal: string | null) {
    super(`Command failed (${signal ?? `exit code ${exitCode}`}): ${command}`)
    this.command = command
    this.exitCode = exitCode
    this.signal = signal
  }
}

/** A failure as data, thrown. */
export class FailureError extends Error {
  override readonly name = 'FailureError'
  readonly failure: Failure

  constructor(failure: Failure, message: string = failure.reason, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** The workflow's author used `step` in a way that could not be resumed. */
export function stepMisused(message: string): FailureError {
  return new FailureError({ reason: 'step-misused', message }, message)
}

export function checkpointUnusable(cause: unknown, during?: string): FailureError {
  const why = cause instanceof Error ? cause.message : String(cause)
  const message = during === undefined ? why : `${during}: ${why}`
  const problem = problemOf(cause)
  return new FailureError({ reason: 'checkpoint-unusable', message, problem }, message, { cause })
}

const UNAPPROVED: ReadonlySet<Failure['reason']> = new Set([
  'round-limit',
  'stagnant',
  'checks-failed',
  'tests-failed',
])

/** The outcome of an item whose workflow threw this, with the line of the user's files. */
export function toReport(error: unknown, files: AuthorFiles): Report {
  const failure = placed(toFailure(error), thrownAt(error, files))
  if (failure === 'interrupted') return { outcome: 'interrupted' }
  if (failure.reason === 'question') return { outcome: 'gated', failure }
  if (failure.reason === 'conflict') return { outcome: 'conflict', failure }
  return { outcome: UNAPPROVED.has(failure.reason) ? 'needs-revision' : 'failed', failure }
}

type Thrown = Failure | 'interrupted'

function placed(failure: Thrown, where: string | undefined): Thrown {
  if (failure === 'interrupted' || failure.reason !== 'threw' || where === undefined) return failure
  return { ...failure, where }
}

export function toFailure(error: unknown): Failure | 'interrupted' {
  if (error instanceof Interrupted) return 'interrupted'
  if (error instanceof FailureError) return error.failure
  if (isNeedsRevision(error)) {
    const { why: reason, rounds, findings } = error
    return reason === 'checks-failed' || reason === 'tests-failed'
      ? { reason, tries: rounds, findings }
      : { reason, rounds, findings }
  }
  if (isConflict(error)) {
    const { other, files, failed } = error
    return { reason: 'conflict', other, files, ...(failed === undefined ? {} : { failed }) }
  }
  if (error instanceof CommandFailed) {
    const { command, exitCode, signal } = error
    return { reason: 'command-failed', command, exitCode, signal }
  }
  if (error instanceof WorktreeLost || error instanceof GitInterrupted)
    return { reason: 'worktree-failed', message: error.message }
  if (error instanceof StoreUnusable && problemOf(error) !== 'unknown')
    return { reason: 'state-unusable', message: error.message, problem: problemOf(error) }
  if (!(error instanceof Error)) return { reason: 'threw', message: String(error) }
  const message = error.message === '' ? error.name : error.message
  return { reason: 'threw', message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
