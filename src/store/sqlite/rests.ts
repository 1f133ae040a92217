import type { RememberedRest } from '../../model/lease.ts'
import type { Rests } from '../ledger.ts'
import { KeptDatabase } from './kept-database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

/** In the file, the empty model stands for all models of a scope. */
const ALL_MODELS = ''

export class SqliteRests implements Rests {
  readonly #database: KeptDatabase

  constructor(path: string) {
    this.#database = new KeptDatabase(path, LEDGER_SCHEMA)
  }

  since(now: number): RememberedRest[] {
    const rows = this.#database.use((database) => {
      database.prepare('DELETE FROM rests WHERE until <= ?').run(now)
      return database.prepare('SELECT * FROM rests ORDER BY until').all()
    })
    return rows.map((row) => ({
      provider: row.provider as string,
      scope: row.scope as string,
      model: row.model === ALL_MODELS ? null : (row.model as string),
      why: row.why as RememberedRest['why'],
      until: row.until as number,
    }))
  }

  record({ provider, scope, model, why, until }: RememberedRest): void {
    this.#database.use((database) =>
      database
        .prepare(`INSERT OR REPLACE INTO rests (provider, scope, model, why, until)
                  VALUES (?, ?, ?, ?, ?)`)
        .run(provider, scope, model ?? ALL_MODELS, why, until),
    )
  }

  close(): void {
    this.#database.close()
  }
}
