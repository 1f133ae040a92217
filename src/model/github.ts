/**
 * What is asked of GitHub, and what is answered. Workers ask, the coordinator does it: only there is
 * the token.
 */
import type { EventOf } from './event.ts'
import type { Failure } from './failure.ts'
import type { Issue } from './issue.ts'

/** An issue that shall be on GitHub, once. */
export interface IssueToFile {
  /** What it was made from: two issues of one brief are the same one. */
  readonly brief: string
  /** Hash of what the brief said. */
  readonly inputHash: string
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
  /** Where it has been filed before, with the text that it had then. */
  readonly filed: { readonly url: string; readonly body: string } | null
}

export interface FiledIssue {
  readonly number: number
  readonly url: string
  /**
   * `found`: it was there as it shall be. `kept`: somebody has changed its text there, so it was left as
   * it is.
   */
  readonly how: EventOf<'github-published'>['how']
  /** Labels that were asked for and that GitHub has left out of the issue it created. */
  readonly droppedLabels?: readonly string[]
}

/** A branch on `origin` for which there shall be a pull request, once. */
export interface PullToOpen {
  readonly branch: string
  /** The branch's last commit. */
  readonly commit: string
  /** Where it shall be merged; null for the repository's default branch. */
  readonly base: string | null
  /** The number of the issue that it settles. */
  readonly issue: string
  readonly title: string
  readonly body: string
}

export interface OpenedPull {
  readonly number: number
  readonly url: string
  readonly how: 'created' | 'found'
}

/** What a run means to write. */
export type AccessWanted = 'issues' | 'pull-requests'

export type GitHubRequest =
  /** Answered if that may be done, as far as GitHub says beforehand. */
  | { readonly action: 'check-access'; readonly wants: AccessWanted }
  | { readonly action: 'list-issues' }
  | { readonly action: 'read-issue'; readonly number: string }
  | { readonly action: 'file-issue'; readonly issue: IssueToFile }
  | { readonly action: 'open-pull'; readonly pull: PullToOpen }

/** What each request is answered with. */
export interface GitHubAnswers {
  readonly 'check-access': null
  readonly 'list-issues': readonly Issue[]
  readonly 'read-issue': Issue | null
  readonly 'file-issue': FiledIssue
  readonly 'open-pull': OpenedPull
}

export type GitHubAnswer =
  | { readonly ok: true; readonly answer: GitHubAnswers[GitHubRequest['action']] }
  | { readonly ok: false; readonly failure: Failure }

export interface GitHubAccess {
  /** Never rejects but for bugs. Aborted, it may or may not have been done. */
  perform(
    request: GitHubRequest,
    options: {
      readonly signal: AbortSignal
      /** It did not work, and will be tried again. */
      readonly onRetry: (retry: { readonly message: string; readonly until: number }) => void
    },
  ): Promise<GitHubAnswer>
}
