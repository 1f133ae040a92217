/** What every store must do, whatever it is made of: questions to people, numbers, limits, one item alone. */
import { describe, expect, test } from 'vitest'
import type { AskedGate } from '../model/gate.ts'
import { itemId, type StoreAddress, workflowName } from '../model/ids.ts'
import { closedAtEnd, type NewStore, opened } from './conformance.ts'
import { openItemStore, viewStore } from './open-store.ts'
import type { ItemStore } from './store.ts'

const workflow = workflowName('lld')
const item = itemId('42')

export function describeGates(newStore: NewStore): void {
  const asked: AskedGate = {
    workflow,
    item,
    mock: false,
    inputHash: 'a',
    gate: 'draft',
    question: 'Good?',
    content: 'Text.',
    path: null,
    hash: 'h',
    command: 'agentos lld 42',
  }
  const approve = { answer: 'approve', at: 9, by: 'ada' } as const
  const newGates = () => opened(newStore().address).gates

  describe('a gate', () => {
    test('is asked once, and remembered with its answer when opened again', async () => {
      const { address } = newStore()
      const { gates, close } = opened(address)
      expect(await gates.last(asked)).toBeUndefined()
      const gate = await gates.ask(asked, 5)
      expect(gate).toMatchObject({ ...asked, askedAt: 5, isTaken: false })
      expect(await gates.ask(asked, 7)).toEqual(gate)
      expect(await gates.answer(gate, approve)).toBe(true)
      await close()
      const again = itemStore(address).gates
      expect(await again.last(asked)).toEqual({ ...gate, answered: approve })
      expect(await again.last({ ...asked, mock: true })).toBeUndefined()
    })

    test('may be answered otherwise until the answer is taken up', async () => {
      const gates = newGates()
      const gate = await gates.ask(asked, 5)
      expect(await gates.answer(gate, approve)).toBe(true)
      const revise = { ...approve, answer: 'revise', text: 'Shorter.' } as const
      expect(await gates.answer(gate, revise)).toBe(true)
      await gates.take(gate)
      expect(await gates.answer(gate, approve)).toBe(false)
      expect(await gates.last(asked)).toMatchObject({ isTaken: true, answered: revise })
    })

    test.each([
      ['other content', { hash: 'i' }],
      ['another gate', { gate: 'draft#2' }],
      ['another input', { inputHash: 'b' }],
    ])('takes no answer any more once the item shows %s', async (_, change) => {
      const gates = newGates()
      const gate = await gates.ask(asked, 5)
      const next = await gates.ask({ ...asked, ...change }, 6)
      expect(await gates.answer(gate, approve)).toBe(false)
      expect(await gates.last(asked)).toEqual(next)
    })

    test('is where its item stands, under the label of its outcome, until the answer is taken up', async () => {
      const { address } = newStore()
      const standing = async () => (await viewStore(address).gates()).map(({ label }) => label)
      const { gates, ledger } = opened(address)
      const gate = await gates.ask(asked, 5)
      expect(await standing(), 'its worker is still there').toEqual([])
      await ledger.record(workflow, {
        item,
        label: 'LLD-42',
        outcome: 'gated',
        inputHash: 'a',
        run: 'r-1',
        at: 6,
        mock: false,
        command: asked.command,
      })
      expect(await standing()).toEqual(['LLD-42'])
      await gates.take(gate)
      expect(await standing()).toEqual([])
    })
  })
}

