import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locks } from '../ledger.ts'
import { problemOf } from '../problem-of.ts'
import type { Places } from '../state-directory.ts'
import type { CheckpointOf, ItemStore, Store, StoreOptions } from '../store.ts'
import { openCheckpoint, removeCheckpoint } from './checkpoint.ts'
import { gatesIn } from './gates.ts'
import { KeptDatabase } from './kept-database.ts'
import { ledgerIn, numbersIn } from './ledger.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'
import { locksIn } from './locks.ts'
import { poolMemoryIn } from './pool-memory.ts'

/** The ledgers of two state directories, each opened when it is first used, and the checkpoints' folder. */
export function sqliteStore({ state, shared }: Places, options: StoreOptions = {}): Store {
  const own = new KeptDatabase(state.ledger, LEDGER_SCHEMA, options)
  const common = new KeptDatabase(shared.ledger, LEDGER_SCHEMA, options)
  const locks = new KeptDatabase(shared.ledger, LEDGER_SCHEMA, { ...options, isSynced: false })
  const ledger = ledgerIn(own)
  const remove = (of: CheckpointOf) => removeCheckpoint(state.safe(state.checkpoint(of)))
  return {
    ledger,
    gates: gatesIn(own),
    poolMemory: poolMemoryIn(own),
    numbers: numbersIn(common),
    checkpoints: {
      prepare: async (of) => {
        state.restore()
        state.safe(state.checkpoint(of))
      },
      has: async (of) => existsSync(state.checkpoint(of)),
      remove: async (of) => remove(of),
    },
    locksOf(holder, isAlive) {
      const held = locksIn(locks, holder, isAlive)
      const settle: Locks['settle'] = async (of, outcome) => {
        if (outcome !== undefined) await ledger.record(of.workflow, outcome)
        // Remains are removed by the next run, since their holder is dead by then.
        if (outcome?.outcome === 'done') await unlessUnusable(async () => remove(of))
        await unlessUnusable(() => held.release(of.workflow, of.item))
      }
      return { ...held, settle }
    },
    check: async () => {
      for (const database of [own, locks]) database.use(() => {})
    },
    close: async () => {
      for (const database of [own, common, locks]) database.close()
    },
  }
}

async function unlessUnusable(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (problemOf(error) === 'unknown') throw error
  }
}

/** In the worker's process, the same files as those of the coordinator. */
export function sqliteItemStore(places: Places, of: CheckpointOf): ItemStore {
  const { gates, numbers, close } = sqliteStore(places)
  const { state, shared } = places
  return {
    gates,
    numbers,
    close,
    openCheckpoint: async (identity, options) =>
      openCheckpoint(state.safe(state.checkpoint(of)), identity, options),
    alone: (signal, fn) => alone(shared.mutex, signal, fn),
  }
}

const LOOK_EVERY_MS = 50

/**
 * Runs `fn` while no other process does so with the same file. What holds it is a transaction, so
 * whoever dies lets go of it, and nobody has to find out who that was.
 */
async function alone<T>(path: string, signal: AbortSignal, fn: () => Promise<T>): Promise<T> {
  closeSync(openSync(path, 'a', 0o600))
  using database = new DatabaseSync(path, { timeout: 0 }) // closing it also ends the transaction
  while (!begin(database)) await sleep(LOOK_EVERY_MS, undefined, { signal })
  return await fn()
}

function begin(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (problemOf(error) === 'locked') return false
    throw error
  }
}
