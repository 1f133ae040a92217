/** What every store must do, whatever it is made of: items, runs and their locks. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LockHolder } from '../model/failure.ts'
import { itemId, type StoreAddress, workflowName } from '../model/ids.ts'
import type { RecordedOutcome } from '../model/outcome.ts'
import type { CheckpointIdentity, RecordKind } from './checkpoint.ts'
import { openItemStore, openStore, viewStore } from './open-store.ts'
import type { WrappingKey } from './seal.ts'
import type { CheckpointOf, Store } from './store.ts'

/** A store of its own, with nothing in it, and what may happen to it. */
export type NewStore = () => {
  readonly address: StoreAddress
  damageCheckpoint(of: CheckpointOf, where: 'start' | 'middle'): void
}

/** Closed with the test, if it has not been closed before. */
export function closedAtEnd<T extends { close(): Promise<void> }>(store: T): T {
  onTestFinished(() => store.close())
  return store
}

export function opened(address: StoreAddress): Store {
  return closedAtEnd(openStore(address))
}

const workflow = workflowName('lld')
const item = itemId('42')
const done: RecordedOutcome = {
  item,
  outcome: 'done',
  inputHash: 'a',
  run: 'r-1',
  at: 5,
  mock: false,
  label: 'LLD-42',
  command: 'agentos lld 42',
}

