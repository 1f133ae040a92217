/** Each credential in a run: calls, refusals, final state. */

import type { EventOf } from '../../model/event.ts'
import { formatTime } from '../words/time-words.ts'

type Rest = EventOf<'credential-rested'>

export type CredentialSummary = ReturnType<typeof unused>

function unused(id: string) {
  return {
    id,
    calls: 0,
    answered: 0,
    /** Refused by a limit: of the minute, the day, or how fast traffic may grow. */
    rateLimited: 0,
    /** Refused because of the key itself. */
    notAccepted: 0,
    /** Its last cooldown, even if it is over; `until` may be after the end of the run. */
    rest: null as Pick<Rest, 'why' | 'until'> | null,
    /** The provider does not accept it any more. */
    rejected: false,
  }
}

export class CredentialTally {
  readonly #credentials = new Map<string, CredentialSummary>()

  add(event: EventOf<'credential-rested' | 'credential-rejected'>): void {
    const credential = this.#of(event.credential)
    if (event.type === 'credential-rejected') credential.rejected = true
    else credential.rest = { why: event.why, until: event.until }
  }

  granted(id: string): void {
    this.#of(id).calls += 1
  }

  /** A lease has ended with this kind of outcome, if any. */
  returned(id: string, kind: string | undefined): void {
    const credential = this.#of(id)
    if (kind === 'ok') credential.answered += 1
    if (kind === 'invalid') credential.notAccepted += 1
    if (isRateLimit(kind)) credential.rateLimited += 1
  }

  list(): CredentialSummary[] {
    return [...this.#credentials.values()].sort((a, b) =>
      a.id.localeCompare(b.id, 'en', { numeric: true }),
    )
  }

  #of(id: string): CredentialSummary {
    const credential = this.#credentials.get(id) ?? unused(id)
    this.#credentials.set(id, credential)
    return credential
  }
}

export function isRateLimit(kind: string | undefined): boolean {
  return kind === 'rate' || kind === 'ramp' || kind === 'day-quota'
}

/** Credentials with problems, one line each. */
export function credentialLines(credentials: readonly CredentialSummary[], now: number): string[] {
  return credentials.flatMap((credential) => {
    const state = stateWords(credential, now)
    return state === '' ? [] : [`  Credential ${credential.id}: ${state}`]
  })
}

export function credentialTable(credentials: readonly CredentialSummary[], now: number): string[] {
  if (credentials.length === 0) return []
  const rows = credentials.map(
    (credential) =>
      `| ${credential.id} | ${credential.calls} | ${credential.answered} | ${credential.rateLimited} | ${stateWords(credential, now)} |`,
  )
  const head = '| Credential | Calls | Answered | Rate-limited | State |'
  return [head, '| --- | --- | --- | --- | --- |', ...rows]
}

/** Why credentials of a scope are not used. */
export const COOLDOWN = {
  rate: 'rate-limited',
  'day-quota': 'daily quota used up',
  billing: 'blocked by its bill or spending limit',
} as const

function stateWords(credential: CredentialSummary, now: number): string {
  const { calls, rateLimited, notAccepted, rejected, rest } = credential
  if (rejected) return `not accepted any more, after ${calls} calls; check or replace its API key`
  const words = [
    rest !== null && rest.until > now
      ? `${COOLDOWN[rest.why]} until ${formatTime(rest.until, now)}`
      : '',
    rateLimited > 0 ? `${rateLimited} of ${calls} calls refused by a rate limit` : '',
    notAccepted > 0 ? `not accepted in ${notAccepted} of ${calls} calls` : '',
  ]
  return words.filter((text) => text !== '').join('; ')
}
