import { readdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { StandingGate } from '../../model/gate.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { RecordedOutcome } from '../../model/recorded-outcome.ts'
import { StoreUnusable } from '../problem-of.ts'
import type { Places } from '../state-directory.ts'
import type { HeldItem, OutcomeOf, SavedWork, StoredCheckpoint, StoreView } from '../store.ts'
import { peekCheckpoint } from './checkpoint.ts'
import { checkpointFiles } from './checkpoint-files.ts'
import { readUntouched } from './database.ts'
import { readStandingGates } from './gates.ts'
import { readAllOutcomes, readOutcomes } from './ledger.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'
import { readHeldItems } from './locks.ts'
import { readLevels, readRests } from './pool-memory.ts'

/** Files that are read without a trace, each time anew. A ledger that is not there yet is an empty one. */
export class SqliteView implements StoreView {
  readonly #places: Places

  constructor(places: Places) {
    this.#places = places
  }

  async outcomes(
    workflow: WorkflowName,
    mock: boolean,
  ): Promise<ReadonlyMap<ItemId, RecordedOutcome>> {
    return this.#read('state', (database) => readOutcomes(database, workflow, mock)) ?? new Map()
  }

  async allOutcomes(): Promise<readonly OutcomeOf[]> {
    return this.#read('state', readAllOutcomes) ?? []
  }

  async gates(): Promise<readonly StandingGate[]> {
    return this.#read('state', readStandingGates) ?? []
  }

  async remembered(now: number): ReturnType<StoreView['remembered']> {
    const read = (database: DatabaseSync) => ({
      rests: readRests(database, now),
      levels: readLevels(database, now),
    })
    return this.#read('state', read) ?? { rests: [], levels: [] }
  }

  async heldItems(): Promise<readonly HeldItem[]> {
    return this.#read('shared', readHeldItems) ?? []
  }

  async savedWork(
    { workflow, version, mock }: Parameters<StoreView['savedWork']>[0],
    items: Parameters<StoreView['savedWork']>[1],
  ): Promise<ReadonlyMap<ItemId, SavedWork>> {
    const { state } = this.#places
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
  }

  async checkpoints(): Promise<readonly StoredCheckpoint[]> {
    return checkpointFiles(this.#places.state.checkpoints)
  }

  #read<T>(place: keyof Places, read: (database: DatabaseSync) => T): T | undefined {
    const { ledger } = this.#places[place]
    try {
      return readUntouched(ledger, LEDGER_SCHEMA, read)
    } catch (error) {
      throw new StoreUnusable(`${LEDGER_SCHEMA.name} ${ledger}`, error)
    }
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
