import { existsSync } from 'node:fs'
import type { LockHolder } from '../../model/failure.ts'
import type { Gates, IsAlive, Ledger, Locks, Numbers, PoolMemory } from '../ledger.ts'
import type { Places } from '../state-directory.ts'
import type { Checkpoints, Store, StoreOptions } from '../store.ts'
import { removeCheckpoint } from './checkpoint.ts'
import { SqliteGates } from './gates.ts'
import { KeptDatabase } from './kept-database.ts'
import { SqliteLedger } from './ledger.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'
import { SqliteLocks } from './locks.ts'
import { SqliteNumbers } from './numbers.ts'
import { SqlitePoolMemory } from './pool-memory.ts'

/** The ledgers of two state directories, each opened when it is first used, and the checkpoints' folder. */
export class SqliteStore implements Store {
  readonly ledger: Ledger
  readonly gates: Gates
  readonly numbers: Numbers
  readonly poolMemory: PoolMemory
  readonly checkpoints: Checkpoints
  readonly #own: KeptDatabase
  readonly #shared: KeptDatabase
  readonly #locks: KeptDatabase

  constructor({ state, shared }: Places, options: StoreOptions = {}) {
    this.#own = new KeptDatabase(state.ledger, LEDGER_SCHEMA, options)
    this.#shared = new KeptDatabase(shared.ledger, LEDGER_SCHEMA, options)
    this.#locks = new KeptDatabase(shared.ledger, LEDGER_SCHEMA, { ...options, isSynced: false })
    this.ledger = new SqliteLedger(this.#own)
    this.gates = new SqliteGates(this.#own)
    this.poolMemory = new SqlitePoolMemory(this.#own)
    this.numbers = new SqliteNumbers(this.#shared)
    this.checkpoints = {
      prepare: async (of) => {
        state.restore()
        state.safeCheckpoint(of)
      },
      has: async (of) => existsSync(state.checkpoint(of)),
      remove: async (of) => removeCheckpoint(state.safeCheckpoint(of)),
    }
  }

  locksOf(holder: LockHolder, isAlive: IsAlive): Locks {
    return new SqliteLocks(this.#locks, holder, isAlive)
  }

  async check(): Promise<void> {
    for (const database of [this.#own, this.#locks]) database.use(() => {})
  }

  async close(): Promise<void> {
    for (const database of [this.#own, this.#shared, this.#locks]) database.close()
  }
}
