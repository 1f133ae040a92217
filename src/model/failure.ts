import type { Trouble } from './trouble.ts'

/**
 * What can go wrong with an item, as data: one union by `reason`, each with exactly its facts.
 * `scheduler/retry.ts` decides by reason what is tried again; `reporters/words/words.ts` has the words.
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
  | {
      readonly reason: 'checkpoint-unusable'
      readonly message: string
      readonly trouble: Trouble
    }
  /** What the item needs beside its checkpoint, such as the ledger, could not be read or written. */
  | { readonly reason: 'state-unusable'; readonly message: string; readonly trouble: Trouble }
  | {
      readonly reason: 'worker-died'
      readonly exitCode: number | null
      readonly signal: string | null
      readonly attempts: number
      /** The end of what it printed. */
      readonly lastLines: readonly string[]
    }
  | {
      readonly reason: 'memory-limit'
      readonly limitBytes: number
      readonly usedBytes: number
      readonly attempts: number
    }
  /** The item's worktree was removed while it was worked in, or git was killed or kept from its work. */
  | { readonly reason: 'worktree-failed'; readonly message: string }
  | {
      readonly reason: 'model-call-failed'
      readonly model: string
      readonly credential: string | null
      readonly message: string
      /** The provider refuses the request itself: it would do so again. */
      readonly isFinal?: true
    }
  /** No request was answered within the retries; `phase` is how far the last one came. */
  | {
      readonly reason: 'provider-unreachable'
      readonly provider: string
      readonly phase: 'connect' | 'response' | 'body'
      readonly code: string
      readonly address: string
      readonly tries: number
    }
  /** An answer with a good status that could not be understood; its body is in the conversation. */
  | {
      readonly reason: 'answer-unreadable'
      readonly model: string
      readonly credential: string | null
      readonly message: string
    }
  /** Another model answered than the one that was asked. */
  | { readonly reason: 'model-mismatch'; readonly asked: string; readonly answered: string }
  /** The answer did not fit its schema, also not when asked once more. */
  | { readonly reason: 'answer-invalid'; readonly task: string; readonly message: string }
  | { readonly reason: 'no-credential'; readonly provider: string; readonly message: string }
  /** The item has cost, with what its next call may cost at most, more than it may. */
  | { readonly reason: 'cost-limit'; readonly limit: number; readonly spent: number }
  /** A review that was still not an approval after so many rounds. */
  | {
      readonly reason: 'round-limit' | 'stagnant'
      readonly rounds: number
      readonly findings: readonly string[]
    }
  /** What a computer checks, or the tests, were still wrong after the author had repaired it so often. */
  | {
      readonly reason: 'checks-failed' | 'tests-failed'
      readonly tries: number
      readonly findings: readonly string[]
    }
  /** A person must answer first. */
  | { readonly reason: 'question'; readonly gate: string; readonly question: string }
  /** Its branch and another one cannot both be merged. */
  | { readonly reason: 'conflict'; readonly other: string; readonly files: readonly string[] }
  /** GitHub did not do what it was asked for. A token that it does not accept is `no-credential`. */
  | {
      readonly reason: 'github-failed'
      readonly repository: string
      readonly why: GitHubTrouble
      readonly message: string
      /** When it may be asked again, if it said so. */
      readonly until: number | null
    }
  | { readonly reason: 'item-timeout'; readonly limitMs: number }
  | { readonly reason: 'idle-timeout'; readonly limitMs: number }
  | { readonly reason: 'output-limit'; readonly limitBytes: number }

export type GitHubTrouble =
  /** The token may not do this. */
  | 'forbidden'
  /** There is no such repository, or the token cannot see it. */
  | 'missing'
  /** What was sent is not accepted. */
  | 'refused'
  | 'rate-limit'
  /** It answers with an error of its own. */
  | 'unavailable'
  /** Its answer is none of GitHub's API. */
  | 'unreadable'
  | 'unreachable'

/** Why an item was not worked on in this run. */
export type Skip =
  | { readonly reason: 'dependency'; readonly on: string; readonly outcome: string }
  | { readonly reason: 'locked'; readonly by: LockHolder }
  | { readonly reason: 'done-elsewhere'; readonly run: string }
  | { readonly reason: 'fail-fast' }
  /** No key of a provider is accepted any more: nothing new is begun. */
  | { readonly reason: 'no-credential' }
  | { readonly reason: 'stopped' }

/** A process, told apart from a later one with the same number by when it started. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startedAt: string
}

export interface LockHolder extends ProcessIdentity {
  readonly run: string
}