export function describeCheckpoint(newStore: NewStore, keys: readonly WrappingKey[]): void {
  const identity: CheckpointIdentity = { inputHash: 'a', workflowVersion: 1, mock: false }
  const of: CheckpointOf = { workflow, item, mock: false }
  const step = (key: string) => ({ kind: 'step', key }) as const

  async function newItem() {
    const { address, damageCheckpoint } = newStore()
    const store = opened(address)
    await store.checkpoints.prepare(of)
    return {
      store,
      view: viewStore(address),
      damage: (where: 'start' | 'middle') => damageCheckpoint(of, where),
      async open(as = identity) {
        const found = await openItemStore(address, of).openCheckpoint(as, { keys })
        closedAtEnd(found.checkpoint)
        return found
      },
      kept: async () => (await viewStore(address).checkpoints()).filter(({ isAside }) => isAside),
    }
  }

  describe('a checkpoint', () => {
    test('gives back what was saved, also after it was opened again', async () => {
      const { open } = await newItem()
      const { checkpoint: first } = await open()
      await first.save(step('draft'), { text: 'é', list: [1, null] })
      await first.save(step('nothing'), undefined)
      await first.close()
      const { checkpoint, setAside } = await open()
      expect(setAside).toBeUndefined()
      expect(checkpoint.read(step('draft'))).toEqual({ value: { text: 'é', list: [1, null] } })
      expect(checkpoint.read(step('nothing'))).toEqual({ value: undefined })
      expect(checkpoint.read(step('review'))).toBeUndefined()
    })

    test('takes a key once only, of each kind', async () => {
      const { open } = await newItem()
      const { checkpoint } = await open()
      const kinds: readonly RecordKind[] = ['step', 'ask', 'gate']
      for (const kind of kinds) await checkpoint.save({ kind, key: 'draft' }, kind)
      for (const kind of kinds) {
        await expect(checkpoint.save({ kind, key: 'draft' }, 2)).rejects.toThrow()
        expect(checkpoint.read({ kind, key: 'draft' })).toEqual({ value: kind })
      }
    })

    test('forgets what is refused, so that it can be saved anew', async () => {
      const { open } = await newItem()
      const { checkpoint } = await open()
      const answer = { kind: 'ask', key: 'draft' } as const
      await checkpoint.save(answer, 'nonsense')
      await checkpoint.refuse(answer)
      await checkpoint.refuse(step('draft'))
      expect(checkpoint.read(answer)).toBeUndefined()
      await checkpoint.save(answer, 'sense')
      expect(checkpoint.read(answer)).toEqual({ value: 'sense' })
    })

    test('lists the results of a kind in the order in which they were saved', async () => {
      const { open } = await newItem()
      const { checkpoint: first } = await open()
      const ask = (key: string) => ({ kind: 'ask', key }) as const
      await first.save(ask('b'), 1)
      await first.save(step('draft'), 'x')
      await first.save(ask('a'), 2)
      await first.save(ask('c'), 3)
      await first.refuse(ask('a'))
      expect(first.list('ask')).toEqual([1, 3])
      await first.close()
      const { checkpoint } = await open()
      await checkpoint.save(ask('a'), 4)
      expect(checkpoint.list('ask')).toEqual([1, 3, 4])
      await checkpoint.close()
    })

    test('is seen from outside while it is in use and afterwards, until it is removed', async () => {
      const { open, view, store } = await newItem()
      const saved = async () => {
        const work = { workflow, version: 1, mock: false }
        return (await view.savedWork(work, [{ id: item, inputHash: 'a' }])).get(item)
      }
      expect(await saved()).toBeUndefined()
      expect(await store.checkpoints.has(of)).toBe(false)
      const { checkpoint } = await open()
      const names = [step('ask me'), { kind: 'ask', key: 'ask me/draft' }] as const
      for (const name of names) await checkpoint.save(name, 1)
      expect(await saved()).toEqual({ records: names, savedAt: expect.any(Number) })
      await checkpoint.close()
      expect(await saved()).toMatchObject({ records: names })
      expect(await view.checkpoints()).toMatchObject([
        { workflow, item, isAside: false, identity: { inputHash: 'a', mock: false } },
      ])
      expect(await store.checkpoints.has(of)).toBe(true)
      await store.checkpoints.remove(of)
      expect(await store.checkpoints.has(of)).toBe(false)
      expect([await saved(), await view.checkpoints()]).toEqual([undefined, []])
    })

    test.each([
      ['done', 'done', false],
      ['failed', 'failed', true],
      ['interrupted', undefined, true],
    ] as const)(
      'is settled with the outcome and the lock of its item: %s',
      async (_, outcome, isKept) => {
        const { open, view, store } = await newItem()
        const locks = store.locksOf({ run: 'r-1', pid: 1, startedAt: 'x' }, () => true)
        await locks.take(workflow, item)
        const { checkpoint } = await open()
        await checkpoint.save(step('draft'), 1)
        await checkpoint.close()
        const unfit = { ...done, label: null as unknown as string }
        await expect(locks.settle(of, unfit)).rejects.toThrow()
        expect([await view.allOutcomes(), await store.checkpoints.has(of)]).toEqual([[], true])
        expect(await view.heldItems()).toHaveLength(1)
        await locks.settle(of, outcome && { ...done, outcome })
        expect((await store.ledger.outcome(workflow, item, false))?.outcome).toBe(outcome)
        expect([await view.heldItems(), await store.checkpoints.has(of)]).toEqual([[], isKept])
      },
    )

    test.each([
      ['another input', { ...identity, inputHash: 'b' }, 'input-changed'],
      ['another version', { ...identity, workflowVersion: 2 }, 'workflow-changed'],
      ['the mock provider', { ...identity, mock: true }, 'provider-changed'],
    ] as const)('of %s is kept aside, and the item starts over', async (_, other, why) => {
      const { open, kept } = await newItem()
      const { checkpoint: old } = await open()
      await old.save(step('draft'), 1)
      await old.close()
      const { checkpoint, setAside } = await open(other)
      expect(setAside?.why).toBe(why)
      expect(checkpoint.read(step('draft'))).toBeUndefined()
      expect(await kept()).toHaveLength(1)
    })

    test('that is damaged anywhere is kept aside, each time, and the item starts over', async () => {
      const { open, damage, kept } = await newItem()
      for (const [index, where] of (['start', 'middle'] as const).entries()) {
        const { checkpoint: whole } = await open()
        await whole.save(step('long'), 'x'.repeat(100_000))
        await whole.close()
        damage(where)
        const { checkpoint, setAside } = await open()
        expect(setAside?.why).toBe('damaged')
        await checkpoint.save(step('draft'), 1)
        await checkpoint.close()
        expect(await kept()).toHaveLength(index + 1)
      }
    })
  })
}

