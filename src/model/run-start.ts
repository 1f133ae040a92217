import type { Estimate } from './estimate.ts'
import type { WorkflowName } from './ids.ts'
import type { KnownCredential } from './known-credential.ts'
import type { RunTrace } from './trace.ts'

/** What a run begins with. */
export interface RunStart {
  readonly workflow: WorkflowName
  readonly version: string
  readonly command: string
  readonly items: number
  /** Items of the workflow that had succeeded before and are not part of this run. */
  readonly alreadyDone: number
  readonly limits: RunLimits
  /** The offline provider answers. */
  readonly mock?: boolean
  /** Who plays the workflow's roles. */
  readonly models?: Readonly<Record<string, string>>
  /** What was expected of the run; null if there was nothing to go by. */
  readonly estimate?: Estimate | null
  /** What it may call with; never a key. */
  readonly credentials?: readonly KnownCredential[]
  readonly trace?: RunTrace
}

/** The bounds and choices a run goes by; part of `run-started`, so that a replay knows them. */
export interface RunLimits {
  readonly parallel: number
  readonly failFast: boolean
  readonly itemTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly runTimeoutMs: number
  /** How long a worker may take to stop before it is killed. */
  readonly stopGraceMs: number
  /** How often an item goes on in a new worker after its worker died. */
  readonly restarts: number
}
