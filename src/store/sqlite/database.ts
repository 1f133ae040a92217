import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { PrivateFolder } from '../../files/private-folder.ts'
import { problemOf } from '../problem-of.ts'
import { layoutOf, migrate, type Schema, transaction } from './schema.ts'

/** Another process may hold the file for a moment; nothing of ours holds it for long. */
const BUSY_MS = 5_000
const MOST_TRIES = 20

/**
 * Opens a database for writing, made or brought to its newest layout.
 * What is committed is on disk: the write-ahead log is synced with every commit.
 * `isUnheld`: whether somebody holds it shows now, not when it matters.
 */
export function openDatabase(
  path: string,
  schema: Schema,
  { isUnheld = false }: { readonly isUnheld?: boolean } = {},
): DatabaseSync {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) makeDatabase(path, schema)
  accessSync(path, constants.W_OK) // SQLite would open it for reading, and complain too late
  const database = new DatabaseSync(path, { timeout: BUSY_MS })
  try {
    database.exec('PRAGMA synchronous=FULL')
    setUp(database, schema)
    if (isUnheld) transaction(database, () => {})
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/**
 * Made whole, closed and synced once, which is faster than syncing each statement. SQLite itself
 * syncs only the log when it commits; a power cut could take the file from under it, and the log
 * counts for nothing without. Our descriptor must be closed while no connection is open: closing
 * one gives up all locks that this process has on the file.
 */
function makeDatabase(path: string, schema: Schema): void {
  // Made here, so that the files SQLite puts beside it are for the user only, as this one is.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: BUSY_MS })
  try {
    database.exec('PRAGMA synchronous=OFF')
    setUp(database, schema)
  } finally {
    database.close()
  }
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Switching to a write-ahead log does not wait for others as all else does; so we do. */
function setUp(database: DatabaseSync, schema: Schema): void {
  const givesUpAt = performance.now() + BUSY_MS
  for (let attempt = 1; ; attempt++) {
    try {
      database.exec('PRAGMA journal_mode=WAL')
      migrate(database, schema)
      return
    } catch (error) {
      if (problemOf(error) !== 'locked' || performance.now() > givesUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * attempt)
    }
  }
}

/**
 * Reads a database without leaving a trace beside it, for dry runs: merely opening a file with a
 * write-ahead log, even read-only, would create files. One that is in use, or has an older layout, is
 * read from a copy, taken again if another process wrote meanwhile. Nothing if there is nothing to read.
 */
export function readUntouched<T>(
  path: string,
  schema: Schema,
  read: (database: DatabaseSync) => T,
): T | undefined {
  for (let attempt = 1; ; attempt++) {
    const before = stampOf(path)
    if (before === undefined) return undefined
    try {
      const result = readOnce(path, schema, read)
      if (stampOf(path) === before || attempt === MOST_TRIES) return result
    } catch (error) {
      if (stampOf(path) === before || attempt === MOST_TRIES) throw error
    }
  }
}

/** Changes whenever the file or its log does. */
function stampOf(path: string): string | undefined {
  const [file, log] = ['', '-wal'].map((suffix) =>
    statSync(path + suffix, { throwIfNoEntry: false }),
  )
  if (file === undefined) return undefined
  return [file, log].map((stat) => `${stat?.size} ${stat?.mtimeMs} ${stat?.ino}`).join(' ')
}

function readOnce<T>(
  path: string,
  schema: Schema,
  read: (database: DatabaseSync) => T,
): T | undefined {
  if (existsSync(`${path}-wal`)) return readCopy(path, schema, read)
  const url = `${pathToFileURL(path).href}?immutable=1`
  using database = new DatabaseSync(url, { readOnly: true })
  const layout = layoutOf(database, schema)
  if (layout === 'older') return readCopy(path, schema, read)
  return layout === 'empty' ? undefined : read(database)
}

function readCopy<T>(
  path: string,
  schema: Schema,
  read: (database: DatabaseSync) => T,
): T | undefined {
  using folder = new PrivateFolder()
  const copy = join(folder.path, basename(path))
  for (const suffix of ['', '-wal'])
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  using database = new DatabaseSync(copy)
  if (layoutOf(database, schema) === 'empty') return undefined
  migrate(database, schema)
  return read(database)
}
