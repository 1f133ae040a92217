/** The repository that a command is started in, and its store. */
import type { StoreAddress } from '../model/ids.ts'
import { UsageError } from '../model/usage-error.ts'
import { FILE_REMEDY } from '../reporters/words/file-words.ts'
import { locateRepository, type RepositoryLocation } from '../repository/locate.ts'
import { openStore, storeIn } from '../store/open-store.ts'
import { problemOf, StoreUnusable } from '../store/problem-of.ts'
import { type Places, StateDirectory } from '../store/state-directory.ts'
import type { Store } from '../store/store.ts'

export interface RepositoryHere extends RepositoryLocation, Places {
  readonly store: StoreAddress
}

export function repositoryAt(workingDirectory: string): RepositoryHere {
  const location = locateRepository(workingDirectory)
  const stateOf = (root: string) => StateDirectory.of(root, process.env.AGENTOS_HOME)
  const places = { state: stateOf(location.root), shared: stateOf(location.mainRoot) }
  return { ...location, ...places, store: storeIn(places) }
}

const DAMAGED =
  'If it is damaged, move it away: items whose success is not committed will be pending again.'

/** What the store answers; a store that cannot be used is the user's to fix. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error
    const problem = problemOf(error)
    throw new UsageError('ledger-unusable', `${error.message}.`, {
      hint: problem === 'damaged' ? DAMAGED : `Do: ${FILE_REMEDY[problem]}.`,
      cause: error,
    })
  }
}

/** Opens the store to write, for as long as `act` takes. */
export async function inStore<T>(
  address: StoreAddress,
  act: (store: Store) => Promise<T>,
): Promise<T> {
  const store = openStore(address)
  try {
    return await fromStore(act(store))
  } finally {
    await store.close()
  }
}
