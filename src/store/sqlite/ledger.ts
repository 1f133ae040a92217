import type { DatabaseSync } from 'node:sqlite'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { RecordedOutcome } from '../../model/outcome.ts'
import type { Ledger, Numbers } from '../ledger.ts'
import type { OutcomeOf } from '../store.ts'
import type { KeptDatabase } from './kept-database.ts'

const OUTCOME = 'item, outcome, input_hash AS inputHash, run, at, mock, label, command'

/** What a run of this kind has had; of real runs a mock run counts what succeeded, and nothing else. */
const COUNTS = "(mock = ? OR (mock < ? AND outcome = 'done'))"

export function ledgerIn(ledger: KeptDatabase): Ledger {
  return {
    async outcome(workflow, item, mock) {
      const row = ledger.use((database) =>
        database
          .prepare(
            `SELECT ${OUTCOME} FROM outcomes
             WHERE workflow = ? AND item = ? AND ${COUNTS} ORDER BY mock DESC`,
          )
          .get(workflow, item, Number(mock), Number(mock)),
      )
      return row === undefined ? undefined : toOutcome(row)
    },

    async record(workflow, { item, outcome, inputHash, run, at, mock, label, command }) {
      ledger.use((database) =>
        database
          .prepare(`INSERT OR REPLACE INTO outcomes
                      (workflow, item, outcome, input_hash, run, at, mock, label, command)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
          .run(workflow, item, outcome, inputHash, run, at, Number(mock), label, command),
      )
    },

    async forget(workflow, item, mock) {
      ledger.use((database) => {
        for (const table of ['outcomes', 'gates']) {
          database
            .prepare(`DELETE FROM ${table} WHERE workflow = ? AND item = ? AND mock = ?`)
            .run(workflow, item, Number(mock))
        }
      })
    },
  }
}

export function readOutcomes(
  database: DatabaseSync,
  workflow: WorkflowName,
  mock: boolean,
): ReadonlyMap<ItemId, RecordedOutcome> {
  // Those of mock runs come last, and so replace a real one of the same item.
  const rows = database
    .prepare(`SELECT ${OUTCOME} FROM outcomes WHERE workflow = ? AND ${COUNTS} ORDER BY mock`)
    .all(workflow, Number(mock), Number(mock))
  return new Map(rows.map(toOutcome).map((outcome) => [outcome.item, outcome]))
}

export function readAllOutcomes(database: DatabaseSync): OutcomeOf[] {
  const rows = database
    .prepare(`SELECT workflow, ${OUTCOME} FROM outcomes ORDER BY workflow, item, mock`)
    .all()
  return rows.map((row) => toOutcome(row) as OutcomeOf)
}

function toOutcome(row: Record<string, unknown>): RecordedOutcome {
  return { ...row, mock: row.mock === 1 } as RecordedOutcome
}

export function numbersIn(ledger: KeptDatabase): Numbers {
  return {
    reserve: async ({ series, workflow, item, taken }) =>
      ledger.transaction((database) => {
        const own = database
          .prepare('SELECT number FROM numbers WHERE series = ? AND workflow = ? AND item = ?')
          .get(series, workflow, item)?.number as number | undefined
        if (own !== undefined && !taken.includes(own)) return own
        const given = database
          .prepare('SELECT max(number) AS most FROM numbers WHERE series = ?')
          .get(series)?.most as number | null
        const number = Math.max(given ?? 0, ...taken, 0) + 1
        database
          .prepare(
            'INSERT OR REPLACE INTO numbers (series, number, workflow, item) VALUES (?, ?, ?, ?)',
          )
          .run(series, number, workflow, item)
        return number
      }),
  }
}