export function describeLedger(newStore: NewStore): void {
  describe('a ledger', () => {
    test('remembers the last outcome of each item of each workflow, also when opened again', async () => {
      const { address } = newStore()
      const first = opened(address)
      await first.ledger.record(workflow, { ...done, outcome: 'failed' })
      await first.ledger.record(workflow, done)
      const implement = workflowName('implement')
      await first.ledger.record(implement, { ...done, outcome: 'conflict' })
      await first.close()
      const store = opened(address)
      expect(await store.ledger.outcome(workflow, item, false)).toEqual(done)
      expect(await store.ledger.outcome(workflow, itemId('43'), false)).toBeUndefined()
      expect([...(await viewStore(address).outcomes(workflow, false)).values()]).toEqual([done])
      expect(await viewStore(address).allOutcomes()).toEqual([
        { ...done, outcome: 'conflict', workflow: implement },
        { ...done, workflow },
      ])
    })

    test('keeps no mock run away from what real models have refused; their success counts', async () => {
      const { address } = newStore()
      const store = opened(address)
      await store.ledger.record(workflow, { ...done, outcome: 'needs-revision' })
      expect(await store.ledger.outcome(workflow, item, true)).toBeUndefined()
      expect((await viewStore(address).outcomes(workflow, true)).size).toBe(0)
      await store.ledger.record(workflow, done)
      expect(await store.ledger.outcome(workflow, item, true)).toEqual(done)
    })

    test('shows the mock provider’s outcomes only to those who ask for them', async () => {
      const { address } = newStore()
      const { ledger } = opened(address)
      const mocked = { ...done, mock: true }
      await ledger.record(workflow, mocked)
      expect(await ledger.outcome(workflow, item, false)).toBeUndefined()
      expect(await ledger.outcome(workflow, item, true)).toEqual(mocked)
      await ledger.record(workflow, { ...done, outcome: 'failed' })
      const seen = async (mock: boolean) => [
        ...(await viewStore(address).outcomes(workflow, mock)).values(),
      ]
      expect(await seen(true)).toEqual([mocked])
      expect(await seen(false)).toMatchObject([{ outcome: 'failed' }])
      await ledger.forget(workflow, item, false)
      expect([await seen(false), await seen(true)]).toEqual([[], [mocked]])
    })

    test('that nobody has made yet is an empty one', async () => {
      const view = viewStore(newStore().address)
      expect(await view.allOutcomes()).toEqual([])
      expect(await view.gates()).toEqual([])
      expect(await view.heldItems()).toEqual([])
      expect(await view.remembered(0)).toEqual({ rests: [], levels: [] })
    })
  })
}

export function describeLocks(newStore: NewStore): void {
  const one: LockHolder = { run: 'r-1', pid: 1, startedAt: 'x' }
  const two: LockHolder = { run: 'r-2', pid: 2, startedAt: 'y' }
  const alive = () => true
  const dead = () => false

  function newLocks(isAlive: () => boolean) {
    const { address } = newStore()
    return {
      view: viewStore(address),
      first: opened(address).locksOf(one, isAlive),
      second: opened(address).locksOf(two, isAlive),
    }
  }

  describe('a lock', () => {
    test('is held by one run only, and says by whom', async () => {
      const { first, second, view } = newLocks(alive)
      expect(await first.take(workflow, item)).toEqual({ taken: true })
      expect(await second.take(workflow, item)).toEqual({ taken: false, by: one })
      expect(await second.take(workflow, itemId('43'))).toEqual({ taken: true })
      expect(await second.take(workflowName('implement'), item)).toEqual({ taken: true })
      expect(await view.heldItems()).toContainEqual({ workflow, item, holder: one })
    })

    test('of two runs that want it at once, one gets it', async () => {
      const { first, second } = newLocks(alive)
      const answers = await Promise.all([first.take(workflow, item), second.take(workflow, item)])
      expect(answers.filter(({ taken }) => taken)).toHaveLength(1)
    })

    test('is free once released, but not by releasing another’s', async () => {
      const { first, second } = newLocks(alive)
      await first.take(workflow, item)
      await second.release(workflow, item)
      expect(await second.take(workflow, item)).toMatchObject({ taken: false })
      await first.release(workflow, item)
      expect(await second.take(workflow, item)).toEqual({ taken: true })
    })

    test('left by a dead process is taken over at once, and says from whom', async () => {
      const { first, second } = newLocks(dead)
      await first.take(workflow, item)
      expect(await second.take(workflow, item)).toEqual({ taken: true, from: one })
    })
  })
}
