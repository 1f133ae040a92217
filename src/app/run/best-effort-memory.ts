import type { PoolMemory } from '../../store/ledger.ts'

/**
 * The pool's memory only saves the next run some refusals: an error of it is reported once, no more.
 * Without a memory nothing is remembered.
 */
export function bestEffortMemory(
  memory: PoolMemory | undefined,
  onWriteError: (message: string) => void,
): PoolMemory {
  let isTold = false

  async function attempt<T>(work: (memory: PoolMemory) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return memory === undefined ? otherwise : await work(memory)
    } catch (error) {
      if (!isTold) onWriteError(error instanceof Error ? error.message : String(error))
      isTold = true
      return otherwise
    }
  }

  return {
    rests: (now) => attempt((one) => one.rests(now), []),
    levels: (now) => attempt((one) => one.levels(now), []),
    recordRest: (rest) => attempt((one) => one.recordRest(rest), undefined),
    recordLevels: (levels) => attempt((one) => one.recordLevels(levels), undefined),
    forget: (provider, scope) => attempt((one) => one.forget(provider, scope), 0),
  }
}
