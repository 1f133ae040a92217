/**
 * What can go wrong with an item, as data: one union by `reason`, each with exactly its facts.
 * `scheduler/retry.ts` decides by reason what is tried again; `reporters/words.ts` has the words.
 */
export type Failure =
  | { readonly reason: 'threw'; readonly message: string; readonly stack?: string }
  | {
      readonly reason: 'command-failed'
      readonly command: string
      readonly exitCode: number | null
      readonly signal: string | null
    }
  | { readonly reason: 'step-misused'; readonly message: string }
  | { readonly reason: 'checkpoint-unusable'; readonly message: string }
  | {
      readonly reason: 'worker-died'
      readonly exitCode: number | null
      readonly signal: string | null
      readonly attempts: number
    }
  | { readonly reason: 'item-timeout'; readonly limitMs: number }
  | { readonly reason: 'idle-timeout'; readonly limitMs: number }

/** Why an item was not worked on in this run. */
export type Skip =
  | { readonly reason: 'dependency'; readonly on: string; readonly outcome: string }
  | { readonly reason: 'locked'; readonly by: LockHolder }
  | { readonly reason: 'done-elsewhere'; readonly run: string }
  | { readonly reason: 'fail-fast' }
  | { readonly reason: 'stopped' }

/** A process, told apart from a later one with the same number by when it started. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startedAt: string
}

export interface LockHolder extends ProcessIdentity {
  readonly run: string
}
