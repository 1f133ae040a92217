/**
 * Messages between coordinator and worker: two closed unions of small plain objects over
 * the IPC channel. Output does not travel here; see `fleet/spool.ts`.
 */

import type { LeaseRequest, Settlement } from '../model/calls/lease.ts'
import type { ModelSettings } from '../model/calls/model-settings.ts'
import type { Fact, FactOf, Report } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { Folders } from '../model/folders.ts'
import type { GateChoice } from '../model/gate.ts'
import type { GitHubAnswer, GitHubRequest } from '../model/github.ts'
import type { StoreAddress, WorkflowName } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { Fingerprints } from '../model/secrets/redactor.ts'
import type { TraceContext } from '../model/trace.ts'

/** Given to a worker when it is forked, before it has an item. */
export interface WorkerSetup {
  /** The workflow's file, or `agentos:` and the name of a built-in one; loaded by spares too. */
  readonly workflow: string
  readonly workflowName: WorkflowName
  readonly repositoryRoot: string
  readonly models: ModelSettings
  /** Prompts and answers are part of the events, for spans. */
  readonly emitContent: boolean
  /** Files that replace a workflow's own prompts, by `workflow.name`. */
  readonly prompts: Readonly<Record<string, string>>
  /** Of its checkpoint, and of what people are asked and answer. */
  readonly store: StoreAddress
  /** Optional gates that the run stops at. */
  readonly gates: GateChoice
  /** The command line that resumes this run. */
  readonly command: string
  /** The config's section for the workflow. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Paths of the key that signs evidence and of the file of allowed signers. */
  readonly signing: { readonly key?: string; readonly signers?: string }
  /** Where documents are written. */
  readonly folders: Folders
  readonly github: {
    /** Open issues are read from GitHub. */
    readonly hasIssues: boolean
    readonly mayFile: boolean
    readonly mayOpenPulls: boolean
  }
  /** The folder of the items' git worktrees. */
  readonly worktrees: string
  /** The folder of the index for `repo.context`. */
  readonly contextCache: string
}

export interface StartMessage {
  readonly type: 'start'
  readonly item: Item
  /** Derived from API keys, for this item only; they seal its saved results. */
  readonly sealKeys: readonly { readonly id: string; readonly key: string }[]
  /** The file of the item's prompts and answers. */
  readonly conversation: string
  /** The item's span. */
  readonly trace: TraceContext
  /** Of every secret of the run: none may be written or forwarded. */
  readonly fingerprints: Fingerprints
}

export type ToWorker =
  | StartMessage
  | { readonly type: 'stop' }
  /** The only message with an API key in it; it lives as long as the lease. */
  | {
      readonly type: 'lease-granted'
      readonly call: number
      readonly lease: number
      readonly credential: string
      readonly key: string
    }
  | { readonly type: 'lease-refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'github-answered'; readonly call: number; readonly answer: GitHubAnswer }

/** A fact sent by a worker: the coordinator adds the item. */
type SentFact<T extends Fact['type']> = Omit<FactOf<T>, 'item'>

export type ToCoordinator =
  /** The worker has loaded its workflow, or has failed to; the failure is reported by its item. */
  | { readonly type: 'loaded' }
  | SentFact<'step-started'>
  | SentFact<'step-reused'>
  | SentFact<'step-saved'>
  | SentFact<'step-failed'>
  | SentFact<'command-started'>
  | SentFact<'command-ended'>
  | SentFact<'checkpoint-set-aside'>
  | SentFact<'call-started'>
  | SentFact<'call-progress'>
  | SentFact<'call-retried'>
  | SentFact<'form-refused'>
  | SentFact<'call-failed'>
  | SentFact<'call-ended'>
  | SentFact<'gate-passed'>
  | SentFact<'item-produced'>
  | {
      readonly type: 'lease-wanted'
      readonly call: number
      readonly ask: number
      readonly request: LeaseRequest
    }
  | { readonly type: 'lease-settled'; readonly lease: number; readonly settlement: Settlement }
  | { readonly type: 'github-wanted'; readonly call: number; readonly request: GitHubRequest }
  | { readonly type: 'report'; readonly report: Report }

/** A message with the number of bytes printed before it: they are shown first. */
export interface Sent {
  readonly printed: number
  readonly message: ToCoordinator
}

/** Names in a worker's environment. By the marks the coordinator finds orphaned processes. */
export const ENVIRONMENT = {
  setup: 'AGENTOS_WORKER_SETUP',
  run: 'AGENTOS_RUN',
  worker: 'AGENTOS_WORKER',
} as const
