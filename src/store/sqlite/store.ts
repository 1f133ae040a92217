import { existsSync } from 'node:fs'
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
import { alone } from './mutex.ts'
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
