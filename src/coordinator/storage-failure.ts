import type { Failure } from '../model/failure.ts'
import { troubleOf } from '../store/trouble-of.ts'

/** Returns a failure of files, the store or resources as data. Bugs are thrown. */
export async function storageFailureOf(act: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === 'unknown' || !(error instanceof Error)) throw error
    return { reason: 'state-unusable', message: error.message, trouble }
  }
}
