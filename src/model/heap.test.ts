import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Heap } from './heap.ts'

test('values come out in order, whatever the order they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (values) => {
      const heap = new Heap<number>((a, b) => a < b)
      for (const value of values) heap.push(value)
      const out = values.map(() => heap.pop())
      expect(out).toEqual(values.toSorted((a, b) => a - b))
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
