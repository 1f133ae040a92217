import type { CheckpointIdentity, OpenedCheckpoint } from '../checkpoint.ts'
import type { Gates, Numbers } from '../ledger.ts'
import type { Places } from '../state-directory.ts'
import type { CheckpointOf, CheckpointOptions, ItemStore } from '../store.ts'
import { openCheckpoint } from './checkpoint.ts'
import { alone } from './mutex.ts'
import { SqliteStore } from './store.ts'

/** In the worker's process, the same files as those of the coordinator. */
export class SqliteItemStore implements ItemStore {
  readonly gates: Gates
  readonly numbers: Numbers
  readonly #store: SqliteStore
  readonly #places: Places
  readonly #of: CheckpointOf

  constructor(places: Places, of: CheckpointOf) {
    this.#places = places
    this.#of = of
    this.#store = new SqliteStore(places)
    this.gates = this.#store.gates
    this.numbers = this.#store.numbers
  }

  async openCheckpoint(
    identity: CheckpointIdentity,
    options: CheckpointOptions,
  ): Promise<OpenedCheckpoint> {
    return openCheckpoint(this.#places.state.safeCheckpoint(this.#of), identity, options)
  }

  alone<T>(signal: AbortSignal, fn: () => Promise<T>): Promise<T> {
    return alone(this.#places.shared.mutex, signal, fn)
  }

  close(): Promise<void> {
    return this.#store.close()
  }
}
