import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { RememberedRest } from '../../model/lease.ts'
import type { Rests } from '../ledger.ts'
import { openDatabase, readUntouched } from './database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

/** In the file, the empty model stands for all models of a scope. */
const ALL_MODELS = ''

export class SqliteRests implements Rests {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = openDatabase(path, LEDGER_SCHEMA)
  }

  /** Those that are not over yet, without touching the ledger's folder. */
  static peek(path: string, now: number): RememberedRest[] {
    if (!existsSync(path)) return []
    return readUntouched(path, (database) => {
      const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'rests'").get()
      return table === undefined ? [] : readRests(database, now)
    })
  }

  since(now: number): RememberedRest[] {
    this.#database.prepare('DELETE FROM rests WHERE until <= ?').run(now)
    return readRests(this.#database, now)
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

function readRests(database: DatabaseSync, now: number): RememberedRest[] {
  const rows = database.prepare('SELECT * FROM rests WHERE until > ? ORDER BY until').all(now)
  return rows.map((row) => ({
    provider: row.provider as string,
    scope: row.scope as string,
    model: row.model === ALL_MODELS ? null : (row.model as string),
    why: row.why as RememberedRest['why'],
    until: row.until as number,
  }))
}
