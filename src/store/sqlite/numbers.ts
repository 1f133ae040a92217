import type { DatabaseSync } from 'node:sqlite'
import type { Numbers } from '../ledger.ts'
import { openDatabase, transaction } from './database.ts'
import { LEDGER_SCHEMA } from './ledger-schema.ts'

export class SqliteNumbers implements Numbers {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = openDatabase(path, LEDGER_SCHEMA)
  }

  reserve({ series, workflow, item, taken }: Parameters<Numbers['reserve']>[0]): number {
    return transaction(this.#database, () => {
      const own = this.#database
        .prepare('SELECT number FROM numbers WHERE series = ? AND workflow = ? AND item = ?')
        .get(series, workflow, item)?.number as number | undefined
      if (own !== undefined && !taken.includes(own)) return own
      const given = this.#database
        .prepare('SELECT max(number) AS most FROM numbers WHERE series = ?')
        .get(series)?.most as number | null
      const number = Math.max(given ?? 0, ...taken, 0) + 1
      this.#database
        .prepare(
          'INSERT OR REPLACE INTO numbers (series, number, workflow, item) VALUES (?, ?, ?, ?)',
        )
        .run(series, number, workflow, item)
      return number
    })
  }

  close(): void {
    this.#database.close()
  }
}
