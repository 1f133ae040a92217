import type { Repository } from '../authoring/repository.ts'
import type { GitHubActions } from '../authoring/run-context.ts'
import type { GitHubAnswer, GitHubAnswers, GitHubRequest } from '../model/github.ts'
import type { ToCoordinator, ToWorker, WorkerSetup } from '../protocol/messages.ts'
import { FailureError } from './errors.ts'
import { Questions } from './questions.ts'

/** The worker's side of GitHub. */
export function gitHubClient(send: (message: ToCoordinator) => void, signal: AbortSignal) {
  const questions = new Questions<GitHubAnswer>(signal)

  async function ask<A extends GitHubRequest['action']>(
    request: Extract<GitHubRequest, { action: A }>,
  ): Promise<GitHubAnswers[A]> {
    const answer = await questions.ask((call) => send({ type: 'github-wanted', call, request }))
    if (!answer.ok) throw new FailureError(answer.failure)
    return answer.answer as GitHubAnswers[A]
  }

  return {
    /** What the run may change there. */
    actions: ({ mayFile, mayOpenPulls }: WorkerSetup['github']): GitHubActions => ({
      ...(mayFile && { fileIssue: (issue) => ask({ action: 'file-issue', issue }) }),
      ...(mayOpenPulls && { openPull: (pull) => ask({ action: 'open-pull', pull }) }),
    }),

    /** The repository with its issues from there, if that is where they are. */
    withIssues(repo: Repository, { hasIssues }: WorkerSetup['github']): Repository {
      if (!hasIssues) return repo
      return {
        ...repo,
        openIssues: () => ask({ action: 'list-issues' }),
        openIssue: async (number) => (await ask({ action: 'read-issue', number })) ?? undefined,
      }
    },

    receive({ call, answer }: Extract<ToWorker, { type: 'github-answered' }>): void {
      questions.receive(call, answer)
    },
  }
}
