/** What every store of runs and their items must do, whatever it is made of. */
import { describe, expect, test } from 'vitest'
import type { LockHolder } from '../model/failure.ts'
import { itemId, workflowName } from '../model/ids.ts'
import type { RecordedOutcome } from '../model/recorded-outcome.ts'
import type { CheckpointIdentity, OpenedCheckpoint } from './checkpoint.ts'
import type { Ledger, Locks } from './ledger.ts'

const workflow = workflowName('lld')
const item = itemId('42')

export function describeCheckpoint(
  newStore: () => {
    open(identity: CheckpointIdentity): OpenedCheckpoint
    damage(where: 'start' | 'middle'): void
    kept(): number
  },
): void {
  const identity: CheckpointIdentity = { inputHash: 'a', workflowVersion: 1, mock: false }

  describe('a checkpoint', () => {
    test('gives back what was saved, also after it was opened again', () => {
      const store = newStore()
      const first = store.open(identity).checkpoint
      first.save('draft', { text: 'é', list: [1, null] })
      first.save('nothing', undefined)
      first.close()
      const { checkpoint, setAside } = store.open(identity)
      expect(setAside).toBeUndefined()
      expect(checkpoint.read('draft')).toEqual({ value: { text: 'é', list: [1, null] } })
      expect(checkpoint.read('nothing')).toEqual({ value: undefined })
      expect(checkpoint.read('review')).toBeUndefined()
      checkpoint.close()
    })

    test('takes a key once only', () => {
      const { checkpoint } = newStore().open(identity)
      checkpoint.save('draft', 1)
      expect(() => checkpoint.save('draft', 2)).toThrow()
      expect(checkpoint.read('draft')).toEqual({ value: 1 })
      checkpoint.close()
    })

    test('forgets what is refused, so that it can be saved anew', () => {
      const { checkpoint } = newStore().open(identity)
      checkpoint.save('ask', 'nonsense')
      checkpoint.refuse('ask')
      expect(checkpoint.read('ask')).toBeUndefined()
      checkpoint.save('ask', 'sense')
      expect(checkpoint.read('ask')).toEqual({ value: 'sense' })
      checkpoint.close()
    })

    test.each([
      ['another input', { ...identity, inputHash: 'b' }, 'input-changed'],
      ['another version', { ...identity, workflowVersion: 2 }, 'workflow-changed'],
      ['the offline provider', { ...identity, mock: true }, 'provider-changed'],
    ] as const)('of %s is kept aside, and the item starts over', (_, other, why) => {
      const store = newStore()
      const old = store.open(identity).checkpoint
      old.save('draft', 1)
      old.close()
      const { checkpoint, setAside } = store.open(other)
      expect(setAside?.why).toBe(why)
      expect(checkpoint.read('draft')).toBeUndefined()
      expect(store.kept()).toBe(1)
      checkpoint.close()
    })

    test('that is damaged anywhere is kept aside, each time, and the item starts over', () => {
      const store = newStore()
      for (const [index, where] of (['start', 'middle'] as const).entries()) {
        const times = index + 1
        const { checkpoint: whole } = store.open(identity)
        whole.save('long', 'x'.repeat(100_000))
        whole.close()
        store.damage(where)
        const { checkpoint, setAside } = store.open(identity)
        expect(setAside?.why).toBe('damaged')
        checkpoint.save('draft', 1)
        checkpoint.close()
        expect(store.kept()).toBe(times)
      }
    })
  })
}

export function describeLedger(newStore: () => { open(): Ledger }): void {
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

  describe('a ledger', () => {
    test('remembers the last outcome of each item of each workflow, also when opened again', () => {
      const store = newStore()
      const first = store.open()
      first.record(workflow, { ...done, outcome: 'failed' })
      first.record(workflow, done)
      first.record(workflowName('implement'), { ...done, outcome: 'conflict' })
      first.close()
      const ledger = store.open()
      expect(ledger.outcome(workflow, item, false)).toEqual(done)
      expect([...ledger.outcomes(workflow, false).values()]).toEqual([done])
      expect(ledger.outcome(workflow, itemId('43'), false)).toBeUndefined()
      ledger.close()
    })

    test('keeps no mock run away from what real models have refused; their success counts', () => {
      const ledger = newStore().open()
      ledger.record(workflow, { ...done, outcome: 'needs-revision' })
      expect(ledger.outcome(workflow, item, true)).toBeUndefined()
      expect(ledger.outcomes(workflow, true).size).toBe(0)
      ledger.record(workflow, done)
      expect(ledger.outcome(workflow, item, true)).toEqual(done)
      ledger.close()
    })

    test('tells the offline provider’s outcomes only to those who ask for them', () => {
      const ledger = newStore().open()
      const mocked = { ...done, mock: true }
      ledger.record(workflow, mocked)
      expect(ledger.outcome(workflow, item, false)).toBeUndefined()
      expect(ledger.outcome(workflow, item, true)).toEqual(mocked)
      ledger.record(workflow, { ...done, outcome: 'failed' })
      expect([...ledger.outcomes(workflow, true).values()]).toEqual([mocked])
      expect([...ledger.outcomes(workflow, false).values()]).toMatchObject([{ outcome: 'failed' }])
      ledger.close()
    })
  })
}

export function describeLocks(newStore: () => { open(holder: LockHolder): Locks }): void {
  const one: LockHolder = { run: 'r-1', pid: 1, startedAt: 'x' }
  const two: LockHolder = { run: 'r-2', pid: 2, startedAt: 'y' }
  const alive = () => true
  const dead = () => false

  describe('a lock', () => {
    test('is held by one run only, and says by whom', () => {
      const store = newStore()
      const first = store.open(one)
      const second = store.open(two)
      expect(first.take(workflow, item, alive)).toEqual({ taken: true })
      expect(second.take(workflow, item, alive)).toEqual({ taken: false, by: one })
      expect(second.take(workflow, itemId('43'), alive)).toEqual({ taken: true })
      expect(second.take(workflowName('implement'), item, alive)).toEqual({ taken: true })
      first.close()
      second.close()
    })

    test('is free once released, but not by releasing another’s', () => {
      const store = newStore()
      const first = store.open(one)
      const second = store.open(two)
      first.take(workflow, item, alive)
      second.release(workflow, item)
      expect(second.take(workflow, item, alive)).toMatchObject({ taken: false })
      first.release(workflow, item)
      expect(second.take(workflow, item, alive)).toEqual({ taken: true })
      first.close()
      second.close()
    })

    test('left by a dead process is taken over at once, and says from whom', () => {
      const store = newStore()
      const first = store.open(one)
      first.take(workflow, item, alive)
      first.close()
      const second = store.open(two)
      expect(second.take(workflow, item, dead)).toEqual({ taken: true, from: one })
      second.close()
    })
  })
}
