/** What `run` is given to work on its item. */
import type { z } from 'zod'
import type { GateAnswer } from '../model/gate.ts'
import type { FiledIssue, IssueToFile, OpenedPull, PullToOpen } from '../model/github.ts'
import type { Repository } from './repository.ts'
import type { Worktree } from './worktree.ts'

/** A question to a model. */
export interface Prompt {
  /** What is asked for, in one word or two: `draft`. Part of the marker in the prompt, and of logs. */
  readonly task: string
  /** Counts the repetitions of a task within an item; default 1. */
  readonly round?: number
  /** Who the model is to be and by which rules. */
  readonly instructions?: string
  readonly text: string
  /**
   * Makes the question part of one conversation of the item with its role: what the model must know at its beginning,
   * such as the repository, the input and the work as it is now. The first question is sent behind it; later
   * ones alone, after all questions and answers before them. Used again when the conversation no longer fits the model. As
   * a function it is made only where it is used.
   */
  readonly opening?: string | (() => Promise<string>)
  /** What to do about an answer that was cut off at the output limit, in a sentence; default: to answer again, completely. */
  readonly whenCut?: string
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
  /**
   * Also return what it writes to the file that the variable `AGENTOS_RESULT` names, in a folder of its own outside of the
   * repository; nothing if that is longer than so many bytes.
   */
  readonly resultFile?: number
  /** What of that file is printed as the command's output. */
  readonly printResult?: (result: string) => string
}

export interface CommandResult {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  /** Empty unless asked for. */
  readonly output: string
  /** Left out if not asked for, not written, or too long. */
  readonly result?: string
}

/** What a run may change on GitHub. */
export interface GitHubActions {
  /** Files an issue unless it is there already, however often it is called. */
  readonly fileIssue?: (issue: IssueToFile) => Promise<FiledIssue>
  /** Opens a pull request for a branch that has been pushed, unless there is one already. */
  readonly openPull?: (pull: PullToOpen) => Promise<OpenedPull>
}

export interface ModelUsage {
  /** As its provider names it; empty if that does not. */
  readonly model: string
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Dollars; null if a price is not known. */
  readonly cost: number | null
}

export interface RunContext {
  /**
   * Runs `fn` once. Its result is saved; when the item is resumed later, in this run or another, the
   * saved result is returned and `fn` is not run. The result must be JSON. A name used again gets
   * `#2`, `#3`, … by order; the same name twice at the same time is an error.
   */
  step<T>(name: string, fn: () => T | Promise<T>): Promise<T>
  /**
   * Asks the model of a role (`models` in the config). The answer is saved before it is returned,
   * and read back when the item is resumed. With a schema the answer is data; one that does not fit is asked
   * for once more, then the item fails.
   */
  ask(role: string, prompt: Prompt): Promise<string>
  ask<T>(role: string, prompt: Prompt, schema: z.ZodType<T>): Promise<T>
  /**
   * Stops the item until a person has answered with `agentos approve` or `agentos revise`: its
   * process ends, and a later run resumes here without repeating finished steps. The answer is
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
  /** The model that plays a role, as the config names it: `anthropic:claude-sonnet-5`. */
  modelOf(role: string): string
  /**
   * What the item's models have answered so far, by model: answers of earlier runs that were saved are among them, requests that
   * were refused or not answered are not.
   *
   * @example
   * ```ts
   * const calls = usage().reduce((sum, model) => sum + model.calls, 0)
   * ```
   */
  usage(): readonly ModelUsage[]
  /** The mock provider answers. */
  readonly mock: boolean
  /** What the config says under `workflows` and the workflow's name, by the workflow's `settings`. */
  readonly settings: Readonly<Record<string, unknown>>
  /**
   * The item's own git worktree on this branch. Naming it makes nothing. `appendOnly` are globs of files, such as a
   * changelog, that keep the lines of both sides where branches are merged.
   */
  worktree(branch: string, options?: { readonly appendOnly?: readonly string[] }): Worktree
  /**
   * What the config lets the run change on GitHub; without it, and with the mock provider, nothing.
   * The coordinator does it: the token is never here.
   */
  readonly github: GitHubActions
  /** Runs `fn` while no other item of the repository does so, in whichever run. */
  alone<T>(fn: () => Promise<T>): Promise<T>
  /**
   * Says where people find the result: summary and reports name it. `base` is the commit that the
   * branch was begun from: reports show what has changed since.
   */
  produced(
    result: { readonly path: string } | { readonly branch: string; readonly base?: string },
  ): void
  /**
   * The text with `[secret …]` in place of each known secret. What is written, printed or asked comes without
   * them anyway; this is for names that are made of a text, such as a branch's.
   */
  withoutSecrets(text: string): string
  /** Prints a line of the item's output, on the screen and in its log. */
  log(text: string): void
  /**
   * Runs a program; what it prints is in the item's log, and on the screen with `-v` or if the item fails by it. Rejects if
   * it fails.
   */
  command(
    program: string,
    args?: readonly string[],
    options?: CommandOptions,
  ): Promise<CommandResult>
  readonly repo: Repository
  /** Aborted when the run is stopped: pass it to what can be cancelled. */
  readonly signal: AbortSignal
}
