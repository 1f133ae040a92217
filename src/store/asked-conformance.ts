/** What every store of questions to people, and of numbers, must do, whatever it is made of. */
import { describe, expect, test } from 'vitest'
import type { AskedGate } from '../model/gate.ts'
import { itemId, workflowName } from '../model/ids.ts'
import type { Gates, Numbers } from './ledger.ts'

const workflow = workflowName('lld')
const item = itemId('42')

export function describeGates(newStore: () => { open(): Gates }): void {
  const asked: AskedGate = {
    ...{ workflow, item, mock: false, label: 'LLD-42', inputHash: 'a', gate: 'draft' },
    ...{ question: 'Good?', content: 'Text.', path: null, hash: 'h', command: 'agentos lld 42' },
  }
  const approve = { answer: 'approve', at: 9, by: 'ada' } as const

  describe('a gate', () => {
    test('is asked once, and remembered with its answer when opened again', () => {
      const store = newStore()
      const first = store.open()
      expect(first.last(asked)).toBeUndefined()
      const gate = first.ask(asked, 5)
      expect(gate).toMatchObject({ ...asked, askedAt: 5, isTaken: false })
      expect(first.ask(asked, 7)).toEqual(gate)
      expect(first.answer(gate, approve)).toBe(true)
      first.close()
      const gates = store.open()
      expect(gates.last(asked)).toEqual({ ...gate, answered: approve })
      expect(gates.last({ ...asked, mock: true })).toBeUndefined()
      gates.close()
    })

    test('may be answered otherwise until the answer is taken up', () => {
      const gates = newStore().open()
      const gate = gates.ask(asked, 5)
      expect(gates.answer(gate, approve)).toBe(true)
      const revise = { ...approve, answer: 'revise', text: 'Shorter.' } as const
      expect(gates.answer(gate, revise)).toBe(true)
      gates.take(gate)
      expect(gates.answer(gate, approve)).toBe(false)
      expect(gates.last(asked)).toMatchObject({ isTaken: true, answered: revise })
      gates.close()
    })

    test.each([
      ['other content', { hash: 'i' }],
      ['another gate', { gate: 'draft#2' }],
      ['another input', { inputHash: 'b' }],
    ])('takes no answer any more once the item shows %s', (_, change) => {
      const gates = newStore().open()
      const gate = gates.ask(asked, 5)
      const next = gates.ask({ ...asked, ...change }, 6)
      expect(gates.answer(gate, approve)).toBe(false)
      expect(gates.last(asked)).toEqual(next)
      gates.close()
    })
  })
}

export function describeNumbers(newStore: () => { open(): Numbers }): void {
  const request = { series: 'issues', workflow: workflowName('issue'), taken: [] }

  describe('numbers', () => {
    test('are given one after the other, each item keeps its own, also when opened again', () => {
      const store = newStore()
      const first = store.open()
      const second = store.open()
      const items = ['a', 'b', 'c'].map((id) => ({ ...request, item: itemId(id) }))
      expect(items.map((one, index) => (index % 2 ? first : second).reserve(one))).toEqual([
        1, 2, 3,
      ])
      first.close()
      second.close()
      const again = store.open()
      expect(items.map((one) => again.reserve(one))).toEqual([1, 2, 3])
      expect(again.reserve({ ...request, series: 'others', item: itemId('a') })).toBe(1)
      again.close()
    })

    test('are above all that are taken elsewhere; one that somebody else took is replaced', () => {
      const numbers = newStore().open()
      const [a, b] = [itemId('a'), itemId('b')]
      expect(numbers.reserve({ ...request, item: a, taken: [1, 7] })).toBe(8)
      expect(numbers.reserve({ ...request, item: b, taken: [1, 7] })).toBe(9)
      expect(numbers.reserve({ ...request, item: a, taken: [1, 7, 8] })).toBe(10)
      expect(numbers.reserve({ ...request, item: b, taken: [1, 7, 8] })).toBe(9)
      numbers.close()
    })
  })
}
