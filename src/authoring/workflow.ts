/** What the author of a workflow sees. Everything here is exported from `agentos`. */
import type { z } from 'zod'
import type { GateAnswer } from '../model/gate.ts'
import type { FiledIssue, IssueToFile, OpenedPull, PullToOpen } from '../model/github.ts'
import type { Issue } from '../model/issue.ts'
import type { Worktree } from './worktree.ts'

/** One thing to work on, as `collect` returns it. */
export interface WorkItem {
  /** 1 to 80 characters out of `a-z A-Z 0-9 _ -`, unique ignoring case. */
  readonly id: string
  readonly title?: string
  /** The input. An item counts as done for this title and body only. */
  readonly body?: string
  /** Ids of items that must have succeeded before this one starts. */
  readonly dependsOn?: readonly string[]
  /**
   * Whether it has succeeded, if the workflow can tell from what is committed. Left out, the
   * ledger decides.
   */
  readonly done?: boolean
  /** Why it cannot be worked on as things are, and the command that helps. */
  readonly notReady?: { readonly why: string; readonly command: string }
  /** Files that it will change. Of two items that share one, the later waits for the earlier. */
  readonly touches?: readonly string[]
}

/** The item as `run` gets it. */
export interface RunItem {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly body: string
  /** Items that it depends on; they have succeeded. */
  readonly dependsOn: readonly string[]
  /** Earlier items that change files which this one changes too; they have ended, in whatever way. */
  readonly after: readonly string[]
}

export interface Branch {
  /** Without the name of a remote: `agentos/42-due-dates`. */
  readonly name: string
  readonly commit: string
}

/** The user's repository. Paths are relative to its root and cannot leave it. */
export interface Repository {
  readonly root: string
  /** The text of a file, or `undefined` if there is none. */
  read(path: string): Promise<string | undefined>
  /** Writes beside and renames: a reader sees the old file or the new one, whole. */
  write(path: string, text: string): Promise<void>
  /** Every file that git does not ignore. */
  files(): Promise<readonly string[]>
  /** The names in a folder; none if it does not exist. */
  list(path: string): Promise<readonly string[]>
  /** Those of the folder `issues/`, or of GitHub if that is where the run takes them from. */
  openIssues(): Promise<readonly Issue[]>
  /** The one with this number; undefined if there is none that is open. */
  openIssue(number: string): Promise<Issue | undefined>
  /** Branches whose name begins so, those of remotes behind the own ones; none without git. */
  branches(prefix: string): Promise<readonly Branch[]>
  /** The commit that a name means; undefined if it means none. */
  commitOf(name: string): Promise<string | undefined>
  /** The text of a file as a commit has it. */
  readAt(commit: string, path: string): Promise<string | undefined>
  /** Whether a commit, or one of those right before it, has exactly this tree. */
  hasTree(commit: string, tree: string): Promise<boolean>
  /** Whether the first commit led to the second. */
  isAncestor(first: string, second: string): Promise<boolean>
  /** What a designer should know of the code, chosen by what `about` speaks of; bounded. */
  describe(about: string): Promise<{ readonly text: string; readonly leftOut: readonly string[] }>
}

