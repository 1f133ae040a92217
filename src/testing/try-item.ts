/** For tests of workflows: one item, worked on in a temporary repository. Everything here is exported from `agentos`. */
import type { Workflow, WorkItem } from '../authoring/workflow.ts'
import type { Report } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { GateAnswer } from '../model/gate.ts'

/** What the workflow has asked a model. */
export interface AskedQuestion {
  readonly role: string
  readonly task: string
  readonly instructions: string
  /** As the model reads it, with the opening and the marker of the task. */
  readonly text: string
}

/** What the workflow asks a person. */
export interface AskedPerson {
  /** The gate's name, with `#2`, `#3` when the item comes to it again. */
  readonly name: string
  readonly question: string
  readonly content: string
}

export interface TryOptions {
  /** Files of the repository, by path; they are committed before the item starts. */
  readonly files?: Readonly<Record<string, string>>
  /** What a config would say under `workflows` and the workflow's name. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Answers `ask`: a text, or data, which is sent as JSON. No model is called. */
  readonly onAsk?: (question: AskedQuestion) => unknown
  /** Answers gates, optional ones too. Undefined: nobody answers, and the item ends as `gated`. */
  readonly onGate?: (asked: AskedPerson) => GateAnswer | undefined | Promise<GateAnswer | undefined>
}

export interface TriedItem {
  readonly outcome: Report['outcome']
  /** Why it is not done. */
  readonly failure: Failure | undefined
  /** Saved steps, in order. */
  readonly steps: readonly string[]
  readonly questions: readonly AskedQuestion[]
  /** Texts of the repository's files afterwards, by path. */
  readonly files: Readonly<Record<string, string>>
  /** What `log` and commands have printed. */
  readonly output: string
}

/**
 * Works on one item of a workflow as a run would, in a temporary git repository that is removed afterwards: `collect`, steps,
 * commands, files, worktrees and gates are real; models and people are the two functions. Needs no config, key or network.
 *
 * @example
 * ```ts
 * const tried = await tryItem(greet, 'ada')
 * assert.equal(tried.failure, undefined)
 * assert.equal(tried.files['greetings/ada.txt'], 'Hello, ada!\n')
 * ```
 */
export async function tryItem(
  workflow: Workflow,
  /** The id of an item that `collect` finds, or an item. */
  item: string | WorkItem,
  options: TryOptions = {},
): Promise<TriedItem> {
  // What it needs is heavy; workflows import this file too.
  const { runTrial } = await import('./run-trial.ts')
  return runTrial(workflow, item, options)
}
