import { expect, test } from 'vitest'
import { simulatedKey } from '../../test/rig/simulate-pool.ts'
import { CredentialPool } from '../credentials/pool.ts'
import type { Fact } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import { LeaseDesk } from './lease-desk.ts'

test('an item that has begun goes before one that has not; else whoever waits longest', () => {
  const begun: Record<string, boolean> = { holder: false, fresh: false, early: true, late: true }
  const granted: { item: string; lease: number }[] = []
  let now = 0
  const desk = new LeaseDesk({
    pool: new CredentialPool({
      credentials: [simulatedKey('a', { concurrency: 1 })],
      cost: { runCost: 1, itemCost: 1 },
      leaseMs: 600_000,
      jitter: () => 0,
      remembered: [],
      levels: [],
    }),
    clock: { now: () => now, sleepUntil: () => new Promise(() => {}) },
    emit: (fact: Fact) => {
      if (fact.type === 'lease-granted') granted.push(fact)
    },
    send: () => {},
    hasBegun: (item) => begun[item] ?? false,
    itemCost: 1,
    onRunCost: () => {},
    memory: { rests: () => [], recordRest() {}, levels: () => [], recordLevels() {}, close() {} },
  })
  const request = { provider: 'p', model: 'm', inputTokens: 1, outputTokens: 1, cost: null }
  for (const item of Object.keys(begun)) {
    now += 100
    desk.want(item as ItemId, { type: 'lease-wanted', call: 1, request })
  }
  for (let turn = 0; turn < 3; turn++) {
    now += 100
    const { item, lease } = granted.at(-1) as { item: ItemId; lease: number }
    const settlement = { outcome: { kind: 'ok' as const }, readings: [] }
    desk.settle(item, { type: 'lease-settled', lease, settlement })
  }
  expect(granted.map(({ item }) => item)).toEqual(['holder', 'early', 'late', 'fresh'])
})
