import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import { StoreUnusable } from '../problem-of.ts'
import type { Places, StateDirectory } from '../state-directory.ts'
import type { SavedWork, StoredCheckpoint, StoreView } from '../store.ts'
import { CHECKPOINT_SCHEMA, peekCheckpoint } from './checkpoint.ts'
import { readUntouched } from './database.ts'
import { readStandingGates } from './gates.ts'
import { readAllOutcomes, readOutcomes } from './ledger.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'
import { readHeldItems } from './locks.ts'
import { readLevels, readRests } from './pool-memory.ts'

/** Files that are read without a trace, each time anew. A ledger that is not there yet is an empty one. */
export function sqliteView({ state, shared }: Places): StoreView {
  return {
    outcomes: async (workflow, mock) =>
      readLedger(state, (database) => readOutcomes(database, workflow, mock)) ?? new Map(),
    allOutcomes: async () => readLedger(state, readAllOutcomes) ?? [],
    gates: async () => readLedger(state, readStandingGates) ?? [],
    heldItems: async () => readLedger(shared, readHeldItems) ?? [],
    remembered: async (now) =>
      readLedger(state, (database) => ({
        rests: readRests(database, now),
        levels: readLevels(database, now),
      })) ?? { rests: [], levels: [] },
    checkpoints: async () =>
      namesIn(state.checkpoints).flatMap((name) => storedCheckpoint(state.checkpoints, name)),

    async savedWork({ workflow, version, mock }, items) {
      const files = new Set(namesIn(state.checkpoints))
      const found = new Map<ItemId, SavedWork>()
      for (const { id, inputHash } of items) {
        const of = { workflow, item: id, mock }
        if (!files.has(state.checkpointName(of))) continue
        const identity = { inputHash, workflowVersion: version, mock }
        const saved = peekCheckpoint(state.checkpoint(of), identity)
        if (saved !== undefined) found.set(id, saved)
      }
      return found
    },
  }
}

function readLedger<T>(
  { ledger }: StateDirectory,
  read: (database: DatabaseSync) => T,
): T | undefined {
  try {
    return readUntouched(ledger, LEDGER_SCHEMA, read)
  } catch (error) {
    throw new StoreUnusable(`${LEDGER_SCHEMA.name} ${ledger}`, error)
  }
}

/** One look at the folder is faster than one for each item. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // before the first run there is none; a run says what else is wrong with it
  }
}

const NAME = /^(?<workflow>[a-z][a-z0-9-]*)_(?<item>[\w-]+)(?:\.mock)?(?<aside>\.[a-z-]+-\d+)?\.db$/

/** None if the name is none of ours. */
function storedCheckpoint(folder: string, name: string): StoredCheckpoint[] {
  const { workflow, item, aside } = NAME.exec(name)?.groups ?? {}
  if (workflow === undefined || item === undefined) return []
  const path = join(folder, name)
  return [
    {
      workflow: workflow as WorkflowName,
      item: item as ItemId,
      isAside: aside !== undefined,
      paths: [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file)),
      identity: identityIn(path),
    },
  ]
}

function identityIn(path: string): StoredCheckpoint['identity'] {
  try {
    return readUntouched(path, CHECKPOINT_SCHEMA, (database) => {
      const row = database.prepare('SELECT input_hash, mock FROM identity').get()
      return row && { inputHash: row.input_hash as string, mock: row.mock === 1 }
    })
  } catch {
    return undefined // damaged, or just being made: nobody can say whose it is
  }
}
