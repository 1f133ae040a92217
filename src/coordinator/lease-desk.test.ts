import { expect, test } from 'vitest'
import { simulatedKey } from '../../test/rig/simulate-pool.ts'
import { leaseRequestFor } from '../../test/rig/test-pool.ts'
import type { Fact } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import { leaseDesk } from './lease-desk.ts'
import { localPool } from './local-pool.ts'

function deskWithOneSlot(
  hasStarted: (item: ItemId) => boolean,
  noRoom: () => Failure | undefined = () => undefined,
) {
  const refused: ItemId[] = []
  const granted: { item: ItemId; lease: number }[] = []
  const time = { now: 0 }
  const clock = { now: () => time.now, sleepUntil: () => new Promise<void>(() => {}) }
  const desk = leaseDesk({
    openPool: (listener) =>
      localPool({
        credentials: [simulatedKey('a', { concurrency: 1 })],
        cost: { runCost: 1, itemCost: 1 },
        leaseMs: 600_000,
        jitter: () => 0,
        remembered: [],
        levels: [],
        clock,
        memory: { recordRest: async () => {}, recordLevels: async () => {} },
        listener,
      }),
    clock,
    emit: (fact: Fact) => {
      if (fact.type === 'lease-granted') granted.push(fact)
      if (fact.type === 'lease-refused') refused.push(fact.item)
    },
    send: () => {},
    hasStarted,
    cost: { runCost: 1, itemCost: 1 },
    onRunCost: () => {},
    noRoom,
  })
  const request = leaseRequestFor({ model: 'm' })
  const want = (item: string) =>
    desk.want(item as ItemId, { type: 'lease-wanted', call: 1, ask: 1, request })
  const settleLast = () => {
    const { item, lease } = granted.at(-1) as { item: ItemId; lease: number }
    const settlement = { outcome: { kind: 'ok' as const }, readings: [] }
    desk.settle(item, { type: 'lease-settled', lease, settlement })
  }
  return { desk, time, want, settleLast, refused, order: () => granted.map(({ item }) => item) }
}

test('an item that has begun goes before one that has not; else whoever waits longest', () => {
  const begun: Record<string, boolean> = { holder: false, fresh: false, early: true, late: true }
  const { time, want, settleLast, order } = deskWithOneSlot((item) => begun[item] ?? false)
  for (const item of Object.keys(begun)) {
    time.now += 100
    want(item)
  }
  for (let turn = 0; turn < 3; turn++) {
    time.now += 100
    settleLast()
  }
  expect(order()).toEqual(['holder', 'early', 'late', 'fresh'])
})

test('time with a key counts against waiting', () => {
  const { time, want, settleLast, order } = deskWithOneSlot(() => true)
  want('long')
  time.now += 1_000
  settleLast()
  want('holder')
  time.now += 10
  want('long')
  time.now += 500
  want('short')
  settleLast()
  expect(order()).toEqual(['long', 'holder', 'short'])
})

test('while an answer could not be saved nobody gets a key, whoever waits for one is told', () => {
  const disk: { failure?: Failure } = {}
  const { time, want, settleLast, refused, order } = deskWithOneSlot(
    () => true,
    () => disk.failure,
  )
  want('first')
  want('second')
  disk.failure = { reason: 'state-unusable', message: 'no room', problem: 'full' }
  settleLast()
  want('third')
  expect(refused).toEqual(['second', 'third'])
  delete disk.failure
  time.now += 100
  want('second')
  expect(order()).toEqual(['first', 'second'])
})

test('after a stop nobody gets a key any more, whoever waits and whoever asks', () => {
  const { desk, time, want, settleLast, order } = deskWithOneSlot(() => true)
  for (const item of ['holder', 'second', 'third']) want(item)
  desk.stop()
  time.now += 100
  settleLast()
  desk.leave('second' as ItemId)
  want('late')
  expect(order()).toEqual(['holder'])
})
