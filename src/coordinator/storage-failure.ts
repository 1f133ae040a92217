import type { Failure } from '../model/failure.ts'
import { problemOf } from '../store/problem-of.ts'

/** Returns a failure of files, the store or resources as data. Bugs are thrown. */
export async function storageFailureOf(act: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    const problem = problemOf(error)
    if (problem === 'unknown' || !(error instanceof Error)) throw error
    return { reason: 'state-unusable', message: error.message, problem }
  }
}
