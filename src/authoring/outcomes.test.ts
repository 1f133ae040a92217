import { expect, test, vi } from 'vitest'
import { Conflict, isConflict, isNeedsRevision, NeedsRevision } from './outcomes.ts'

class Mine extends NeedsRevision {}

test('what a workflow throws is known by its mark, from whichever copy of the classes it is', async () => {
  vi.resetModules()
  const theirs = await import('./outcomes.ts')
  expect(theirs.NeedsRevision).not.toBe(NeedsRevision)
  for (const each of [NeedsRevision, theirs.NeedsRevision, Mine])
    expect(isNeedsRevision(new each('stagnant', 2, ['a']))).toBe(true)
  for (const each of [Conflict, theirs.Conflict]) expect(isConflict(new each('b', []))).toBe(true)
  for (const other of [
    new Conflict('b', []),
    Object.assign(new Error(), { name: 'NeedsRevision' }),
  ])
    expect(isNeedsRevision(other)).toBe(false)
  expect(isConflict(undefined)).toBe(false)
})

test('a class of their own stays their own', () => {
  expect(new NeedsRevision('stagnant', 2, [])).not.toBeInstanceOf(Mine)
})
