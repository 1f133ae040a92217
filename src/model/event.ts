/**
 * Everything that happens in a run, told once. Screen, logs, `events.jsonl`, `--json` and the
 * summary all listen to this one stream, and `scheduler/fold.ts` builds the state from it alone.
 * Fields may be added, never changed; a change of meaning raises `v`. `step` is by its name, `span` the very
 * one: a name may come again.
 */
import type { Failure, LockHolder, Skip } from './failure.ts'
import type { GitHubFact } from './github.ts'
import type { ItemId, RunId } from './ids.ts'
import type { Usage } from './language-model.ts'
import type { LeaseFact } from './lease-fact.ts'
import type { LeftOut } from './left-out.ts'
import type { CostStop, Outcome, StopCause } from './outcome.ts'
import type { PoolFact } from './pool-fact.ts'
import type { RunStart } from './run-start.ts'

/** What a worker said about its item before it exited. */
export type Report =
  | { readonly outcome: 'done' }
  | {
      readonly outcome: 'failed' | 'needs-revision' | 'gated' | 'conflict'
      readonly failure: Failure
    }
  | { readonly outcome: 'interrupted' }

export type Fact =
  | ({ readonly type: 'run-started' } & RunStart)
  | {
      readonly type: 'item-left-out'
      readonly item: ItemId
      readonly label: string
      readonly why: LeftOut
    }
  | {
      readonly type: 'item-queued'
      readonly item: ItemId
      readonly label: string
      readonly title: string
      /** Only those that are part of this run; the others have succeeded before. */
      readonly dependsOn: readonly ItemId[]
      /** Items of this run that must have ended before, in whatever way: both change the same files. */
      readonly after?: readonly ItemId[]
    }
  | {
      readonly type: 'item-started'
      readonly item: ItemId
      readonly attempt: number
      readonly worker: number
    }
  | { readonly type: 'lock-taken-over'; readonly item: ItemId; readonly from: LockHolder }
  | {
      readonly type: 'checkpoint-set-aside'
      readonly item: ItemId
      readonly why:
        | 'input-changed'
        | 'workflow-changed'
        | 'provider-changed'
        | 'damaged'
        | 'seal-broken'
        | 'credentials-changed'
      readonly keptAs: string
    }
  | {
      readonly type: 'step-started'
      readonly item: ItemId
      readonly step: string
      readonly span?: string
    }
  | { readonly type: 'step-reused'; readonly item: ItemId; readonly step: string }
  | {
      readonly type: 'step-saved'
      readonly item: ItemId
      readonly step: string
      readonly span?: string
      readonly durationMs: number
    }
  | {
      readonly type: 'step-failed'
      readonly item: ItemId
      readonly step: string
      readonly span?: string
      readonly failure: Failure
    }
  | {
      readonly type: 'command-started'
      readonly item: ItemId
      readonly step?: string
      readonly span?: string
      readonly command: string
      /** What it runs, without the words behind. */
      readonly program?: string
      readonly pid: number
    }
  | {
      readonly type: 'command-ended'
      readonly item: ItemId
      readonly step?: string
      readonly pid: number
      readonly exitCode: number | null
      readonly signal: string | null
    }
  | LeaseFact
  | {
      readonly type: 'call-started'
      readonly item: ItemId
      readonly step?: string
      readonly span?: string
      /** The item's questions, numbered by its worker. */
      readonly ask?: number
      readonly task: string
      readonly role: string
      readonly model: string
      /** What the model reads; only if spans shall have it. */
      readonly prompt?: string
    }
  | {
      readonly type: 'call-retried'
      readonly item: ItemId
      readonly ask?: number
      readonly task: string
      /** Which retry comes next, and how many there are. */
      readonly attempt: number
      readonly retries: number
      /** How long it is held back; null if its limits say so. */
      readonly pauseMs: number | null
      readonly credential: string | null
      readonly message: string
    }
  | {
      readonly type: 'call-failed'
      readonly item: ItemId
      readonly step?: string
      readonly ask?: number
      readonly task: string
      readonly failure: Failure
    }
  | {
      readonly type: 'call-ended'
      readonly item: ItemId
      readonly step?: string
      readonly ask?: number
      readonly task: string
      readonly model: string
      readonly credential: string
      readonly usage: Usage
      /** Dollars; null when the model's price is not known. */
      readonly cost: number | null
      readonly durationMs: number
      readonly finishReason?: string
      /** What the model said; only if spans shall have it. */
      readonly answer?: string
    }
  /** A person's answer was found, and the item goes on. */
  | {
      readonly type: 'gate-passed'
      readonly item: ItemId
      readonly step?: string
      readonly span?: string
      readonly gate: string
      readonly answer: 'approve' | 'revise'
      /** How long the person took. */
      readonly waitedMs: number
    }
  /** Where people find what has come of it: a path in the repository, or a branch. */
  | ({ readonly type: 'item-produced'; readonly item: ItemId } & Produced)
  | PoolFact
  | GitHubFact
  | { readonly type: 'item-progressed'; readonly item: ItemId; readonly lastSignAt: number }
  | { readonly type: 'item-stopping'; readonly item: ItemId }
  | { readonly type: 'item-killed'; readonly item: ItemId; readonly failure?: Failure }
  | {
      readonly type: 'worker-exited'
      readonly item: ItemId
      readonly worker: number
      readonly exitCode: number | null
      readonly signal: string | null
      readonly report?: Report
      /** Of a worker that died without a report: the end of what it printed. */
      readonly lastLines?: readonly string[]
    }
  | {
      readonly type: 'item-ended'
      readonly item: ItemId
      readonly outcome: Outcome
      readonly failure?: Failure
      readonly skip?: Skip
    }
  /** It had been put to sleep with all its workers (Ctrl+Z); its limits and those of its items do not count that time. */
  | { readonly type: 'run-resumed'; readonly suspendedMs: number }
  | {
      readonly type: 'run-stopping'
      readonly cause: StopCause
      readonly force: boolean
      /** Of `cost-limit`. */
      readonly cost?: CostStop
    }
  | {
      readonly type: 'run-ended'
      readonly exitCode: number
      readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
    }

export type Event = {
  readonly v: 1
  readonly seq: number
  readonly at: number
  readonly run: RunId
} & Fact

export interface Produced {
  readonly what: 'file' | 'branch'
  readonly where: string
  /** The commit that the branch was begun from. */
  readonly base?: string
}
