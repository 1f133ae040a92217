import type { DatabaseSync } from 'node:sqlite'
import type { RememberedLevel, RememberedRest } from '../../model/calls/lease.ts'
import type { PoolMemory } from '../ledger.ts'
import type { KeptDatabase } from './kept-database.ts'
import { transaction } from './schema.ts'

/** In the file, the empty model stands for all models of a scope. */
const ALL_MODELS = ''
const LEVELS_KEPT_MS = 7 * 86_400_000

export function poolMemoryIn(ledger: KeptDatabase): PoolMemory {
  return {
    rests: async (now) =>
      ledger.use((database) => {
        database.prepare('DELETE FROM rests WHERE until <= ?').run(now)
        return readRests(database, now)
      }),

    async recordRest({ provider, scope, model, why, until }) {
      ledger.use((database) =>
        database
          .prepare(`INSERT OR REPLACE INTO rests (provider, scope, model, why, until)
                    VALUES (?, ?, ?, ?, ?)`)
          .run(provider, scope, model ?? ALL_MODELS, why, until),
      )
    },

    levels: async (now) =>
      ledger.use((database) => {
        database.prepare('DELETE FROM levels WHERE at <= ?').run(now - LEVELS_KEPT_MS)
        return readLevels(database, now)
      }),

    /** Not synced to the disk: after a power cut a minute's limit is full again anyway. */
    async recordLevels(levels) {
      ledger.use((database) => {
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
    },

    forget: async (provider, scope) =>
      ledger.transaction((database) => {
        database.prepare('DELETE FROM levels WHERE provider = ? AND scope = ?').run(provider, scope)
        const rests = database.prepare('DELETE FROM rests WHERE provider = ? AND scope = ?')
        return Number(rests.run(provider, scope).changes)
      }),
  }
}

export function readRests(database: DatabaseSync, now: number): RememberedRest[] {
  const rows = database.prepare('SELECT * FROM rests WHERE until > ? ORDER BY until').all(now)
  return rows.map(
    (row) => ({ ...row, model: row.model === ALL_MODELS ? null : row.model }) as RememberedRest,
  )
}

export function readLevels(database: DatabaseSync, now: number): RememberedLevel[] {
  const rows = database
    .prepare(
      `SELECT provider, scope, model, dimension, per, most AS "limit", left, is_guess AS isGuess, at
       FROM levels WHERE at > ? ORDER BY provider, scope, model, dimension, per`,
    )
    .all(now - LEVELS_KEPT_MS)
  return rows.map((row) => ({ ...row, isGuess: row.isGuess === 1 }) as RememberedLevel)
}
