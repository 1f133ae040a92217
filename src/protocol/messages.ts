/**
 * What coordinator and worker say to each other: two closed unions of small plain messages over
 * the IPC channel. Output does not travel here; see `coordinator/spool.ts`.
 */
import type { Fact, Report } from '../model/event.ts'
import type { Item } from '../model/item.ts'

/** Given to a worker when it is forked, before it has an item. */
export interface WorkerSetup {
  /** The workflow's file; a spare worker loads it ahead. */
  readonly workflowFile: string
  readonly repositoryRoot: string
  /** The coordinator's pid: a worker with another parent has lost it. */
  readonly coordinator: number
  /** Where this worker keeps compiled code; none of its children's business. */
  readonly compileCache: string
}

export type ToWorker =
  | {
      readonly type: 'start'
      readonly item: Item
      readonly checkpoint: string
    }
  | { readonly type: 'stop' }

/** A fact as a worker tells it: the coordinator knows whose item it is. */
type ToldBy<T extends Fact['type']> = Omit<Extract<Fact, { type: T }>, 'item'>

export type ToCoordinator =
  /** The worker has loaded the workflow; told before it has an item. */
  | { readonly type: 'ready' }
  | ToldBy<'step-started'>
  | ToldBy<'step-reused'>
  | ToldBy<'step-saved'>
  | ToldBy<'step-failed'>
  | ToldBy<'command-started'>
  | ToldBy<'command-ended'>
  | ToldBy<'checkpoint-set-aside'>
  | { readonly type: 'report'; readonly report: Report }

/** Names in a worker's environment. The markers let the coordinator find what a worker left. */
export const ENVIRONMENT = {
  setup: 'AGENTOS_WORKER_SETUP',
  run: 'AGENTOS_RUN',
  worker: 'AGENTOS_WORKER',
} as const
