/** What the author of a workflow sees. Everything here is exported from `agentos`. */

/** One thing to work on, as `collect` returns it. */
export interface WorkItem {
  /** 1 to 80 characters out of `a-z A-Z 0-9 _ -`, unique ignoring case. */
  readonly id: string
  readonly title?: string
  /** The input. An item counts as done for this title and body only. */
  readonly body?: string
  /** Ids of items that must have succeeded before this one starts. */
  readonly dependsOn?: readonly string[]
}

/** The item as `run` gets it. */
export interface RunItem {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly body: string
}

/** The user's repository. Paths are relative to its root and cannot leave it. */
export interface Repository {
  readonly root: string
  /** The text of a file, or `undefined` if there is none. */
  read(path: string): Promise<string | undefined>
  /** Writes beside and renames: a reader sees the old file or the new one, whole. */
  write(path: string, text: string): Promise<void>
}

export interface CollectContext {
  readonly repo: Repository
}

export interface CommandOptions {
  /** Relative to the repository's root; default the root itself. */
  readonly cwd?: string
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Return the exit code instead of throwing when it is not 0. */
  readonly allowFailure?: boolean
}

export interface CommandResult {
  readonly exitCode: number | null
  readonly signal: string | null
}

export interface RunContext {
  /**
   * Runs `fn` once. Its result is saved; when the item goes on later, in this run or another, the
   * saved result is returned and `fn` is not run. The result must be JSON. A name used again gets
   * `#2`, `#3`, … by order; the same name twice at the same time is an error.
   */
  step<T>(name: string, fn: () => T | Promise<T>): Promise<T>
  /** Prints a line of the item's output. */
  log(text: string): void
  /** Runs a program; what it prints is the item's output. Rejects if it fails. */
  command(
    program: string,
    args?: readonly string[],
    options?: CommandOptions,
  ): Promise<CommandResult>
  readonly repo: Repository
  /** Aborted when the run is stopped: pass it to what can be cancelled. */
  readonly signal: AbortSignal
}

export interface Workflow {
  /** Starts with a-z, goes on with a-z, 0-9 and `-`. */
  readonly name: string
  /** Prefix of the items' labels; default: the name in capitals. */
  readonly label?: string
  /**
   * Raise it when saved steps of an older version no longer fit: items in progress start over,
   * and their old checkpoints are kept aside.
   */
  readonly version?: number
  /** Finds the items. Called in the coordinator, also for a dry run: it must change nothing. */
  collect(context: CollectContext): readonly WorkItem[] | Promise<readonly WorkItem[]>
  /** Works on one item, in a process of its own. */
  run(item: RunItem, context: RunContext): unknown
}

/**
 * Declares a workflow. Export it as the default of a file and run it with
 * `agentos run <file> --all`.
 *
 * @example
 * ```ts
 * import { defineWorkflow } from 'agentos'
 *
 * export default defineWorkflow({
 *   name: 'greet',
 *   collect: () => [{ id: 'ada', title: 'Ada' }, { id: 'alan', title: 'Alan' }],
 *   async run(item, { step, repo }) {
 *     const text = await step('compose', () => `Hello, ${item.title}!\n`)
 *     await step('write', () => repo.write(`greetings/${item.id}.txt`, text))
 *   },
 * })
 * ```
 */
export function defineWorkflow(workflow: Workflow): Workflow {
  return workflow
}
