/**
 * Layouts of our databases. A file knows the version of its own (`PRAGMA user_version`); a layout is a
 * list of steps, of which step n takes a file from version n - 1 to n. A released step is never changed:
 * a new layout is a new step. A file of a newer version is refused and left as it is.
 */
import type { DatabaseSync } from 'node:sqlite'
import { LayoutUnknown } from '../problem-of.ts'

export interface Schema {
  /** In messages, before the path. */
  readonly name: string
  readonly steps: readonly string[]
}

/** `empty` is a file that another process is about to fill. */
export function layoutOf(database: DatabaseSync, { steps }: Schema): 'empty' | 'older' | 'current' {
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined
  const version = versionOf(database) // after that: tables and version are committed together
  if (version === steps.length) return 'current'
  if (version === 0 && !hasTables) return 'empty'
  if (version === 0 || version > steps.length)
    throw new LayoutUnknown({ version, known: steps.length })
  return 'older'
}

/** Brings the file to the newest layout, all of it or nothing. */
export function migrate(database: DatabaseSync, schema: Schema): void {
  if (layoutOf(database, schema) === 'current') return
  transaction(database, () => {
    if (layoutOf(database, schema) === 'current') return // another process was faster
    for (const step of schema.steps.slice(versionOf(database))) database.exec(step)
    database.exec(`PRAGMA user_version = ${schema.steps.length}`)
  })
}

/** Runs `work` in one immediate transaction: all of it is kept, or nothing. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function versionOf(database: DatabaseSync): number {
  return database.prepare('PRAGMA user_version').get()?.user_version as number
}
