/** The store of a repository, as commands use it. */
import { UsageError } from '../model/usage-error.ts'
import { FILE_REMEDY } from '../reporters/words/file-words.ts'
import type { RepositoryLocation } from '../repository/locate.ts'
import { type Places, StateDirectory } from '../store/state-directory.ts'
import { StoreUnusable, troubleOf } from '../store/trouble-of.ts'

const DAMAGED =
  'If it is damaged, move it away: items whose success is not committed will be pending again.'

export function placesOf(
  { root, mainRoot }: Pick<RepositoryLocation, 'root' | 'mainRoot'>,
  home = process.env.AGENTOS_HOME,
): Places {
  return { state: StateDirectory.of(root, home), shared: StateDirectory.of(mainRoot, home) }
}

/** What the store answers; a store that cannot be used is the user's to fix. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error
    const trouble = troubleOf(error)
    throw new UsageError('ledger-unusable', `${error.message}.`, {
      hint: trouble === 'damaged' ? DAMAGED : `Do: ${FILE_REMEDY[trouble]}.`,
      cause: error,
    })
  }
}
