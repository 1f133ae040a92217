/** What the author of a workflow declares. Everything here is exported from `agentos`. */
import type { z } from 'zod'
import type { AccessWanted } from '../model/github.ts'
import type { OnRemark } from '../model/remark.ts'
import type { Repository } from './repository.ts'
import type { RunContext } from './run-context.ts'

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
  /** What a plan should say about it: something found that is not taken, and what happens instead. */
  readonly note?: string
  /** Files that it will change. Of two items that share one, the later waits for the earlier. */
  readonly touches?: readonly string[]
  /** The file that it comes from; it can be named by that, too. */
  readonly path?: string
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

export interface CollectContext {
  readonly repo: Repository
  /** The run is asked of the mock provider: only then do its results count as done. */
  readonly mock: boolean
  /** What the config says under `workflows` and the workflow's name, by the workflow's `settings`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Tells the user what is not taken, and why: plan and run print it, and nothing stops. */
  readonly onRemark: OnRemark
}

export interface NotesContext extends Omit<CollectContext, 'onRemark'> {
  /** Those that the run would work on. */
  readonly items: readonly WorkItem[]
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

export interface Workflow {
  /** Starts with a-z, followed by a-z, 0-9 and `-`. */
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
  /**
   * The schema of the settings that a config may give under `workflows` and the workflow's name. A run whose config does
   * not fit does not start. Without a schema the settings are passed on as they are. They must be JSON.
   *
   * @example
   * ```ts
   * settings: z.strictObject({ tone: z.enum(['warm', 'dry']).default('warm') })
   * ```
   */
  readonly settings?: z.ZodType<Readonly<Record<string, unknown>>>
  /**
   * What `run` writes to GitHub, if the config allows that. A run whose token may not do so is refused
   * before it asks a model.
   */
  readonly publishes?: AccessWanted
  /** The names of the steps that items usually have, so that a dry run can say which are left. */
  readonly steps?: readonly string[]
  /** Finds the items. Called in the coordinator, also for a dry run: it must change nothing. */
  collect(context: CollectContext): readonly WorkItem[] | Promise<readonly WorkItem[]>
  /** What a dry run should say besides the items, a line each. It must change nothing either. */
  notes?(context: NotesContext): readonly string[] | Promise<readonly string[]>
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
