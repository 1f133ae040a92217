import type { DatabaseSync } from 'node:sqlite'
import type { LockHolder } from '../../model/failure.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { IsAlive, LockAnswer, Locks } from '../ledger.ts'
import type { HeldItem } from '../store.ts'
import type { KeptDatabase } from './kept-database.ts'
import { transaction } from './schema.ts'

/**
 * Item locks as rows of the ledger. A row names a run, and counts as long as that is alive
 * (`run-lock.ts`): who finds one of a dead run takes it over. Pid and start time are for people, and
 * for whoever ends what the run left. Not synced with every commit: after a power cut every holder is
 * dead. What the ledger records later takes these rows along, for they share one log.
 */
export class SqliteLocks implements Locks {
  readonly #database: KeptDatabase
  readonly #holder: LockHolder
  readonly #isAlive: IsAlive
  readonly #held = new Map<string, readonly [WorkflowName, ItemId]>()

  constructor(database: KeptDatabase, holder: LockHolder, isAlive: IsAlive) {
    this.#database = database
    this.#holder = holder
    this.#isAlive = isAlive
  }

  async take(workflow: WorkflowName, item: ItemId): Promise<LockAnswer> {
    const { run } = this.#holder
    const answer = this.#database.use((database) =>
      transaction(database, (): LockAnswer => {
        const from = holderOf(database, workflow, item)
        if (from !== undefined && from.run !== run && this.#isAlive(from))
          return { taken: false, by: from }
        this.#write(database, 'REPLACE', [workflow, item])
        return from === undefined || from.run === run ? { taken: true } : { taken: true, from }
      }),
    )
    if (answer.taken) this.#held.set(`${workflow}/${item}`, [workflow, item])
    return answer
  }

  async release(workflow: WorkflowName, item: ItemId): Promise<void> {
    this.#held.delete(`${workflow}/${item}`)
    this.#database.use((database) =>
      database
        .prepare('DELETE FROM locks WHERE workflow = ? AND item = ? AND run = ?')
        .run(workflow, item, this.#holder.run),
    )
  }

  async restore(): Promise<void> {
    this.#database.use((database) => {
      const row = database
        .prepare('SELECT count(*) AS count FROM locks WHERE run = ?')
        .get(this.#holder.run)
      if (row?.count === this.#held.size) return
      transaction(database, () => {
        for (const held of this.#held.values()) this.#write(database, 'IGNORE', held)
      })
    })
  }

  #write(
    database: DatabaseSync,
    ifThere: 'REPLACE' | 'IGNORE',
    [workflow, item]: readonly [WorkflowName, ItemId],
  ): void {
    const { run, pid, startedAt } = this.#holder
    database
      .prepare(
        `INSERT OR ${ifThere} INTO locks (workflow, item, run, pid, started_at) VALUES (?, ?, ?, ?, ?)`,
      )
      .run(workflow, item, run, pid, startedAt)
  }
}

export function readHeldItems(database: DatabaseSync): HeldItem[] {
  const rows = database.prepare('SELECT * FROM locks').all()
  return rows.map((row) => ({
    workflow: row.workflow as WorkflowName,
    item: row.item as ItemId,
    holder: toHolder(row),
  }))
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
