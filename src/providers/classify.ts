/** What a response means: one outcome for its credential, and what it says of limits. */
import type { CallOutcome, LimitReading } from '../model/lease.ts'
import type { Protocol } from '../model/provider.ts'
import { byStatus, type Rule } from './by-status.ts'
import { classifyAnthropic } from './classify-anthropic.ts'
import { classifyGoogle } from './classify-google.ts'
import { classifyOpenAi } from './classify-openai.ts'
import { readLimits } from './limit-readings.ts'
import { readRefusal } from './refusal.ts'
import { waitHint } from './wait-hint.ts'

const RULES: Readonly<Record<Protocol, Rule>> = {
  google: classifyGoogle,
  anthropic: classifyAnthropic,
  openai: classifyOpenAi,
  'openai-chat': classifyOpenAi,
  'openai-compatible': classifyOpenAi,
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
  const refusal = readRefusal(status, body)
  const readings = readLimits(protocol, headers, refusal)
  if (refusal === undefined) return { outcome: { kind: 'ok' }, readings, message: '' }
  const refused = { ...refusal, waitMs: waitHint(headers, refusal, now), now }
  const outcome = RULES[protocol](refused) ?? byStatus(refused)
  return { outcome, readings, message: refusal.message }
}
