import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Headers as Ours } from './headers.ts'

test('they hold what Node’s hold', () => {
  const name = fc.constantFrom('A', 'a', 'b-c', 'B-C', 'x')
  const value = fc.constantFrom('', ' 1', 'two ', 'a, b')
  const change = fc.tuple(fc.constantFrom('set', 'append', 'delete'), name, value)
  const pairs = fc.array(fc.tuple(name, value))
  fc.assert(
    fc.property(pairs, fc.array(change), (init, changes) => {
      const [ours, nodes] = [new Ours(init), new Headers(init)]
      for (const [how, which, what] of changes) {
        for (const headers of [ours, nodes]) {
          if (how === 'delete') headers.delete(which)
          else headers[how as 'set' | 'append'](which, what)
        }
      }
      expect(Object.fromEntries(ours.entries())).toEqual(Object.fromEntries(nodes.entries()))
      expect(new Map(new Ours(ours))).toEqual(new Map(new Headers(nodes)))
      for (const which of ['a', 'B-c', 'none'])
        expect([ours.get(which), ours.has(which)]).toEqual([nodes.get(which), nodes.has(which)])
    }),
  )
  expect(Object.fromEntries(new Ours({ Accept: 'x' }))).toEqual({ accept: 'x' })
})