export interface CollectContext {
  readonly repo: Repository
  /** The run is asked of the offline provider: only then do its results count as done. */
  readonly mock: boolean
  /** What the config says under the workflow's own name. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** A question to a model. */
export interface Prompt {
  /** What is asked for, in one word or two: `draft`. Part of the marker in the prompt, and of logs. */
  readonly task: string
  /** Counts the repetitions of a task within an item; default 1. */
  readonly round?: number
  /** Who the model is to be and by which rules. */
  readonly instructions?: string
  readonly text: string
}

/** A call that items are expected to make, for the estimate of a dry run. */
export interface ExpectedCall {
  readonly role: string
  /** The workflow's prompts that it fills in: their sizes count, and that of the item's body. */
  readonly prompts: readonly string[]
  /** How often for one item, if all is right at once and if every round is needed. */
  readonly times: readonly [least: number, most: number]
  /** Tokens of an answer, about. */
  readonly answer: number
}

export interface GateOptions {
  /** What a person is to decide, in a sentence. */
  readonly question: string
  /** What they look at before they answer. The answer counts for this question and content only. */
  readonly content: string
  /** A file of the repository with that content, if there is one: changed, nobody can approve it. */
  readonly path?: string
  /** Stop here only if the run was started with `--gates` and this gate's name, or `all`. */
  readonly optional?: boolean
}

export interface CommandOptions {
  /** Relative to the repository's root; default the root itself. */
  readonly cwd?: string
  /** Added to the environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Return the exit code instead of throwing when it is not 0. */
  readonly allowFailure?: boolean
  /** Kill it, with all that it started, after this long; it then counts as failed. */
  readonly timeoutMs?: number
  /** Also return what it prints, the last so many characters of it. */
  readonly capture?: number
}

export interface CommandResult {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  /** Empty unless asked for. */
  readonly output: string
}

/** What a run may change on GitHub. */
export interface GitHubActions {
  /** Files an issue unless it is there already, however often it is called. */
  readonly fileIssue?: (issue: IssueToFile) => Promise<FiledIssue>
  /** Opens a pull request for a branch that has been pushed, unless there is one already. */
  readonly openPull?: (pull: PullToOpen) => Promise<OpenedPull>
}

export interface RunContext {
  /**
   * Runs `fn` once. Its result is saved; when the item goes on later, in this run or another, the
   * saved result is returned and `fn` is not run. The result must be JSON. A name used again gets
   * `#2`, `#3`, … by order; the same name twice at the same time is an error.
   */
  step<T>(name: string, fn: () => T | Promise<T>): Promise<T>
  /**
   * Asks the model of a role (`models` in the config). The answer is saved before it is returned,
   * so it is never paid twice. With a schema the answer is data; one that does not fit is asked
   * for once more, then the item fails.
   */
  ask(role: string, prompt: Prompt): Promise<string>
  ask<T>(role: string, prompt: Prompt, schema: z.ZodType<T>): Promise<T>
  /**
   * Stops the item until a person has answered with `agentos approve` or `agentos revise`: its
   * process ends, and a later run goes on from here without repeating what was done. The answer is
   * saved. A name used again gets `#2`, `#3`, … by order.
   *
   * @example
   * ```ts
   * const { answer } = await gate('publish', { question: 'Publish this?', content: text })
   * ```
   */
  gate(name: string, options: GateOptions): Promise<GateAnswer>
  /**
   * A number of the item's own in a series, such as that of an issue: the one it has, or the next
   * free one. No two items ever get the same, whatever runs at once. `taken` are numbers that are
   * in use without having been given here.
   */
  number(series: string, taken?: readonly number[]): Promise<number>
  /** One of the workflow's `prompts`, or the file that replaces it, with its words filled in. */
  prompt(name: string, words?: Readonly<Record<string, string>>): Promise<string>
  /** The model that plays a role, as the config names it: `anthropic:claude-sonnet-4-5`. */
  modelOf(role: string): string
  /** The offline provider answers. */
  readonly mock: boolean
  /** What the config says under the workflow's own name. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The item's own git worktree on this branch. Naming it makes nothing. */
  worktree(branch: string): Worktree
  /**
   * What the config lets the run change on GitHub; without it, and with the offline provider, nothing.
   * The coordinator does it: the token is never here.
   */
  readonly github: GitHubActions
  /** Runs `fn` while no other item of the repository does so, in whichever run. */
  alone<T>(fn: () => Promise<T>): Promise<T>
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
  /** The roles that `ask` is called with; a run without a model for one of them does not start. */
  readonly roles?: readonly string[]
  /**
   * Texts for `prompt`, by name, with `{{words}}` to be filled in. A config replaces one by a file:
   * `prompts: { 'greet.compose': 'prompts/compose.md' }`.
   */
  readonly prompts?: Readonly<Record<string, string>>
  /** The calls that `ask` makes for an item, so that a dry run can say what they would cost. */
  readonly calls?: readonly ExpectedCall[]
  /** Finds the items. Called in the coordinator, also for a dry run: it must change nothing. */
  collect(context: CollectContext): readonly WorkItem[] | Promise<readonly WorkItem[]>
  /** What a dry run should say besides the items, a line each. It must change nothing either. */
  notes?(context: CollectContext): readonly string[] | Promise<readonly string[]>
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
