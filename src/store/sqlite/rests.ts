import type { DatabaseSync } from 'node:sqlite'
import type { RememberedRest } from '../../model/lease.ts'
import type { Rests } from '../ledger.ts'
import { openDatabase } from './database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

/** In the file, the empty model stands for all models of a scope. */
const ALL_MODELS = ''

export class SqliteRests implements Rests {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = openDatabase(path, LEDGER_SCHEMA)
  }

  since(now: number): RememberedRest[] {
    this.#database.prepare('DELETE FROM rests WHERE until <= ?').run(now)
    const rows = this.#database.prepare('SELECT * FROM rests ORDER BY until').all()
    return rows.map((row) => ({
      provider: row.provider as string,
      scope: row.scope as string,
      model: row.model === ALL_MODELS ? null : (row.model as string),
      why: row.why as RememberedRest['why'],
      until: row.until as number,
    }))
  }

  record({ provider, scope, model, why, until }: RememberedRest): void {
    this.#database
      .prepare(`INSERT OR REPLACE INTO rests (provider, scope, model, why, until)
                VALUES (?, ?, ?, ?, ?)`)
      .run(provider, scope, model ?? ALL_MODELS, why, until)
  }

  close(): void {
    this.#database.close()
  }
}
