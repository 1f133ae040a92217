import { describe, expect, test } from 'vitest'
import { simulatedKey } from '../../test/rig/simulate-pool.ts'
import type { LimitReading } from '../model/calls/lease.ts'
import type { Protocol } from '../model/calls/provider.ts'
import type { Charge } from './budget.ts'
import { cooldownAfter } from './cooldown.ts'
import { PooledCredential } from './pooled-credential.ts'
import { Quota } from './quota.ts'

const NOW = Date.UTC(2026, 10, 15, 18)
const CALL = { input: 10, output: 10, mostOutput: 10 }

describe('without a known limit', () => {
  test('calls at once start with four and grow with every answer', () => {
    const quota = newQuota('openai')
    expect(quota.free(NOW)).toBe(4)
    quota.grow(1, NOW)
    quota.grow(2, NOW)
    expect(quota.free(NOW)).toBe(6)
  })

  test('answers to calls from before a refusal do not end the caution after it', () => {
    const quota = newQuota('openai', { requestsPerMinute: 100 })
    refuse(quota, 'rate')
    for (const before of [1, 2, 3, 4]) quota.grow(before, NOW)
    expect(quota.free(NOW)).toBe(1)
    quota.grow(5, NOW)
    expect(quota.free(NOW)).toBe(Number.POSITIVE_INFINITY)
  })

  test('a limit that is only a guess does not free all calls at once', () => {
    const quota = newQuota('google')
    const charges = Array.from({ length: 16 }, () => quota.charge(CALL, NOW))
    refuse(quota, 'rate', charges.at(-1))
    for (const one of charges) quota.close(one)
    expect(quota.budgets.isKnown).toBe(true)
    const grown = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((lease) => {
      quota.grow(lease, NOW)
      return quota.free(NOW)
    })
    expect(grown).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('after a refusal one call goes, then more up to half of what was too much, then slowly', () => {
    const quota = newQuota('openai')
    for (let call = 0; call < 4; call++) quota.charge(CALL, NOW)
    refuse(quota, 'rate')
    expect(quota.free(NOW)).toBe(1 - 4)
    const grown = [5, 6, 7, 8].map((lease) => {
      quota.grow(lease, NOW)
      return quota.free(NOW) + 4
    })
    expect(grown).toEqual([2, 2, 2, 3])
  })

  test('traffic that grew too fast continues with half of it', () => {
    const quota = newQuota('openai')
    for (let call = 0; call < 4; call++) quota.charge(CALL, NOW)
    refuse(quota, 'ramp')
    expect(quota.free(NOW) + 4).toBe(2)
  })

  test('two calls keep a little apart, so that a refusal is heard in between', () => {
    const quota = newQuota('openai')
    quota.charge(CALL, NOW)
    expect(quota.readyAt(CALL, NOW)).toBe(NOW + 10)
  })

  test('a limit that was only guessed is tried a little higher after some windows', () => {
    const quota = newQuota('google')
    const charges = Array.from({ length: 5 }, () => quota.charge(CALL, NOW)).at(-1) ?? []
    quota.budgets.guess(charges, NOW)
    quota.grow(6, NOW + 179_000)
    expect(quota.budgets.headroom(CALL, NOW + 179_000)).toBe(3 / 4)
    quota.grow(7, NOW + 180_000)
    expect(quota.budgets.headroom(CALL, NOW + 180_000)).toBe(5 / 6)
  })

  test('a stray refusal says little: not of the first calls, and no less than an earlier window held', () => {
    const quota = newQuota('google')
    quota.budgets.guess(quota.charge(CALL, NOW), NOW)
    expect(quota.budgets.isKnown).toBe(false)
    for (let call = 0; call < 100; call++) quota.charge(CALL, NOW)
    const later = NOW + 70_000
    const charges = Array.from({ length: 10 }, () => quota.charge(CALL, later)).at(-1) ?? []
    quota.budgets.guess(charges, later)
    expect(quota.budgets.levels(later)).toMatchObject([{ limit: 101 }])
  })
})

describe('what the provider says is left', () => {
  const told = (remaining: number, limit = 100): LimitReading[] => [
    { dimension: 'requests', per: 'minute', limit, remaining },
  ]

  test('counts less what surely came later, not what may have overtaken the call', () => {
    const quota = newQuota('openai', { requestsPerMinute: 100 })
    const first = quota.charge(CALL, NOW)
    quota.charge(CALL, NOW + 50)
    for (let call = 0; call < 10; call++) quota.charge(CALL, NOW + 200)
    quota.budgets.read(told(20), first, NOW + 200)
    // As of the answer 20 + 1 for rounding, less 3 that are never used, and one more call. As of
    // the arrival it would be less: 20 + 1 + 0.33 since - 10 that came later.
    expect(quota.budgets.headroom(CALL, NOW + 200)).toBeCloseTo(0.17, 3)
  })

  test('is not raised by what may not have arrived', () => {
    const quota = newQuota('openai', { requestsPerMinute: 100 })
    const first = quota.charge(CALL, NOW)
    for (let call = 0; call < 20; call++) quota.charge(CALL, NOW + 1)
    const before = quota.budgets.headroom(CALL, NOW + 1)
    for (let time = 0; time < 5; time++) quota.budgets.read(told(99), first, NOW + 1)
    expect(quota.budgets.headroom(CALL, NOW + 1)).toBeCloseTo(before, 3)
  })

  test('of a larger limit than config allows does not raise what we may use', () => {
    const quota = newQuota('openai', { requestsPerMinute: 10 })
    const charges = quota.charge(CALL, NOW)
    for (const charge of charges) charge.budget.close(charge)
    for (let call = 0; call < 8; call++) quota.charge(CALL, NOW)
    for (let time = 0; time < 9; time++) quota.budgets.read(told(990, 1_000), charges, NOW)
    expect(quota.readyAt(CALL, NOW)).toBeGreaterThan(NOW)
  })
})

describe('a rest', () => {
  const jitter = () => 0
  const restOn = (outcome: Parameters<typeof cooldownAfter>[0], last?: number) =>
    cooldownAfter(outcome, {
      strikes: 0,
      lastCooldown:
        last === undefined ? undefined : { until: last, why: 'day-quota', isHinted: true },
      now: NOW,
      jitter,
    })

  test('for the day ends at the midnight that counts, or when the quota trickles back', () => {
    const midnight = (resets: 'midnight-pacific' | 'midnight-utc') =>
      restOn({ kind: 'day-quota', resets }).until
    expect(midnight('midnight-pacific')).toBe(Date.UTC(2026, 10, 16, 8))
    expect(midnight('midnight-utc')).toBe(Date.UTC(2026, 10, 16))
    expect(restOn({ kind: 'day-quota', waitMs: 432_000 }).until).toBe(NOW + 432_000)
  })

  test('for the day that is refused again right after its end is short', () => {
    const again = { kind: 'day-quota', resets: 'midnight-utc' } as const
    expect(restOn(again, NOW - 1_000).until).toBe(NOW + 600_000)
    expect(restOn(again, NOW - 80_000_000).until).toBe(Date.UTC(2026, 10, 16))
  })

  test('over a bill ends when the provider says, else half an hour later', () => {
    expect(restOn({ kind: 'billing', until: NOW + 5 })).toMatchObject({ until: NOW + 5 })
    expect(restOn({ kind: 'billing' })).toMatchObject({ until: NOW + 1_800_000, isHinted: false })
  })
})

function newQuota(protocol: Protocol, limits = {}): Quota {
  const credential = new PooledCredential(simulatedKey('a', { protocol, limits }))
  return new Quota({ scope: 'a', model: 'm', protocol, credentials: [credential], now: NOW })
}

function refuse(quota: Quota, kind: 'rate' | 'ramp', charges: readonly Charge[] = []): void {
  const facts = { lease: 4, newestLease: 4, charges, readings: [] }
  quota.refuse({ kind, waitMs: 1 }, { ...facts, now: NOW, jitter: () => 0 })
}
