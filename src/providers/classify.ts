/** What a failed call means for its credential, from status, headers and body. */
import type { CallOutcome } from '../model/lease.ts'

const INVALID_KEY = /API_KEY_INVALID|invalid_api_key|authentication_error/

export function classifyResponse(status: number, headers: Headers, body: string): CallOutcome {
  if (status >= 200 && status < 300) return { kind: 'ok' }
  // Gemini answers a bad key with 400, so the body is asked before the status.
  if (status === 401 || status === 403 || INVALID_KEY.test(body)) return { kind: 'invalid' }
  if (status === 429) {
    const waitMs = waitHint(headers, body)
    return waitMs === undefined ? { kind: 'rate' } : { kind: 'rate', waitMs }
  }
  if (status === 408 || status >= 500) return { kind: 'down' }
  return { kind: 'caller' }
}

/** The provider's word on when to come back: `retry-after-ms`, `retry-after`, Gemini's retryDelay. */
function waitHint(headers: Headers, body: string): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms'))
  if (milliseconds > 0) return milliseconds
  const seconds = Number(headers.get('retry-after'))
  if (seconds > 0) return seconds * 1_000
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1]
  return delay === undefined ? undefined : Math.ceil(Number(delay) * 1_000)
}
