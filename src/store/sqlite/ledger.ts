import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { RecordedOutcome } from '../../model/recorded-outcome.ts'
import type { Ledger } from '../ledger.ts'
import { openDatabase, readUntouched } from './database.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS outcomes (
    workflow TEXT NOT NULL, item TEXT NOT NULL,
    outcome TEXT NOT NULL, input_hash TEXT NOT NULL, run TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (workflow, item)
  ) STRICT`

export class SqliteLedger implements Ledger {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = openDatabase(path, SCHEMA)
  }

  /** The outcomes of a workflow as they are now, without touching the ledger's folder. */
  static peek(path: string, workflow: WorkflowName): ReadonlyMap<ItemId, RecordedOutcome> {
    if (!existsSync(path)) return new Map()
    return readUntouched(path, (database) => readOutcomes(database, workflow))
  }

  outcome(workflow: WorkflowName, item: ItemId): RecordedOutcome | undefined {
    const row = this.#database
      .prepare('SELECT * FROM outcomes WHERE workflow = ? AND item = ?')
      .get(workflow, item)
    return row === undefined ? undefined : toOutcome(row)
  }

  outcomes(workflow: WorkflowName): ReadonlyMap<ItemId, RecordedOutcome> {
    return readOutcomes(this.#database, workflow)
  }

  record(workflow: WorkflowName, { item, outcome, inputHash, run, at }: RecordedOutcome): void {
    this.#database
      .prepare(`INSERT OR REPLACE INTO outcomes (workflow, item, outcome, input_hash, run, at)
                VALUES (?, ?, ?, ?, ?, ?)`)
      .run(workflow, item, outcome, inputHash, run, at)
  }

  close(): void {
    this.#database.close()
  }
}

function readOutcomes(
  database: DatabaseSync,
  workflow: WorkflowName,
): ReadonlyMap<ItemId, RecordedOutcome> {
  const rows = database.prepare('SELECT * FROM outcomes WHERE workflow = ?').all(workflow)
  return new Map(rows.map((row) => [row.item as ItemId, toOutcome(row)]))
}

function toOutcome(row: Record<string, unknown>): RecordedOutcome {
  return {
    item: row.item as ItemId,
    outcome: row.outcome as Outcome,
    inputHash: row.input_hash as string,
    run: row.run as string,
    at: row.at as number,
  }
}
