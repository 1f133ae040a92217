/** What a response means: one outcome for its credential, and what it says of limits. */
import type { CallOutcome, LimitReading } from '../../model/calls/lease.ts'
import type { Protocol } from '../../model/calls/provider.ts'
import { anthropicLimits, classifyAnthropic } from './anthropic.ts'
import { byStatus, type Rule } from './by-status.ts'
import { type ErrorResponse, readErrorResponse } from './error-response.ts'
import { classifyGoogle, googleLimits } from './google.ts'
import { oneForEach } from './limit-reading.ts'
import { classifyOpenAi, openAiLimits } from './openai.ts'
import { waitHint } from './wait-hint.ts'

interface Dialect {
  readonly rule: Rule
  readonly limits: (headers: Headers, refusal: ErrorResponse | undefined) => LimitReading[]
}

const OPENAI: Dialect = { rule: classifyOpenAi, limits: openAiLimits }
const DIALECTS: Readonly<Record<Protocol, Dialect>> = {
  google: { rule: classifyGoogle, limits: googleLimits },
  anthropic: { rule: classifyAnthropic, limits: anthropicLimits },
  openai: OPENAI,
  'openai-chat': OPENAI,
  'openai-compatible': OPENAI,
}

export interface Classified {
  readonly outcome: CallOutcome
  readonly readings: readonly LimitReading[]
  /** The provider's words, if it refused; empty if it said nothing. */
  readonly message: string
}

export function classify(response: {
  readonly protocol: Protocol
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly now: number
}): Classified {
  const { protocol, status, headers, body, now } = response
  const refusal = readErrorResponse(status, body)
  const { rule, limits } = DIALECTS[protocol]
  // The words of a refusal come last: they count more than the headers beside them.
  const readings = oneForEach(limits(headers, refusal))
  if (refusal === undefined) return { outcome: { kind: 'ok' }, readings, message: '' }
  const refused = { ...refusal, waitMs: waitHint(headers, refusal, now), now }
  const outcome = rule(refused) ?? byStatus(refused)
  return { outcome, readings, message: refusal.message }
}
