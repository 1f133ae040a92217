import { UsageError } from '../model/usage-error.ts'

/** Does something with a ledger's file; what is wrong with the file is told in the user's words. */
export function withLedger<T>(path: string, use: (path: string) => T): T {
  try {
    return use(path)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new UsageError('ledger-unusable', `The ledger ${path} cannot be read: ${detail}.`, {
      hint: 'If it is damaged, move it away: items whose success is not committed will be pending again.',
      cause: error,
    })
  }
}
