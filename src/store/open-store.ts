/** The only door to a backend: an address says which one, and where its data is. */
import type { StoreAddress } from '../model/ids.ts'
import { SqliteItemStore } from './sqlite/item-store.ts'
import { SqliteStore } from './sqlite/store.ts'
import { SqliteView } from './sqlite/view.ts'
import { type Places, StateDirectory } from './state-directory.ts'
import type { CheckpointOf, ItemStore, Store, StoreOptions, StoreView } from './store.ts'

/** The address of the store that is kept in files of these directories. */
export function storeIn({ state, shared }: Places): StoreAddress {
  const place = ({ home, path }: StateDirectory) => ({ home, path })
  return JSON.stringify({ state: place(state), shared: place(shared) }) as StoreAddress
}

/** Nothing is opened before it is used; `check` opens all that a run needs. */
export function openStore(address: StoreAddress, options: StoreOptions = {}): Store {
  return new SqliteStore(placesOf(address), options)
}

export function viewStore(address: StoreAddress): StoreView {
  return new SqliteView(placesOf(address))
}

export function openItemStore(address: StoreAddress, of: CheckpointOf): ItemStore {
  return new SqliteItemStore(placesOf(address), of)
}

function placesOf(address: StoreAddress): Places {
  const { state, shared } = JSON.parse(address)
  return { state: StateDirectory.at(state), shared: StateDirectory.at(shared) }
}
