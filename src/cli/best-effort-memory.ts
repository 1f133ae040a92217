import type { PoolMemory } from '../store/ledger.ts'

/** The pool's memory only saves the next run some refusals: trouble with it is told once, no more. */
export function bestEffortMemory(
  memory: PoolMemory,
  onTrouble: (message: string) => void,
): PoolMemory {
  let isTold = false

  function attempt(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!isTold) onTrouble(error instanceof Error ? error.message : String(error))
      isTold = true
    }
  }

  return {
    rests: (now) => memory.rests(now),
    levels: (now) => memory.levels(now),
    recordRest: (rest) => attempt(() => memory.recordRest(rest)),
    recordLevels: (levels) => attempt(() => memory.recordLevels(levels)),
    close: () => memory.close(),
  }
}
