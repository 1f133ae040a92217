/** Whether a quota can serve a call, and what is reserved. */
import type { Expected } from '../model/calls/charge.ts'
import type { Quota } from './quota.ts'

const NEVER = Number.POSITIVE_INFINITY
const NOTHING: Expected = { input: 0, output: 0, mostOutput: 0 }

export interface Sleep {
  readonly at: number
  readonly why: 'busy' | 'cooling-down' | 'paced' | 'unusable'
}

export interface Reserved {
  readonly ticket: number
  readonly quota: Quota
  readonly at: number
  readonly expected: Expected
}

/** Whether the other call would delay the one with the reservation. */
export function wouldDelay(
  { quota, at, expected }: Reserved,
  other: Expected,
  now: number,
): boolean {
  return quota.free(now) < 2 || quota.readyAt(expected, now, other) > at
}

/** Why a quota cannot serve even the smallest call now, and until when. */
export function sleepOf(quota: Quota, now: number): Sleep | undefined {
  if (!quota.isUsable) return { at: NEVER, why: 'unusable' }
  const cooldownUntil = quota.cooldown?.until ?? 0
  if (cooldownUntil > now) return { at: cooldownUntil, why: 'cooling-down' }
  if (quota.free(now) < 1) {
    const at = Math.min(...quota.credentials.map((credential) => credential.freeAt(now)))
    return { at: at > now ? at : NEVER, why: 'busy' }
  }
  const at = quota.budgets.readyAt(NOTHING, now)
  return at > now ? { at, why: 'paced' } : undefined
}
