import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { LockHolder } from '../../model/failure.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { LockAnswer, Locks } from '../ledger.ts'
import { readUntouched, transaction } from './database.ts'
import { KeptDatabase } from './kept-database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

/**
 * Not synced with every commit: after a power cut every holder is dead. What the ledger records later
 * takes those along, for they share one log.
 */
const SCHEMA = `${LEDGER_SCHEMA}; PRAGMA synchronous=NORMAL`

export interface HeldItem {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly holder: LockHolder
}

/**
 * Item locks as rows of the ledger. A row names a run, and counts as long as that is alive
 * (`run-lock.ts`): who finds one of a dead run takes it over. Pid and start time are for people, and
 * for whoever ends what the run left.
 */
export class SqliteLocks implements Locks {
  readonly #database: KeptDatabase
  readonly #holder: LockHolder

  constructor(path: string, holder: LockHolder) {
    this.#database = new KeptDatabase(path, SCHEMA)
    this.#holder = holder
  }

  /** Which items have a holder, alive or not, without touching the ledger's folder. */
  static peek(path: string): HeldItem[] {
    if (!existsSync(path)) return []
    return readUntouched(path, (database) => {
      const isMade = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'locks'").get()
      if (isMade === undefined) return []
      const rows = database.prepare('SELECT * FROM locks').all()
      return rows.map((row) => ({
        workflow: row.workflow as WorkflowName,
        item: row.item as ItemId,
        holder: toHolder(row),
      }))
    })
  }

  take(workflow: WorkflowName, item: ItemId, isAlive: (holder: LockHolder) => boolean): LockAnswer {
    const { run, pid, startedAt } = this.#holder
    return this.#database.use((database) =>
      transaction(database, () => {
        const from = holderOf(database, workflow, item)
        if (from !== undefined && from.run !== run && isAlive(from))
          return { taken: false, by: from }
        database
          .prepare(
            'INSERT OR REPLACE INTO locks (workflow, item, run, pid, started_at) VALUES (?, ?, ?, ?, ?)',
          )
          .run(workflow, item, run, pid, startedAt)
        return from === undefined || from.run === run ? { taken: true } : { taken: true, from }
      }),
    )
  }

  release(workflow: WorkflowName, item: ItemId): void {
    this.#database.use((database) =>
      database
        .prepare('DELETE FROM locks WHERE workflow = ? AND item = ? AND run = ?')
        .run(workflow, item, this.#holder.run),
    )
  }

  close(): void {
    this.#database.close()
  }
}

function holderOf(
  database: DatabaseSync,
  workflow: WorkflowName,
  item: ItemId,
): LockHolder | undefined {
  const row = database
    .prepare('SELECT run, pid, started_at FROM locks WHERE workflow = ? AND item = ?')
    .get(workflow, item)
  return row === undefined ? undefined : toHolder(row)
}

function toHolder(row: Record<string, unknown>): LockHolder {
  return { run: row.run as string, pid: row.pid as number, startedAt: row.started_at as string }
}
