import type { PoolMemory } from '../../store/ledger.ts'

/** The pool's memory only saves the next run some refusals: trouble with it is told once, no more. */
export function bestEffortMemory(
  memory: PoolMemory,
  onTrouble: (message: string) => void,
): PoolMemory {
  let isTold = false

  function attempt<T>(work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (error) {
      if (!isTold) onTrouble(error instanceof Error ? error.message : String(error))
      isTold = true
      return otherwise
    }
  }

  return {
    rests: (now) => attempt(() => memory.rests(now), []),
    levels: (now) => attempt(() => memory.levels(now), []),
    recordRest: (rest) => attempt(() => memory.recordRest(rest), undefined),
    recordLevels: (levels) => attempt(() => memory.recordLevels(levels), undefined),
    close: () => memory.close(),
  }
}
