import { isErrorResponse } from '../answer.ts'
import { type CallToAnswer, factsOf, RETRY_AFTER_MS } from '../answer-call.ts'
import { providerOf } from '../limits/limits.ts'
import { writeJson } from '../protocols/write-answer.ts'
import { findRule } from '../scenario/rules.ts'
import type { Found } from './lookup.ts'
import { hasModel } from './models.ts'

/** At once, and whatever the limits; a rule may refuse it with an error, and its model may be missing. */
export function answerLookup(
  { response, protocol, provider, entry }: Omit<CallToAnswer, 'call'>,
  { call, body }: Found,
): void {
  const arrival = provider.state.arrive(call)
  entry.asked(call, [])
  const facts = factsOf({ call, provider }, arrival)
  const rule = findRule(provider.rules, call, arrival)?.answer ?? {}
  const isThere = call.model === '' || hasModel(provider.models, providerOf(call), call.model)
  const scripted = rule.error !== undefined && isErrorResponse(rule.error) ? rule.error : undefined
  const kind = scripted ?? (isThere ? undefined : 'not-found')
  if (kind === undefined) {
    response.once('finish', () => entry.served())
    return writeJson(response, { status: 200, headers: protocol.headers(facts), body })
  }
  entry.failed(kind)
  const { message, retryAfterMs = RETRY_AFTER_MS } = rule
  writeJson(response, protocol.refuse({ ...facts, kind, message, retryAfterMs }))
}
