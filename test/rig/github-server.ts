/**
 * The part of GitHub's API that is used, over HTTP and in memory. Counts what was asked, and can do
 * something else instead, or do it and never say so.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from './at-end.ts'

export const TOKEN = 'ghp_Zq8verySecret0123456789'
export const REPOSITORY = 'ada/lists'

export interface ServedIssue {
  readonly number: number
  title: string
  body: string | null
  state: string
  labels: string[]
  readonly isPull?: boolean
}

interface ServedPull {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly base: string
  state: string
  readonly head: { readonly ref: string; readonly sha: string }
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is. */
  readonly body?: unknown
}

/** `lost`: it is done, but the line breaks before it is said. `held`: it is done, and nothing is said. */
type Trouble = (route: string, request: IncomingMessage) => Reply | 'lost' | 'held' | undefined

export class GitHubServer {
  readonly issues: ServedIssue[] = []
  readonly pulls: ServedPull[] = []
  /** Every request: `GET /repos/ada/lists/issues`. */
  readonly asked: string[] = []
  pageSize = 100
  /** The token that is accepted. */
  token = TOKEN
  /** As `permissions` says; with a token of Actions that is false, whatever it may do. */
  mayPush = true
  /** Issues are created without their labels, as for whoever may not set them. */
  dropsLabels = false
  isArchived = false
  hasIssues = true
  trouble: Trouble = () => undefined
  /** The last commit of a branch, for pull requests. */
  commitOf: (branch: string) => string = () => '0'.repeat(40)
  readonly #held = Promise.withResolvers<void>()
  readonly #unsaid: (() => void)[] = []
  #url = ''
  #stop: () => void = () => {}

  static async start(): Promise<GitHubServer> {
    const served = new GitHubServer()
    const server = createServer((request, response) => void served.#serve(request, response))
    served.#stop = () => {
      server.closeAllConnections()
      server.close()
    }
    atEnd(served.#stop)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    served.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return served
  }

  /** From here on nothing listens at its address. */
  stop(): void {
    this.#stop()
  }

  get url(): string {
    return this.#url
  }

  /** Resolves when a request has been done and its answer is held. */
  get held(): Promise<void> {
    return this.#held.promise
  }

  /** Says what was held. */
  release(): void {
    for (const say of this.#unsaid.splice(0)) say()
  }

  count(route: string): number {
    return this.asked.filter((asked) => asked === route).length
  }

  add(issue: Partial<ServedIssue> & { readonly title: string }): void {
    const number = this.#nextNumber()
    this.issues.push({ number, body: '', state: 'open', labels: ['agentos'], ...issue })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.#url)
    const route = `${request.method} ${url.pathname}`
    const sent = await text(request)
    this.asked.push(route)
    const trouble = this.trouble(route, request)
    if (typeof trouble === 'object') return this.#reply(response, trouble)
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return this.#reply(response, { status: 401, body: { message: 'Bad credentials' } })
    const reply = this.#answer(route, url, sent === '' ? {} : JSON.parse(sent))
    if (trouble === 'lost') return void response.destroy()
    if (trouble === 'held') {
      this.#unsaid.push(() => this.#reply(response, reply))
      return this.#held.resolve()
    }
    this.#reply(response, reply)
  }

  #answer(route: string, url: URL, sent: Record<string, unknown>): Reply {
    const base = `/repos/${REPOSITORY}`
    const number = Number(/\/issues\/(\d+)$/.exec(url.pathname)?.[1])
    const issue = this.issues.find((one) => one.number === number)
    if (route === `GET ${base}`)
      return ok({
        default_branch: 'trunk',
        permissions: { push: this.mayPush },
        archived: this.isArchived,
        has_issues: this.hasIssues,
      })
    if (route === `GET ${base}/issues`) return this.#page(url, this.#listed(url))
    if (route === `POST ${base}/issues`) return this.#createIssue(sent)
    if (route === `GET ${base}/issues/${number}` && issue) return ok(this.#shown(issue))
    if (route === `PATCH ${base}/issues/${number}` && issue)
      return ok(this.#shown(Object.assign(issue, sent)))
    if (route === `GET ${base}/pulls`) return this.#page(url, this.#listedPulls(url))
    if (route === `POST ${base}/pulls`) return this.#createPull(sent)
    return { status: 404, body: { message: 'Not Found' } }
  }

  #createIssue(sent: Record<string, unknown>): Reply {
    const { title, body, labels } = sent as unknown as ServedIssue
    this.add({ title, body, labels: this.dropsLabels ? [] : labels })
    return { status: 201, body: this.#shown(this.issues.at(-1) as ServedIssue) }
  }

  #createPull(sent: Record<string, unknown>): Reply {
    const { title, body, head, base } = sent as Record<string, string>
    const ref = String(head).replace(/^[^:]*:/, '')
    if (this.pulls.some((pull) => pull.head.ref === ref && pull.state === 'open'))
      return invalid(`A pull request already exists for ${head}.`)
    const words = { title: String(title), body: String(body), base: String(base) }
    const pull = { number: this.#nextNumber(), state: 'open', ...words }
    this.pulls.push({ ...pull, head: { ref, sha: this.commitOf(ref) } })
    return { status: 201, body: this.#shownPull(this.pulls.at(-1) as ServedPull) }
  }

  #listed({ searchParams }: URL): unknown[] {
    const label = searchParams.get('labels') ?? ''
    const state = searchParams.get('state')
    return this.issues
      .filter((issue) => issue.labels.includes(label) && (state === 'all' || issue.state === state))
      .map((issue) => this.#shown(issue))
  }

  #listedPulls({ searchParams }: URL): unknown[] {
    const ref = searchParams.get('head')?.replace(/^[^:]*:/, '')
    return this.pulls.filter(({ head }) => head.ref === ref).map((pull) => this.#shownPull(pull))
  }

  #page(url: URL, all: readonly unknown[]): Reply {
    const page = Number(url.searchParams.get('page') ?? 1)
    const size = Math.min(this.pageSize, Number(url.searchParams.get('per_page') ?? 30))
    const next = new URL(url)
    next.searchParams.set('page', String(page + 1))
    const isLast = page * size >= all.length
    const link = `<${next}>; rel="next", <${next}>; rel="last"`
    return ok(all.slice((page - 1) * size, page * size), isLast ? {} : { link })
  }

  #shown({ isPull = false, ...issue }: ServedIssue): unknown {
    const html_url = `https://github.com/${REPOSITORY}/issues/${issue.number}`
    const labels = issue.labels.map((name) => ({ name }))
    return { ...issue, html_url, labels, ...(isPull && { pull_request: {} }) }
  }

  #shownPull(pull: ServedPull): unknown {
    return { ...pull, html_url: `https://github.com/${REPOSITORY}/pull/${pull.number}` }
  }

  #nextNumber(): number {
    return Math.max(0, ...[...this.issues, ...this.pulls].map(({ number }) => number)) + 1
  }

  #reply(response: ServerResponse, { status, headers = {}, body }: Reply): void {
    const type = typeof body === 'string' ? 'text/html' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  }
}

function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, headers, body }
}

function invalid(message: string): Reply {
  return { status: 422, body: { message: 'Validation Failed', errors: [{ message }] } }
}
