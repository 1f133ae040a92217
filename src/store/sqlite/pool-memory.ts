import type { DatabaseSync } from 'node:sqlite'
import type { RememberedLevel, RememberedRest } from '../../model/calls/lease.ts'
import type { PoolMemory } from '../ledger.ts'
import type { KeptDatabase } from './kept-database.ts'
import { transaction } from './schema.ts'

/** In the file, the empty model stands for all models of a scope. */
const ALL_MODELS = ''
const LEVELS_KEPT_MS = 7 * 86_400_000

export class SqlitePoolMemory implements PoolMemory {
  readonly #database: KeptDatabase

  constructor(database: KeptDatabase) {
    this.#database = database
  }

  async rests(now: number): Promise<RememberedRest[]> {
    return this.#database.use((database) => {
      database.prepare('DELETE FROM rests WHERE until <= ?').run(now)
      return readRests(database, now)
    })
  }

  async recordRest({ provider, scope, model, why, until }: RememberedRest): Promise<void> {
    this.#database.use((database) =>
      database
        .prepare(`INSERT OR REPLACE INTO rests (provider, scope, model, why, until)
                  VALUES (?, ?, ?, ?, ?)`)
        .run(provider, scope, model ?? ALL_MODELS, why, until),
    )
  }

  async levels(now: number): Promise<RememberedLevel[]> {
    return this.#database.use((database) => {
      database.prepare('DELETE FROM levels WHERE at <= ?').run(now - LEVELS_KEPT_MS)
      return readLevels(database, now)
    })
  }

  /** Not synced to the disk: after a power cut a minute's limit is full again anyway. */
  async recordLevels(levels: readonly RememberedLevel[]): Promise<void> {
    this.#database.use((database) => {
      database.exec('PRAGMA synchronous=NORMAL')
      const insert = database.prepare(`INSERT OR REPLACE INTO levels
        (provider, scope, model, dimension, per, most, left, is_guess, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      transaction(database, () => {
        for (const { provider, scope, model, dimension, per, limit, left, isGuess, at } of levels)
          insert.run(provider, scope, model, dimension, per, limit, left, Number(isGuess), at)
      })
      database.exec('PRAGMA synchronous=FULL')
    })
  }

  /** The scope is taken as new: somebody has paid, or put another key there. */
  async forget(provider: string, scope: string): Promise<number> {
    return this.#database.use((database) =>
      transaction(database, () => {
        database.prepare('DELETE FROM levels WHERE provider = ? AND scope = ?').run(provider, scope)
        const rests = database.prepare('DELETE FROM rests WHERE provider = ? AND scope = ?')
        return Number(rests.run(provider, scope).changes)
      }),
    )
  }
}

export function readRests(database: DatabaseSync, now: number): RememberedRest[] {
  const rows = database.prepare('SELECT * FROM rests WHERE until > ? ORDER BY until').all(now)
  return rows.map((row) => ({
    provider: row.provider as string,
    scope: row.scope as string,
    model: row.model === ALL_MODELS ? null : (row.model as string),
    why: row.why as RememberedRest['why'],
    until: row.until as number,
  }))
}

export function readLevels(database: DatabaseSync, now: number): RememberedLevel[] {
  const rows = database
    .prepare('SELECT * FROM levels WHERE at > ? ORDER BY provider, scope, model, dimension, per')
    .all(now - LEVELS_KEPT_MS)
  return rows.map((row) => ({
    provider: row.provider as string,
    scope: row.scope as string,
    model: row.model as string,
    dimension: row.dimension as RememberedLevel['dimension'],
    per: row.per as RememberedLevel['per'],
    limit: row.most as number,
    left: row.left as number,
    isGuess: row.is_guess === 1,
    at: row.at as number,
  }))
}
