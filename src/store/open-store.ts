/** The only door to a backend: an address says which one, and where its data is. */
import type { StoreAddress } from '../model/ids.ts'
import { sqliteItemStore, sqliteStore } from './sqlite/store.ts'
import { sqliteView } from './sqlite/view.ts'
import { type Places, StateDirectory } from './state-directory.ts'
import type { CheckpointOf, ItemStore, Store, StoreOptions, StoreView } from './store.ts'

/** The address of the store that is kept in files of these directories. */
export function storeIn({ state, shared }: Places): StoreAddress {
  const place = ({ home, path }: StateDirectory) => ({ home, path })
  return JSON.stringify({ state: place(state), shared: place(shared) }) as StoreAddress
}

/** Nothing is opened before it is used; `check` opens all that a run needs. */
export function openStore(address: StoreAddress, options: StoreOptions = {}): Store {
  return sqliteStore(placesOf(address), options)
}

export function viewStore(address: StoreAddress): StoreView {
  return sqliteView(placesOf(address))
}

export function openItemStore(address: StoreAddress, of: CheckpointOf): ItemStore {
  return sqliteItemStore(placesOf(address), of)
}

function placesOf(address: StoreAddress): Places {
  const { state, shared } = JSON.parse(address)
  return { state: new StateDirectory(state), shared: new StateDirectory(shared) }
}
