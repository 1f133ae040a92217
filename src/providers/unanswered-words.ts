/** The words for a request without an answer that can be used. */
import type { CallOutcome } from '../model/lease.ts'
import type { LeasedCall } from './leased-fetch.ts'

/** Undefined if the provider has given a whole answer, of whatever kind. */
export function networkWords(
  { name, timeoutMs }: Pick<LeasedCall, 'name' | 'timeoutMs'>,
  outcome: CallOutcome,
): string | undefined {
  if (outcome.kind !== 'unreachable' && outcome.kind !== 'cut') return undefined
  const { code, address } = outcome
  const where = `(${code} ${address})`
  const inTime = `within ${timeoutMs / 1_000} s`
  if (outcome.kind === 'cut')
    return code === 'TIMEOUT'
      ? `The answer of provider ${name.provider} did not end ${inTime} ${where}`
      : `Provider ${name.provider} stopped in mid-answer ${where}`
  if (code === 'TIMEOUT') return `No answer from provider ${name.provider} ${inTime} ${where}`
  return `Cannot reach provider ${name.provider} ${where}`
}

/** What the SDK says of JSON that it does not know; what is no JSON never reaches it. */
const SDK_WORDS = 'Invalid JSON response'

export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message === SDK_WORDS)
    return 'HTTP 200: JSON of an unknown form'
  return error instanceof Error ? error.message : String(error)
}
