import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Checkpoint, CheckpointIdentity, OpenedCheckpoint, SetAside } from '../checkpoint.ts'
import { troubleOf } from '../trouble-of.ts'
import { readUntouched } from './database.ts'
import { KeptDatabase } from './kept-database.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS identity (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    input_hash TEXT NOT NULL, workflow_version INTEGER NOT NULL, mock INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS results (
    key TEXT PRIMARY KEY, value TEXT, saved_at REAL NOT NULL DEFAULT (unixepoch('subsec') * 1000)
  ) STRICT`

const FILES = ['', '-wal', '-shm']

/** Opens an item's checkpoint; one that is damaged or belongs to other work is kept aside. */
export function openCheckpoint(
  path: string,
  identity: CheckpointIdentity,
  onPutBack?: (path: string) => void,
): OpenedCheckpoint {
  const isEmptied = statSync(path, { throwIfNoEntry: false })?.size === 0
  if (isEmptied) return startOver(path, identity, 'damaged', onPutBack)
  try {
    const database = new KeptDatabase(path, SCHEMA, onPutBack)
    const misfit = database.use((open) => (isWhole(open) ? claim(open, identity) : 'damaged'))
    if (misfit === undefined) return { checkpoint: new SqliteCheckpoint(database) }
    database.close()
    return startOver(path, identity, misfit, onPutBack)
  } catch (error) {
    if (troubleOf(error) !== 'damaged') throw error
    return startOver(path, identity, 'damaged', onPutBack)
  }
}

/** Whether it holds work of the offline provider, or of real ones. */
export function isCheckpointOf(path: string, { mock }: Pick<CheckpointIdentity, 'mock'>): boolean {
  if (!existsSync(path)) return false
  return readUntouched(path, (database) => {
    if (!isBegun(database)) return false
    const row = database.prepare('SELECT mock FROM identity').get()
    return row?.mock === Number(mock)
  })
}

/** Whether there are saved steps of this very work. Nothing is touched. */
export function fitsCheckpoint(path: string, identity: CheckpointIdentity): boolean {
  const found = peekCheckpoint(path, identity)
  return found !== undefined && found.misfit === undefined
}

export interface PeekedCheckpoint {
  /** All that is saved, in the order in which it was. */
  readonly keys: readonly string[]
  /** When the last of it was. */
  readonly savedAt?: number
  /** Why whoever opens it would keep it aside and start over. */
  readonly misfit?: SetAside['why']
}

/** What opening it would find. Nothing is touched. */
export function peekCheckpoint(
  path: string,
  identity: CheckpointIdentity,
): PeekedCheckpoint | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return undefined
  if (size === 0) return { keys: [], misfit: 'damaged' }
  try {
    return readUntouched(path, (database) => {
      if (!isBegun(database)) return undefined
      const row = database.prepare('SELECT input_hash, workflow_version, mock FROM identity').get()
      if (row === undefined) return undefined
      const misfit = misfitOf(row, identity)
      if (misfit !== undefined) return { keys: [], misfit }
      const rows = database.prepare('SELECT key, saved_at FROM results ORDER BY 2, rowid').all()
      const last = rows.at(-1)?.saved_at
      const keys = rows.map(({ key }) => key as string)
      return { keys, ...(typeof last === 'number' ? { savedAt: last } : {}) }
    })
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === 'unknown') throw error
    // What else is wrong with it, whoever works on the item says.
    return trouble === 'damaged' ? { keys: [], misfit: 'damaged' } : undefined
  }
}

export function removeCheckpoint(path: string): void {
  for (const suffix of FILES) rmSync(path + suffix, { force: true })
}

class SqliteCheckpoint implements Checkpoint {
  readonly #database: KeptDatabase

  constructor(database: KeptDatabase) {
    this.#database = database
  }

  read(key: string): { readonly value: unknown } | undefined {
    const row = this.#database.use((database) =>
      database.prepare('SELECT value FROM results WHERE key = ?').get(key),
    )
    if (row === undefined) return undefined
    return { value: row.value === null ? undefined : JSON.parse(row.value as string) }
  }

  save(key: string, value: unknown): void {
    const text = value === undefined ? null : JSON.stringify(value)
    this.#database.use((database) =>
      database.prepare('INSERT INTO results (key, value) VALUES (?, ?)').run(key, text),
    )
  }

  refuse(key: string): void {
    this.#database.use((database) =>
      database
        .prepare(`UPDATE results SET key = key || ' refused ' || saved_at WHERE key = ?`)
        .run(key),
    )
  }

  close(): void {
    this.#database.close()
  }
}

/** Damage in the middle of a file shows only when it is looked for. */
function isWhole(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok'
}

/** A disk that was full at that very moment has left a file without anything in it. */
function isBegun(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'identity'").get() !== undefined
}

/** Writes the identity into a new checkpoint, or says how an old one differs. */
function claim(database: DatabaseSync, identity: CheckpointIdentity): SetAside['why'] | undefined {
  const row = database.prepare('SELECT input_hash, workflow_version, mock FROM identity').get()
  if (row === undefined) {
    database
      .prepare(
        'INSERT INTO identity (only, input_hash, workflow_version, mock) VALUES (1, ?, ?, ?)',
      )
      .run(identity.inputHash, identity.workflowVersion, Number(identity.mock))
    return undefined
  }
  return misfitOf(row, identity)
}

function misfitOf(
  row: Readonly<Record<string, unknown>>,
  identity: CheckpointIdentity,
): SetAside['why'] | undefined {
  if (row.input_hash !== identity.inputHash) return 'input-changed'
  if (row.workflow_version !== identity.workflowVersion) return 'workflow-changed'
  return row.mock === Number(identity.mock) ? undefined : 'provider-changed'
}

function startOver(
  path: string,
  identity: CheckpointIdentity,
  why: SetAside['why'],
  onPutBack: ((path: string) => void) | undefined,
): OpenedCheckpoint {
  const keptAs = unusedName(path, why)
  for (const suffix of FILES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, keptAs + suffix)
  }
  const { checkpoint } = openCheckpoint(path, identity, onPutBack)
  return { checkpoint, setAside: { why, keptAs } }
}

/** Beside the checkpoint, and never over an older one that was kept. */
function unusedName(path: string, why: SetAside['why']): string {
  for (let count = 1; ; count++) {
    const name = path.replace(/\.db$/, `.${why}-${count}.db`)
    if (!existsSync(name)) return name
  }
}
