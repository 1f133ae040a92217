import { UsageError } from '../model/usage-error.ts'
import { TROUBLE_REMEDY } from '../reporters/words/trouble-words.ts'
import { troubleOf } from '../store/trouble-of.ts'

const DAMAGED =
  'If it is damaged, move it away: items whose success is not committed will be pending again.'

/** Does something with a ledger's file; what is wrong with the file is told in the user's words. */
export function withLedger<T>(path: string, use: (path: string) => T): T {
  try {
    return use(path)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const trouble = troubleOf(error)
    throw new UsageError('ledger-unusable', `The ledger ${path} cannot be used: ${detail}.`, {
      hint: trouble === 'damaged' ? DAMAGED : `Do: ${TROUBLE_REMEDY[trouble]}.`,
      cause: error,
    })
  }
}
