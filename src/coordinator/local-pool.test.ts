import { expect, test } from 'vitest'
import { simulatedKey } from '../../test/rig/simulate-pool.ts'
import { leaseRequestFor } from '../../test/rig/test-pool.ts'
import type { RememberedLevel, RememberedRest, Settlement } from '../model/calls/lease.ts'
import type { ItemId } from '../model/ids.ts'
import { localPool } from './local-pool.ts'
import type { PoolNews } from './pool.ts'

const request = leaseRequestFor({ model: 'm' })
const item = 'a' as ItemId

/** A pool of one key, with all that it says, keeps and waits for. */
function newPool() {
  const time = { now: 0 }
  const alarms: { at: number; ring: () => void; signal: AbortSignal | undefined }[] = []
  const news: PoolNews[] = []
  const kept: { rests: RememberedRest[]; levels: RememberedLevel[][] } = { rests: [], levels: [] }
  let due = 0
  const pool = localPool({
    credentials: [simulatedKey('a', { concurrency: 1 })],
    cost: { runCost: 1, itemCost: 1 },
    leaseMs: 1_000,
    jitter: () => 0,
    remembered: [],
    levels: [],
    clock: {
      now: () => time.now,
      sleepUntil: (at, signal) =>
        new Promise<void>((ring) => void alarms.push({ at, ring, signal })),
    },
    memory: {
      recordRest: async (rest) => void kept.rests.push(rest),
      recordLevels: async (levels) => void kept.levels.push([...levels]),
    },
    listener: { onDue: () => due++, onNews: (one) => news.push(one) },
  })
  const take = () => {
    const taken = news.splice(0)
    return {
      decisions: taken.flatMap(({ decisions }) => decisions),
      returned: taken.flatMap(({ returned }) => returned),
      facts: taken.flatMap(({ facts }) => facts),
    }
  }
  return { pool, time, alarms, kept, take, due: () => due }
}

const ok: Settlement = { outcome: { kind: 'ok' }, readings: [] }

test('calls are answered when they are handed over, under their tickets', () => {
  const { pool, time, take } = newPool()
  const first = pool.acquire({ item, request, order: 1 })
  const second = pool.acquire({ item, request, order: 2 })
  const third = pool.acquire({ item, request, order: 3 })
  pool.cancel(second)
  expect(take().decisions).toEqual([])
  pool.submit()
  expect(take().decisions).toMatchObject([
    { type: 'granted', ticket: first, lease: 1 },
    { type: 'queued', ticket: third },
  ])
  time.now = 100
  pool.settle(1, ok)
  expect(take()).toMatchObject({ returned: [{ lease: 1, settlement: ok }], decisions: [] })
  pool.submit()
  expect(take().decisions).toMatchObject([{ type: 'granted', ticket: third, lease: 2 }])
})

test('a lease that nobody gives back comes back by itself, when the alarm has rung', async () => {
  const { pool, time, alarms, take, due } = newPool()
  pool.acquire({ item, request, order: 1 })
  pool.submit()
  const waiting = pool.acquire({ item, request, order: 2 })
  pool.submit()
  take()
  const alarm = alarms.at(-1)
  expect(alarm).toMatchObject({ at: 1_000, signal: { aborted: false } })
  time.now = 1_000
  alarm?.ring()
  await expect.poll(due).toBe(1)
  pool.submit()
  expect(take()).toMatchObject({
    returned: [{ lease: 1, settlement: { outcome: { kind: 'lost' } } }],
    decisions: [{ type: 'granted', ticket: waiting }],
  })
})

test('a used-up quota is kept before it is reported, levels now and then and at the end', async () => {
  const { pool, time, kept, take } = newPool()
  pool.acquire({ item, request, order: 1 })
  pool.submit()
  take()
  time.now = 5_000
  pool.settle(1, { outcome: { kind: 'day-quota' }, readings: [] })
  pool.submit()
  expect(take().facts).toContainEqual(expect.objectContaining({ type: 'credential-rested' }))
  expect(kept.rests).toMatchObject([{ provider: request.provider, why: 'day-quota' }])
  expect(kept.levels).toHaveLength(1)
  pool.submit()
  expect(kept.levels).toHaveLength(1)
  await pool.close()
  expect(kept.levels).toHaveLength(2)
})
