import type { DatabaseSync } from 'node:sqlite'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { RecordedOutcome } from '../../model/recorded-outcome.ts'
import type { Ledger } from '../ledger.ts'
import type { OutcomeOf } from '../store.ts'
import type { KeptDatabase } from './kept-database.ts'

/** What a run of this kind has had; of real runs a mock run counts what succeeded, and nothing else. */
const COUNTS = "(mock = ? OR (mock < ? AND outcome = 'done'))"

export class SqliteLedger implements Ledger {
  readonly #database: KeptDatabase

  constructor(database: KeptDatabase) {
    this.#database = database
  }

  async outcome(
    workflow: WorkflowName,
    item: ItemId,
    mock: boolean,
  ): Promise<RecordedOutcome | undefined> {
    const row = this.#database.use((database) =>
      database
        .prepare(
          `SELECT * FROM outcomes WHERE workflow = ? AND item = ? AND ${COUNTS} ORDER BY mock DESC`,
        )
        .get(workflow, item, Number(mock), Number(mock)),
    )
    return row === undefined ? undefined : toOutcome(row)
  }

  async record(
    workflow: WorkflowName,
    { item, outcome, inputHash, run, at, mock, label, command }: RecordedOutcome,
  ): Promise<void> {
    this.#database.use((database) =>
      database
        .prepare(`INSERT OR REPLACE INTO outcomes
                    (workflow, item, outcome, input_hash, run, at, mock, label, command)
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
        .run(workflow, item, outcome, inputHash, run, at, Number(mock), label, command),
    )
  }

  async forget(workflow: WorkflowName, item: ItemId, mock: boolean): Promise<void> {
    this.#database.use((database) => {
      for (const table of ['outcomes', 'gates']) {
        database
          .prepare(`DELETE FROM ${table} WHERE workflow = ? AND item = ? AND mock = ?`)
          .run(workflow, item, Number(mock))
      }
    })
  }
}

export function readOutcomes(
  database: DatabaseSync,
  workflow: WorkflowName,
  mock: boolean,
): ReadonlyMap<ItemId, RecordedOutcome> {
  // Those of mock runs come last, and so replace a real one of the same item.
  const rows = database
    .prepare(`SELECT * FROM outcomes WHERE workflow = ? AND ${COUNTS} ORDER BY mock`)
    .all(workflow, Number(mock), Number(mock))
  return new Map(rows.map((row) => [row.item as ItemId, toOutcome(row)]))
}

export function readAllOutcomes(database: DatabaseSync): OutcomeOf[] {
  const rows = database.prepare('SELECT * FROM outcomes ORDER BY workflow, item, mock').all()
  return rows.map((row) => ({ ...toOutcome(row), workflow: row.workflow as WorkflowName }))
}

function toOutcome(row: Record<string, unknown>): RecordedOutcome {
  return {
    item: row.item as ItemId,
    outcome: row.outcome as Outcome,
    inputHash: row.input_hash as string,
    run: row.run as string,
    at: row.at as number,
    mock: row.mock === 1,
    label: row.label as string,
    command: row.command as string,
  }
}
