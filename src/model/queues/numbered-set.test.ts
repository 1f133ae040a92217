import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberedSet } from './numbered-set.ts'

test('holds what was put in and not taken out, each under one number', () => {
  const moves = fc.array(fc.record({ isIn: fc.boolean(), member: fc.nat(9) }))
  fc.assert(
    fc.property(moves, (all) => {
      const numbered = new NumberedSet<number>()
      const plain = new Set<number>()
      for (const { isIn, member } of all) {
        if (isIn) numbered.add(member)
        else numbered.delete(member)
        if (isIn) plain.add(member)
        else plain.delete(member)
      }
      const found = Array.from({ length: numbered.size }, (_, number) => numbered.at(number))
      expect(new Set(found)).toEqual(plain)
      expect(found.length).toBe(plain.size)
    }),
  )
})
