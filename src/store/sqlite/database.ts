import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Another process may hold the file for a moment; nothing of ours holds it for long. */
const BUSY_MS = 10_000

/**
 * Opens a database for writing, made ready by `schema` (statements that may run again).
 * What is committed is on disk: the write-ahead log is synced with every commit.
 */
export function openDatabase(path: string, schema: string): DatabaseSync {
  const isNew = !existsSync(path)
  const database = new DatabaseSync(path, { timeout: BUSY_MS })
  try {
    // An empty file has nothing to lose yet, and syncing each statement of it would be slow.
    if (isNew) database.exec('PRAGMA synchronous=OFF')
    database.exec('PRAGMA journal_mode=WAL')
    database.exec(schema)
    database.exec('PRAGMA synchronous=FULL')
    if (isNew) chmodSync(path, 0o600)
  } catch (error) {
    database.close()
    throw error
  }
  return database
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

/**
 * Reads a database without leaving a trace beside it, for dry runs: merely opening a file with a
 * write-ahead log, even read-only, would create files. One that is in use is read from a copy.
 */
export function readUntouched<T>(path: string, read: (database: DatabaseSync) => T): T {
  if (!existsSync(`${path}-wal`)) return readImmutable(path, read)
  const folder = mkdtempSync(join(tmpdir(), 'agentos-read-'))
  try {
    const copy = join(folder, basename(path))
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix)
    const database = new DatabaseSync(copy)
    try {
      return read(database)
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readImmutable<T>(path: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}
