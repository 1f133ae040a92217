/** What a refusal means by its status, where the provider's own words do not say more. */
import type { CallOutcome } from '../../model/calls/lease.ts'
import type { ErrorResponse } from './error-response.ts'

/** A refusal with the provider's hint, as the rules of the protocols read it. */
export interface Refused extends ErrorResponse {
  readonly waitMs: number | undefined
  readonly now: number
}

/** Which outcome it is, or undefined if the status says it all. */
export type Rule = (refused: Refused) => CallOutcome | undefined

export function byStatus(refused: Refused): CallOutcome {
  const { status } = refused
  if (status === 0) return { kind: 'unreadable' }
  if (status === 401) return { kind: 'invalid' }
  if (status === 402) return { kind: 'billing' }
  if (status === 403) return forbidden(refused)
  if (status === 413) return { kind: 'too-big' }
  if (status === 429) return { kind: 'rate', ...hint(refused) }
  // 498 and 499 are a lack of capacity and a broken connection, whatever their first digit.
  if (status >= 500 || [408, 409, 425, 498, 499].includes(status)) return { kind: 'down', status }
  return { kind: 'caller' }
}

export function hint({ waitMs }: Refused): { readonly waitMs?: number } {
  return waitMs === undefined ? {} : { waitMs }
}

/** A key may be fine and yet not be allowed this place or this prompt, or this model. */
const NOT_THE_KEY = /country|region|territory|location|moderation|flagged|policy/i

function forbidden({ message, words, isPage }: Refused): CallOutcome {
  if (/missing scopes/i.test(message)) return { kind: 'invalid' }
  if (isPage || words.has('forbidden') || NOT_THE_KEY.test(message)) return { kind: 'caller' }
  return { kind: /models?\b/i.test(message) ? 'not-here' : 'invalid' }
}
