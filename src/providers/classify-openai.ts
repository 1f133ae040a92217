/**
 * OpenAI and all that speak like it: Groq, OpenRouter, vLLM, Ollama. The code tells money from
 * rate; only the message tells a day's limit from a minute's.
 */
import { hint, type Rule } from './by-status.ts'

const NO_MONEY = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
  'blocked_api_access',
  'payment_required',
])
const BAD_KEY = new Set(['invalid_api_key', 'account_deactivated', 'authentication'])
const TOO_BIG = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
  'weight_exceeds_budget',
])
const TOO_BIG_WORDS = /request too large|maximum context length|context (window|size)/i
const DOWN = new Set(['provider_overloaded', 'provider_unavailable', 'server_is_overloaded'])
/** The first window that is named is the one that was passed; others may be advertised after it. */
const WINDOW = /per[- ]min|per[- ]day|\bdaily\b|limit_rp[md]|\([RIOT]+P[MD]\)/i

export const classifyOpenAi: Rule = (refused) => {
  const { status, words, message } = refused
  const has = (known: ReadonlySet<string>) => [...words].some((word) => known.has(word))
  // It passes: money is held back for calls that are still under way.
  if (words.has('in_flight_budget_exhausted')) return { kind: 'rate', ...hint(refused) }
  if (has(TOO_BIG)) return { kind: 'too-big' }
  if (has(NO_MONEY) || /^key limit exceeded/i.test(message)) return { kind: 'billing' }
  if (has(BAD_KEY)) return { kind: 'invalid' }
  if (words.has('slow_down')) return { kind: 'ramp', ...hint(refused) }
  if (has(DOWN)) return { kind: 'down', status }
  if ([400, 413, 429].includes(status) && TOO_BIG_WORDS.test(message)) return { kind: 'too-big' }
  if (words.has('usage_limit_reached')) return { kind: 'day-quota', ...hint(refused) }
  if (status !== 429) return undefined
  if (/day|daily|pd/i.test(WINDOW.exec(message)?.[0] ?? '')) {
    const isOpenRouter = /free-models-per-day|limit_rpd/.test(message)
    return { kind: 'day-quota', ...(isOpenRouter ? { resets: 'midnight-utc' } : hint(refused)) }
  }
  return /overloaded/i.test(message) ? { kind: 'down', status } : undefined
}
