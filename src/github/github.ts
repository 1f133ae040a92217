/**
 * One repository on GitHub. One piece of work at a time: GitHub wants it so, and what looks before it
 * creates can rely on no other request of this run in between.
 */
import type { Clock } from '../model/clock.ts'
import type { Failure } from '../model/failure.ts'
import type {
  AccessWanted,
  GitHubAccess,
  GitHubAnswer,
  GitHubAnswers,
  GitHubRequest,
} from '../model/github.ts'
import type { Secret } from '../model/secrets/secret.ts'
import { unreachable } from '../model/unreachable.ts'
import { type About, lookAbout, requireAccess } from './access.ts'
import { type Api, createApi } from './api.ts'
import { fileIssue } from './file-issue.ts'
import { labelsOf, listIssues, readIssue, toIssue, toIssues } from './issues.ts'
import { openPull } from './open-pull.ts'
import { Patience } from './patience.ts'
import { Refused } from './refusal.ts'

export interface GitHubOptions {
  readonly baseUrl: string
  readonly owner: string
  readonly name: string
  /** Whose repository `origin` is, which branches are pushed to. */
  readonly headOwner: string
  readonly label: string
  readonly secret: Secret
  /** The variable that has the token, or should have it. */
  readonly variable: string
  readonly clock: Clock
  readonly random: () => number
}

type PerformOptions = Parameters<GitHubAccess['perform']>[1]

export class GitHub implements GitHubAccess {
  readonly #options: GitHubOptions
  readonly #patience: Patience
  #last: Promise<unknown> = Promise.resolve()
  #about: About | undefined

  constructor(options: GitHubOptions) {
    this.#options = options
    this.#patience = new Patience(options.clock, options.random)
  }

  get repository(): string {
    return `${this.#options.owner}/${this.#options.name}`
  }

  perform(request: GitHubRequest, options: PerformOptions): Promise<GitHubAnswer> {
    const turn = this.#last.then(() => this.#perform(request, options))
    this.#last = turn.catch(() => {}) // the caller gets the error
    return turn
  }

  async #perform(request: GitHubRequest, options: PerformOptions): Promise<GitHubAnswer> {
    const api = createApi(this.#options, options.signal)
    try {
      const answer = await this.#patience.attempt(() => this.#answer(api, request), options)
      return { ok: true, answer }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { ok: false, failure: this.#failure(error) }
    }
  }

  async #answer(api: Api, request: GitHubRequest): Promise<GitHubAnswers[GitHubRequest['action']]> {
    const { label, headOwner } = this.#options
    switch (request.action) {
      case 'check-access':
        this.#about = undefined // it may have changed since it was looked at
        await this.#requireAccess(api, request.wants)
        return null
      case 'list-issues':
        return toIssues(await listIssues(api, { label, state: 'open' }))
      case 'read-issue': {
        const found = await readIssue(api, Number(request.number))
        const isOurs = found?.state === 'open' && labelsOf(found).some(isLabel(label))
        return isOurs ? toIssue(found) : null
      }
      case 'file-issue':
        await this.#requireAccess(api, 'issues')
        return fileIssue(api, { repository: this.repository, label }, request.issue)
      case 'open-pull': {
        const { default_branch: defaultBranch } = await this.#lookAbout(api)
        return openPull(api, { headOwner, defaultBranch }, request.pull)
      }
      default:
        return unreachable(request)
    }
  }

  async #requireAccess(api: Api, wants: AccessWanted): Promise<void> {
    const { label, secret } = this.#options
    requireAccess(await this.#lookAbout(api), { wants, label, token: secret.reveal() })
  }

  async #lookAbout(api: Api): Promise<About> {
    this.#about ??= await lookAbout(api)
    return this.#about
  }

  #failure({ why, message, until }: Refused): Failure {
    const { repository } = this
    if (why !== 'token') return { reason: 'github-failed', repository, why, message, until }
    const from = `the token from ${this.#options.variable}`
    const words = `GitHub does not accept ${from} for ${repository} (${message}).`
    return { reason: 'no-credential', provider: 'GitHub', message: words }
  }
}

function isLabel(wanted: string): (name: string) => boolean {
  return (name) => name.toLowerCase() === wanted.toLowerCase()
}
