import type { Repository } from '../authoring/repository.ts'
import type { GitHubActions } from '../authoring/run-context.ts'
import type { GitHubAnswer, GitHubAnswers, GitHubRequest } from '../model/github.ts'
import type { ToCoordinator, ToWorker, WorkerSetup } from '../protocol/messages.ts'
import { FailureError, Interrupted } from './errors.ts'

/** The worker's side of GitHub: asks the coordinator, one answer for each call. */
export class GitHubClient {
  readonly #tell: (message: ToCoordinator) => void
  readonly #signal: AbortSignal
  readonly #waiting = new Map<number, (answer: GitHubAnswer) => void>()
  #calls = 0

  constructor(tell: (message: ToCoordinator) => void, signal: AbortSignal) {
    this.#tell = tell
    this.#signal = signal
  }

  /** What the run may change there. */
  actions({ mayFile, mayOpenPulls }: WorkerSetup['github']): GitHubActions {
    return {
      ...(mayFile && { fileIssue: (issue) => this.#ask({ action: 'file-issue', issue }) }),
      ...(mayOpenPulls && { openPull: (pull) => this.#ask({ action: 'open-pull', pull }) }),
    }
  }

  /** The repository with its issues from there, if that is where they are. */
  withIssues(repo: Repository, { hasIssues }: WorkerSetup['github']): Repository {
    if (!hasIssues) return repo
    return {
      ...repo,
      openIssues: () => this.#ask({ action: 'list-issues' }),
      openIssue: async (number) => (await this.#ask({ action: 'read-issue', number })) ?? undefined,
    }
  }

  /** The coordinator has answered. */
  receive({ call, answer }: Extract<ToWorker, { type: 'github-answered' }>): void {
    this.#waiting.get(call)?.(answer)
    this.#waiting.delete(call)
  }

  #ask<A extends GitHubRequest['action']>(
    request: Extract<GitHubRequest, { action: A }>,
  ): Promise<GitHubAnswers[A]> {
    if (this.#signal.aborted) return Promise.reject(new Interrupted())
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      const interrupt = () => reject(new Interrupted())
      this.#signal.addEventListener('abort', interrupt, { once: true })
      this.#waiting.set(call, (answer) => {
        this.#signal.removeEventListener('abort', interrupt)
        if (answer.ok) resolve(answer.answer as GitHubAnswers[A])
        else reject(new FailureError(answer.failure))
      })
      this.#tell({ type: 'github-wanted', call, request })
    })
  }
}
