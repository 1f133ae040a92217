import type { Numbers } from '../ledger.ts'
import type { KeptDatabase } from './kept-database.ts'
import { transaction } from './schema.ts'

export class SqliteNumbers implements Numbers {
  readonly #database: KeptDatabase

  constructor(database: KeptDatabase) {
    this.#database = database
  }

  async reserve({
    series,
    workflow,
    item,
    taken,
  }: Parameters<Numbers['reserve']>[0]): Promise<number> {
    return this.#database.use((database) =>
      transaction(database, () => {
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
    )
  }
}
