import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { RecordedOutcome } from '../../model/recorded-outcome.ts'
import type { Ledger } from '../ledger.ts'
import { readUntouched, transaction } from './database.ts'
import { KeptDatabase } from './kept-database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

/** What a run of this kind has had; of real runs a mock run counts what succeeded, and nothing else. */
const COUNTS = "(mock = ? OR (mock < ? AND outcome = 'done'))"

export class SqliteLedger implements Ledger {
  readonly #database: KeptDatabase

  constructor(path: string, onPutBack?: (path: string) => void) {
    this.#database = new KeptDatabase(path, LEDGER_SCHEMA, onPutBack)
    this.#database.use(addColumns)
  }

  /** The outcomes of a workflow as they are now, without touching the ledger's folder. */
  static peek(
    path: string,
    workflow: WorkflowName,
    mock: boolean,
  ): ReadonlyMap<ItemId, RecordedOutcome> {
    if (!existsSync(path)) return new Map()
    return readUntouched(path, (database) => readOutcomes(database, workflow, mock))
  }

  /** The outcomes of all workflows, also without touching anything. */
  static peekAll(path: string): (RecordedOutcome & { readonly workflow: WorkflowName })[] {
    if (!existsSync(path)) return []
    return readUntouched(path, (database) => {
      if (isEmpty(database)) return []
      const rows = database.prepare('SELECT * FROM outcomes ORDER BY workflow, item, mock').all()
      return rows.map((row) => ({ ...toOutcome(row), workflow: row.workflow as WorkflowName }))
    })
  }

  outcome(workflow: WorkflowName, item: ItemId, mock: boolean): RecordedOutcome | undefined {
    const row = this.#database.use((database) =>
      database
        .prepare(
          `SELECT * FROM outcomes WHERE workflow = ? AND item = ? AND ${COUNTS} ORDER BY mock DESC`,
        )
        .get(workflow, item, Number(mock), Number(mock)),
    )
    return row === undefined ? undefined : toOutcome(row)
  }

  outcomes(workflow: WorkflowName, mock: boolean): ReadonlyMap<ItemId, RecordedOutcome> {
    return this.#database.use((database) => readOutcomes(database, workflow, mock))
  }

  record(
    workflow: WorkflowName,
    { item, outcome, inputHash, run, at, mock, label, command }: RecordedOutcome,
  ): void {
    this.#database.use((database) =>
      database
        .prepare(`INSERT OR REPLACE INTO outcomes
                    (workflow, item, outcome, input_hash, run, at, mock, label, command)
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(workflow, item, outcome, inputHash, run, at, Number(mock), label, command),
    )
  }

  forget(workflow: WorkflowName, item: ItemId, mock: boolean): void {
    this.#database.use((database) => {
      for (const table of ['outcomes', 'gates']) {
        database
          .prepare(`DELETE FROM ${table} WHERE workflow = ? AND item = ? AND mock = ?`)
          .run(workflow, item, Number(mock))
      }
    })
  }

  close(): void {
    this.#database.close()
  }
}

/** A ledger that an earlier version has made lacks them. */
function addColumns(database: DatabaseSync): void {
  const known = () =>
    database.prepare("SELECT 1 FROM pragma_table_info('outcomes') WHERE name = 'label'")
  if (known().get() !== undefined) return
  transaction(database, () => {
    if (known().get() !== undefined) return // another process was faster
    for (const column of ['label', 'command'])
      database.exec(`ALTER TABLE outcomes ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`)
  })
}

/** Another run is just making it. */
function isEmpty(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'outcomes'").get() === undefined
}

function readOutcomes(
  database: DatabaseSync,
  workflow: WorkflowName,
  mock: boolean,
): ReadonlyMap<ItemId, RecordedOutcome> {
  if (isEmpty(database)) return new Map()
  // Those of mock runs come last, and so replace a real one of the same item.
  const rows = database
    .prepare(`SELECT * FROM outcomes WHERE workflow = ? AND ${COUNTS} ORDER BY mock`)
    .all(workflow, Number(mock), Number(mock))
  return new Map(rows.map((row) => [row.item as ItemId, toOutcome(row)]))
}

function toOutcome(row: Record<string, unknown>): RecordedOutcome {
  return {
    item: row.item as ItemId,
    outcome: row.outcome as Outcome,
    inputHash: row.input_hash as string,
    run: row.run as string,
    at: row.at as number,
    mock: row.mock === 1,
    label: (row.label ?? '') as string,
    command: (row.command ?? '') as string,
  }
}
