/** How long a scope rests after a refusal. */
import type { CallOutcome } from '../model/lease.ts'
import { nextMidnightPacific, nextMidnightUtc } from './midnight.ts'

export interface Rest {
  readonly until: number
  readonly why: 'rate' | 'day-quota' | 'billing'
  /** The provider said until when. */
  readonly isHinted: boolean
}

const FIRST_MS = 1_000
const LONGEST_MS = 60_000
/** A provider's own word is followed to the letter, and a little later than that. */
const LATER_MS = 50
const LATER_AT_MIDNIGHT_MS = 30_000
/** Nobody says when a bill is paid: one call after this long finds out. */
const BILLING_MS = 30 * 60_000
const DAY_UNKNOWN_MS = 60 * 60_000
/** The new day has not begun at the provider when it should have: asked again before long. */
const DAY_AGAIN_MS = 10 * 60_000

export function restAfter(
  outcome: Extract<CallOutcome, { kind: 'rate' | 'ramp' | 'day-quota' | 'billing' }>,
  options: {
    /** Refusals in a row before this one. */
    readonly strikes: number
    readonly lastRest: Rest | undefined
    readonly now: number
    readonly jitter: () => number
  },
): Rest {
  const { now, jitter } = options
  if (outcome.kind === 'billing') {
    const until = outcome.until ?? now + BILLING_MS
    return { until: Math.max(until, now), why: 'billing', isHinted: outcome.until !== undefined }
  }
  if (outcome.kind === 'day-quota') {
    const sinceLast = now - (options.lastRest?.until ?? Number.NEGATIVE_INFINITY)
    const isSoonAgain =
      options.lastRest?.why === 'day-quota' && sinceLast >= 0 && sinceLast < DAY_UNKNOWN_MS
    const until = isSoonAgain ? now + DAY_AGAIN_MS : dayEnd(outcome, options)
    return { until, why: 'day-quota', isHinted: !isSoonAgain }
  }
  if (outcome.waitMs !== undefined) {
    return { until: now + outcome.waitMs + jitter() * LATER_MS, why: 'rate', isHinted: true }
  }
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** options.strikes)
  return { until: now + jitter() * most, why: 'rate', isHinted: false }
}

function dayEnd(
  outcome: Extract<CallOutcome, { kind: 'day-quota' }>,
  { now, jitter }: { readonly now: number; readonly jitter: () => number },
): number {
  const later = jitter() * LATER_AT_MIDNIGHT_MS
  if (outcome.resets === 'midnight-pacific') return nextMidnightPacific(now) + later
  if (outcome.resets === 'midnight-utc') return nextMidnightUtc(now) + later
  return now + (outcome.waitMs ?? DAY_UNKNOWN_MS) + jitter() * LATER_MS
}
