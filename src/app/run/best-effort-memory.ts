import type { PoolMemory } from '../../store/ledger.ts'

/** The pool's memory only saves the next run some refusals: an error of it is reported once, no more. */
export function bestEffortMemory(
  memory: PoolMemory,
  onWriteError: (message: string) => void,
): PoolMemory {
  let isTold = false

  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isTold) onWriteError(error instanceof Error ? error.message : String(error))
      isTold = true
      return otherwise
    }
  }

  return {
    rests: (now) => attempt(() => memory.rests(now), []),
    levels: (now) => attempt(() => memory.levels(now), []),
    recordRest: (rest) => attempt(() => memory.recordRest(rest), undefined),
    recordLevels: (levels) => attempt(() => memory.recordLevels(levels), undefined),
    forget: (provider, scope) => attempt(() => memory.forget(provider, scope), 0),
  }
}
