/** The duration of a scope's cooldown after a refusal. */
import type { CallOutcome } from '../model/calls/lease.ts'
import { nextMidnightPacific, nextMidnightUtc } from './midnight.ts'

export interface Cooldown {
  readonly until: number
  readonly why: 'rate' | 'day-quota' | 'billing'
  /** The time was given by the provider. */
  readonly isHinted: boolean
}

const FIRST_MS = 1_000
const LONGEST_MS = 60_000
/** A time given by the provider is exceeded a little, never undercut. */
const LATER_MS = 50
const LATER_AT_MIDNIGHT_MS = 30_000
/** The time of payment is unknown: one call after this long finds out. */
const BILLING_MS = 30 * 60_000
const DAY_UNKNOWN_MS = 60 * 60_000
/** The provider's new day is late: one call before long finds out. */
const DAY_AGAIN_MS = 10 * 60_000

export function cooldownAfter(
  outcome: Extract<CallOutcome, { kind: 'rate' | 'ramp' | 'day-quota' | 'billing' }>,
  options: {
    /** Refusals in a row before this one. */
    readonly strikes: number
    readonly lastCooldown: Cooldown | undefined
    readonly now: number
    readonly jitter: () => number
  },
): Cooldown {
  const { now, jitter } = options
  if (outcome.kind === 'billing') {
    const until = outcome.until ?? now + BILLING_MS
    return { until: Math.max(until, now), why: 'billing', isHinted: outcome.until !== undefined }
  }
  if (outcome.kind === 'day-quota') {
    const sinceLast = now - (options.lastCooldown?.until ?? Number.NEGATIVE_INFINITY)
    const isSoonAgain =
      options.lastCooldown?.why === 'day-quota' && sinceLast >= 0 && sinceLast < DAY_UNKNOWN_MS
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
