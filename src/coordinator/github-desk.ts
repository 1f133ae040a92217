/**
 * Performs requests of workers that need the GitHub token. A started request of a worker that dies is not
 * cancelled: it may be done already. Its answer is dropped; a repeated request finds the result.
 */
import type { Fact } from '../model/event.ts'
import type { FiledIssue, GitHubAccess, GitHubAnswer, GitHubRequest } from '../model/github.ts'
import type { ItemId } from '../model/ids.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'

type Wanted = Extract<ToCoordinator, { type: 'github-wanted' }>

export function gitHubDesk(options: {
  readonly access: GitHubAccess | undefined
  readonly emit: (fact: Fact) => void
  readonly send: (item: ItemId, message: ToWorker) => void
  readonly onBug: (error: unknown) => void
}) {
  const { access, emit, send, onBug } = options
  /** Waiting calls; a new worker of the same item has a set of its own. */
  const asking = new Map<ItemId, Set<number>>()
  const closed = new AbortController()

  async function perform(item: ItemId, request: GitHubRequest, isWaiting: () => boolean) {
    if (access === undefined) throw new Error('No GitHub here. This is a bug in AgentOS.')
    return access.perform(request, {
      signal: closed.signal,
      onRetry: (retry) => {
        if (isWaiting()) emit({ type: 'github-retried', item, ...retry })
      },
    })
  }

  function emitPublished(item: ItemId, { action }: GitHubRequest, answer: GitHubAnswer): void {
    if (!answer.ok || (action !== 'file-issue' && action !== 'open-pull')) return
    const what = action === 'file-issue' ? 'issue' : 'pull request'
    const { number, url, how, droppedLabels } = answer.answer as FiledIssue
    const dropped = droppedLabels === undefined ? {} : { droppedLabels }
    emit({ type: 'github-published', item, what, number, url, how, ...dropped })
  }

  return {
    want(item: ItemId, { call, request }: Wanted): void {
      const calls = asking.get(item) ?? new Set()
      asking.set(item, calls)
      calls.add(call)
      const isWaiting = () => calls.has(call) && !closed.signal.aborted
      perform(item, request, isWaiting).then((answer) => {
        if (!isWaiting()) return
        calls.delete(call)
        emitPublished(item, request, answer)
        send(item, { type: 'github-answered', call, answer })
      }, onBug)
    },

    /** The item's worker has exited. */
    leave(item: ItemId): void {
      asking.get(item)?.clear()
      asking.delete(item)
    },

    close: () => closed.abort(),
  }
}
