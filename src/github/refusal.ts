/** What an error of Octokit means: one reason, GitHub's own words, and when to come back. */

import { addressOf, codeOf } from '../model/calls/network-fault.ts'
import type { GitHubProblem } from '../model/failure.ts'

/** On its way up from a request to where it becomes a failure. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** `token`: it is not accepted at all. */
  readonly why: 'token' | GitHubProblem
  readonly until: number | null

  constructor(why: Refused['why'], message: string, until: number | null = null) {
    super(message)
    this.why = why
    this.until = until
  }
}

interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly data: unknown
}

/** A secondary limit that does not say how long it lasts. */
const UNHINTED_MS = 60_000
const MOST_CHARACTERS = 300

/** Nothing of the error itself is kept: it may repeat the token. */
export function refusedBy(
  error: unknown,
  { now, baseUrl, redact }: { now: number; baseUrl: string; redact: (text: string) => string },
): Refused {
  const response = responseOf(error)
  if (response === undefined)
    return new Refused('unreachable', redact(`${codeOf(error)} ${addressOf(new URL(baseUrl))}`))
  const message = redact(`HTTP ${response.status}: ${short(messageIn(response.data))}`)
  const until = restOf(response, now)
  return new Refused(until === null ? whyOf(response.status) : 'rate-limit', message, until)
}

function whyOf(status: number): Refused['why'] {
  if (status === 401) return 'token'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'missing'
  return status >= 500 ? 'unavailable' : 'refused'
}

/** Until when GitHub wants not to be asked, if that is what it says. */
function restOf({ status, headers, data }: Response, now: number): number | null {
  if (status !== 403 && status !== 429) return null
  const after = numberIn(headers['retry-after'])
  if (after !== undefined) return now + Math.max(1, after) * 1_000
  const reset = numberIn(headers['x-ratelimit-reset'])
  if (numberIn(headers['x-ratelimit-remaining']) === 0 && reset !== undefined) {
    const serverNow = Date.parse(String(headers.date)) // its clock and ours may differ
    const ahead = reset * 1_000 - (Number.isNaN(serverNow) ? now : serverNow)
    return now + Math.max(1_000, ahead)
  }
  const isLimit = status === 429 || /rate limit|abuse detection/i.test(messageIn(data))
  return isLimit ? now + UNHINTED_MS : null
}

function responseOf(error: unknown): Response | undefined {
  return typeof error === 'object' && error !== null && 'response' in error
    ? (error.response as Response | undefined)
    : undefined
}

function messageIn(data: unknown): string {
  if (typeof data === 'string') return data.replace(/<[^>]*>/g, ' ')
  const { message, errors } = (data ?? {}) as { message?: unknown; errors?: unknown }
  const details = Array.isArray(errors) ? errors.map(detailIn).filter(Boolean) : []
  return [typeof message === 'string' ? message : '', ...details].filter(Boolean).join('; ')
}

function detailIn(error: unknown): string {
  if (typeof error === 'string') return error
  const { message, field, code } = (error ?? {}) as Record<string, unknown>
  return typeof message === 'string' ? message : [field, code].filter(Boolean).join(' ')
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
}

function numberIn(header: unknown): number | undefined {
  const text = String(header ?? '').trim()
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
