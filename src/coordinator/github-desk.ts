/**
 * Performs requests of workers that need the GitHub token. A started request of a worker that dies is not
 * cancelled: it may be done already. Its answer is dropped; a repeated request finds the result.
 */
import type { Fact } from '../model/event.ts'
import type { FiledIssue, GitHubAccess, GitHubAnswer, GitHubRequest } from '../model/github.ts'
import type { ItemId } from '../model/ids.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'

type Wanted = Extract<ToCoordinator, { type: 'github-wanted' }>

export class GitHubDesk {
  readonly #access: GitHubAccess | undefined
  readonly #emit: (fact: Fact) => void
  readonly #send: (item: ItemId, message: ToWorker) => void
  readonly #onBug: (error: unknown) => void
  /** Waiting calls; a new worker of the same item has a set of its own. */
  readonly #asking = new Map<ItemId, Set<number>>()
  readonly #closed = new AbortController()

  constructor(options: {
    readonly access: GitHubAccess | undefined
    readonly emit: (fact: Fact) => void
    readonly send: (item: ItemId, message: ToWorker) => void
    readonly onBug: (error: unknown) => void
  }) {
    this.#access = options.access
    this.#emit = options.emit
    this.#send = options.send
    this.#onBug = options.onBug
  }

  want(item: ItemId, { call, request }: Wanted): void {
    const asking = this.#asking.get(item) ?? new Set()
    this.#asking.set(item, asking)
    asking.add(call)
    const isWaiting = () => asking.has(call) && !this.#closed.signal.aborted
    this.#perform(item, request, isWaiting).then(
      (answer) => {
        if (!isWaiting()) return
        asking.delete(call)
        this.#emitPublished(item, request, answer)
        this.#send(item, { type: 'github-answered', call, answer })
      },
      (error) => this.#onBug(error),
    )
  }

  /** The item's worker has exited. */
  leave(item: ItemId): void {
    this.#asking.get(item)?.clear()
    this.#asking.delete(item)
  }

  close(): void {
    this.#closed.abort()
  }

  async #perform(
    item: ItemId,
    request: GitHubRequest,
    isWaiting: () => boolean,
  ): Promise<GitHubAnswer> {
    if (this.#access === undefined) throw new Error('No GitHub here. This is a bug in AgentOS.')
    return this.#access.perform(request, {
      signal: this.#closed.signal,
      onRetry: (retry) => {
        if (isWaiting()) this.#emit({ type: 'github-retried', item, ...retry })
      },
    })
  }

  #emitPublished(item: ItemId, { action }: GitHubRequest, answer: GitHubAnswer): void {
    if (!answer.ok || (action !== 'file-issue' && action !== 'open-pull')) return
    const what = action === 'file-issue' ? 'issue' : 'pull request'
    const { number, url, how, droppedLabels } = answer.answer as FiledIssue
    const dropped = droppedLabels === undefined ? {} : { droppedLabels }
    this.#emit({ type: 'github-published', item, what, number, url, how, ...dropped })
  }
}
