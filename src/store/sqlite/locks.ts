import type { DatabaseSync } from 'node:sqlite'
import type { LockHolder } from '../../model/failure.ts'
import type { ItemId, WorkflowName } from '../../model/ids.ts'
import type { IsAlive, LockAnswer, Locks } from '../ledger.ts'
import type { HeldItem } from '../store.ts'
import type { KeptDatabase } from './kept-database.ts'
import { transaction } from './schema.ts'

const HOLDER = 'run, pid, started_at AS startedAt'

/**
 * Item locks as rows of the ledger. A row names a run, and counts as long as that is alive
 * (`run-lock.ts`): who finds one of a dead run takes it over. Pid and start time are for people, and
 * for whoever ends what the run left. Not synced with every commit: after a power cut every holder is
 * dead. What the ledger records later takes these rows along, for they share one log.
 */
export function locksIn(
  ledger: KeptDatabase,
  holder: LockHolder,
  isAlive: IsAlive,
): Omit<Locks, 'settle'> {
  const held = new Map<string, readonly [WorkflowName, ItemId]>()

  function write(
    database: DatabaseSync,
    ifThere: 'REPLACE' | 'IGNORE',
    place: readonly [WorkflowName, ItemId],
  ): void {
    database
      .prepare(
        `INSERT OR ${ifThere} INTO locks (workflow, item, run, pid, started_at) VALUES (?, ?, ?, ?, ?)`,
      )
      .run(...place, holder.run, holder.pid, holder.startedAt)
  }

  return {
    async take(workflow, item) {
      const answer = ledger.transaction((database): LockAnswer => {
        const from = holderOf(database, workflow, item)
        const isOthers = from !== undefined && from.run !== holder.run
        if (isOthers && isAlive(from)) return { taken: false, by: from }
        write(database, 'REPLACE', [workflow, item])
        return isOthers ? { taken: true, from } : { taken: true }
      })
      if (answer.taken) held.set(`${workflow}/${item}`, [workflow, item])
      return answer
    },

    async release(workflow, item) {
      held.delete(`${workflow}/${item}`)
      ledger.use((database) =>
        database
          .prepare('DELETE FROM locks WHERE workflow = ? AND item = ? AND run = ?')
          .run(workflow, item, holder.run),
      )
    },

    async restore() {
      ledger.use((database) => {
        const row = database
          .prepare('SELECT count(*) AS count FROM locks WHERE run = ?')
          .get(holder.run)
        if (row?.count === held.size) return
        transaction(database, () => {
          for (const place of held.values()) write(database, 'IGNORE', place)
        })
      })
    },
  }
}

export function readHeldItems(database: DatabaseSync): HeldItem[] {
  const rows = database.prepare(`SELECT workflow, item, ${HOLDER} FROM locks`).all()
  return rows.map(({ workflow, item, ...holder }) => ({ workflow, item, holder }) as HeldItem)
}

function holderOf(
  database: DatabaseSync,
  workflow: WorkflowName,
  item: ItemId,
): LockHolder | undefined {
  const row = database
    .prepare(`SELECT ${HOLDER} FROM locks WHERE workflow = ? AND item = ?`)
    .get(workflow, item)
  return row === undefined ? undefined : ({ ...row } as LockHolder)
}