export function describeNumbers(newStore: NewStore): void {
  const request = { series: 'issues', workflow: workflowName('issue'), taken: [] }

  describe('numbers', () => {
    test('are given one after the other, each item keeps its own, also when opened again', async () => {
      const { address } = newStore()
      const items = ['a', 'b', 'c'].map((id) => ({ ...request, item: itemId(id) }))
      const [first, second] = [itemStore(address), itemStore(address)]
      for (const [index, one] of items.entries())
        expect(await (index % 2 ? first : second).numbers.reserve(one)).toBe(index + 1)
      await Promise.all([first.close(), second.close()])
      const { numbers } = opened(address)
      for (const [index, one] of items.entries()) expect(await numbers.reserve(one)).toBe(index + 1)
      expect(await numbers.reserve({ ...request, series: 'others', item: itemId('a') })).toBe(1)
    })

    test('are above all that are taken elsewhere; one that somebody else took is replaced', async () => {
      const { numbers } = opened(newStore().address)
      const [a, b] = [itemId('a'), itemId('b')]
      const reserve = (item: typeof a, ...taken: number[]) =>
        numbers.reserve({ ...request, item, taken })
      expect(await reserve(a, 1, 7)).toBe(8)
      expect(await reserve(b, 1, 7)).toBe(9)
      expect(await reserve(a, 1, 7, 8)).toBe(10)
      expect(await reserve(b, 1, 7, 8)).toBe(9)
    })
  })
}

export function describePoolMemory(newStore: NewStore): void {
  const day = { provider: 'google', scope: 'a', model: 'm', why: 'day-quota', until: 500 } as const
  const bill = { provider: 'google', scope: 'b', model: null, why: 'billing', until: 900 } as const
  const lane = { provider: 'google', scope: 'a', model: 'm' }
  const level = { ...lane, dimension: 'requests', per: 'day', limit: 50, isGuess: true } as const

  describe('the pool’s memory', () => {
    test('has used-up quotas for the next run, until their time has come or they are forgotten', async () => {
      const { address } = newStore()
      const first = opened(address)
      for (const rest of [{ ...day, until: 100 }, day, bill])
        await first.poolMemory.recordRest(rest)
      await first.close()
      expect((await viewStore(address).remembered(0)).rests).toEqual([day, bill])
      const { poolMemory } = opened(address)
      expect(await poolMemory.rests(0)).toEqual([day, bill])
      expect(await poolMemory.rests(500)).toEqual([bill])
      expect(await poolMemory.forget('google', 'b')).toBe(1)
      expect(await poolMemory.rests(500)).toEqual([])
    })

    test('has what was left of limits for the next run, the last word of each', async () => {
      const { address } = newStore()
      const first = opened(address)
      await first.poolMemory.recordLevels([{ ...level, left: 9, at: 1_000 }])
      await first.poolMemory.recordLevels([{ ...level, left: 8, at: 2_000 }])
      await first.close()
      const last = { ...level, left: 8, at: 2_000 }
      expect((await viewStore(address).remembered(3_000)).levels).toEqual([last])
      const { poolMemory } = opened(address)
      expect(await poolMemory.levels(3_000)).toEqual([last])
      expect(await poolMemory.levels(1e12)).toEqual([])
    })
  })
}

export function describeAlone(newStore: NewStore): void {
  describe('what only one item may do at a time', () => {
    test('is done by the next one when the first has ended, however that ended', async () => {
      const { address } = newStore()
      const [first, second] = [itemStore(address), itemStore(address)]
      const { signal } = new AbortController()
      const done: string[] = []
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
      const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
      const one = first.alone(signal, async () => {
        enter()
        await finished
        done.push('first')
        throw new Error('no')
      })
      await entered
      const two = second.alone(signal, async () => done.push('second'))
      finish()
      await expect(one).rejects.toThrow('no')
      await two
      expect(done).toEqual(['first', 'second'])
    })

    test('is not waited for by an item that is stopped', async () => {
      const { address } = newStore()
      const [first, second] = [itemStore(address), itemStore(address)]
      const stopping = new AbortController()
      await first.alone(new AbortController().signal, async () => {
        const waiting = second.alone(stopping.signal, async () => {})
        stopping.abort()
        await expect(waiting).rejects.toThrow()
      })
    })
  })
}

function itemStore(address: StoreAddress): ItemStore {
  return closedAtEnd(openItemStore(address, { workflow, item, mock: false }))
}
