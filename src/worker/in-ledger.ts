import { troubleOf } from '../store/trouble-of.ts'
import { FailureError } from './errors.ts'

/** Does something with what a ledger's file holds; what is wrong with the file fails the item by name. */
export function inLedger<S extends { close(): void }, T>(
  path: string,
  open: (path: string) => S,
  use: (store: S) => T,
): T {
  try {
    const store = open(path)
    try {
      return use(store)
    } finally {
      store.close()
    }
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === 'unknown' || !(error instanceof Error)) throw error
    const message = `The ledger ${path} cannot be used: ${error.message}`
    throw new FailureError({ reason: 'state-unusable', message, trouble })
  }
}
