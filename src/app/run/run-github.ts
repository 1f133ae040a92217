/** GitHub as one run uses it: where issues come from, what may be written there, and what is said of it. */
import type { Repository } from '../../authoring/repository.ts'
import { systemClock } from '../../coordinator/system-clock.ts'
import type { GitHub } from '../../github/github.ts'
import type { Failure, GitHubProblem } from '../../model/failure.ts'
import type {
  AccessWanted,
  GitHubAccess,
  GitHubAnswers,
  GitHubRequest,
} from '../../model/github.ts'
import { EXIT } from '../../model/outcome.ts'
import type { Secret } from '../../model/secrets/secret.ts'
import { UsageError } from '../../model/usage-error.ts'
import { failureWords, reasonWords } from '../../reporters/words/failure-words.ts'
import { retryWords } from '../../reporters/words/github-words.ts'
import type { GitHubPlace } from '../github-place.ts'

interface RunGitHubOptions {
  /** Results of the mock provider are not published. */
  readonly mock: boolean
  readonly warn: (text: string) => void
  /** What the workflow says that it writes there. */
  readonly publishes: AccessWanted | undefined
}

export class RunGitHub implements GitHubAccess {
  readonly place: GitHubPlace
  readonly #options: RunGitHubOptions
  #client: GitHub | undefined
  #wasAskedForIssues = false

  constructor(place: GitHubPlace, options: RunGitHubOptions) {
    this.place = place
    this.#options = options
  }

  get mayFile(): boolean {
    return this.place.why === 'configured' && !this.#options.mock
  }

  get mayOpenPulls(): boolean {
    return this.mayFile && this.place.pullRequests
  }

  /** The repository with its open issues from GitHub. */
  withIssues(repo: Repository): Repository {
    return {
      ...repo,
      openIssues: () => {
        this.#wasAskedForIssues = true
        return this.#ask({ action: 'list-issues' })
      },
      openIssue: async (number) => (await this.#ask({ action: 'read-issue', number })) ?? undefined,
    }
  }

  async perform(...asked: Parameters<GitHubAccess['perform']>) {
    const { secret, variable } = this.place
    if (secret !== undefined) return (await this.#connect(secret)).perform(...asked)
    const message = `There is no token for GitHub: ${variable} is not set.`
    const failure: Failure = { reason: 'no-credential', provider: 'GitHub', message }
    return { ok: false as const, failure }
  }

  /** Refuses a run that could not do there what it is to do. */
  requireToken(): void {
    const { secret, variable, owner, name } = this.place
    if (secret !== undefined) return
    const message = `There is no token for GitHub, ${owner}/${name}: ${variable} is not set.`
    throw new UsageError('github-token-missing', message, {
      hint: `Set ${variable} to a token that may read and write its issues, or take github out of the config.`,
      exitCode: EXIT.noCredential,
    })
  }

  /** Refuses a run that could not write there what it is to write: before a model is paid. */
  async requireAccess(): Promise<void> {
    const wants = this.#wants
    if (wants !== undefined) await this.#ask({ action: 'check-access', wants })
  }

  /** What the workflow would write and the config allows. */
  get #wants(): AccessWanted | undefined {
    const { publishes } = this.#options
    const may = publishes === 'issues' ? this.mayFile : this.mayOpenPulls
    return may ? publishes : undefined
  }

  /** What a user should know before anything happens. */
  notes(): string[] {
    const { place } = this
    const at = `${place.owner}/${place.name} on GitHub`
    const notes = []
    if (this.#wasAskedForIssues) {
      const found = 'found by origin, for there is no folder issues/'
      const why = place.why === 'configured' ? 'configured' : found
      notes.push(`Issues: the open ones of ${at} with the label ${place.label} (${why})`)
    }
    const wants = this.#wants
    if (wants === 'issues') notes.push(`Issues are filed in ${at} with the label ${place.label}`)
    if (wants === 'pull-requests')
      notes.push(`Branches are pushed to origin, with pull requests in ${at}`)
    if (this.#options.mock && place.why === 'configured')
      notes.push('With the mock provider nothing is written to GitHub')
    return notes
  }

  /** Loaded when it is needed: most runs never ask. */
  async #connect(secret: Secret): Promise<GitHub> {
    const { GitHub } = await import('../../github/github.ts')
    const edges = { clock: systemClock, random: Math.random }
    this.#client ??= new GitHub({ ...this.place, ...edges, secret })
    return this.#client
  }

  async #ask<A extends GitHubRequest['action']>(
    request: Extract<GitHubRequest, { action: A }>,
  ): Promise<GitHubAnswers[A]> {
    this.requireToken()
    const result = await this.perform(request, {
      signal: new AbortController().signal,
      onRetry: (retry) => this.#options.warn(retryWords(retry)),
    })
    if (!result.ok) throw failed(result.failure)
    return result.answer as GitHubAnswers[A]
  }
}

const EXITS: Readonly<Record<GitHubProblem, number>> = {
  forbidden: EXIT.noCredential,
  missing: EXIT.usage,
  refused: EXIT.usage,
  'rate-limit': EXIT.limit,
  unavailable: EXIT.failed,
  unreadable: EXIT.failed,
  unreachable: EXIT.failed,
}

/** Before there is a run, a failure ends the command. */
function failed(failure: Failure): UsageError {
  const isToken = failure.reason !== 'github-failed'
  const { remedy } = failureWords(failure, '')
  return new UsageError('github-failed', reasonWords(failure, ''), {
    hint: `Do: ${remedy}.`,
    exitCode: isToken ? EXIT.noCredential : EXITS[failure.why],
  })
}
