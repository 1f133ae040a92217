import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Checkpoint, CheckpointIdentity, OpenedCheckpoint, SetAside } from '../checkpoint.ts'
import type { Entry, Seal, WrappingKey } from '../seal.ts'
import { troubleOf } from '../trouble-of.ts'
import { readUntouched, transaction } from './database.ts'
import { KeptDatabase } from './kept-database.ts'
import { append, type Claimed, claim, type Head, misfitOf, type Saved } from './sealed-results.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS identity (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    input_hash TEXT NOT NULL, workflow_version INTEGER NOT NULL, mock INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS wrapped_keys (id TEXT PRIMARY KEY, wrapped BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS history (
    sequence INTEGER PRIMARY KEY,
    key TEXT NOT NULL, value TEXT, is_refusal INTEGER NOT NULL DEFAULT 0, seal TEXT NOT NULL,
    saved_at REAL NOT NULL DEFAULT (unixepoch('subsec') * 1000)
  ) STRICT`

const FILES = ['', '-wal', '-shm']

export interface CheckpointOptions {
  /** Of the credentials that are configured now. */
  readonly keys: readonly WrappingKey[]
  readonly onPutBack?: (path: string) => void
  /** Somebody else has written a result of this key; it was removed. */
  readonly onForeign?: (key: string) => void
}

/** Opens an item's checkpoint; one that is damaged or belongs to other work is kept aside. */
export function openCheckpoint(
  path: string,
  identity: CheckpointIdentity,
  options: CheckpointOptions,
): OpenedCheckpoint {
  const isEmptied = statSync(path, { throwIfNoEntry: false })?.size === 0
  if (isEmptied) return startOver(path, identity, 'damaged', options)
  try {
    const database = new KeptDatabase(path, SCHEMA, options.onPutBack)
    const claimed = database.use((open) =>
      isWhole(open) ? transaction(open, () => claim(open, identity, options.keys)) : 'damaged',
    )
    if (typeof claimed !== 'string')
      return { checkpoint: new SqliteCheckpoint(database, claimed, options.onForeign) }
    database.close()
    return startOver(path, identity, claimed, options)
  } catch (error) {
    if (troubleOf(error) !== 'damaged') throw error
    return startOver(path, identity, 'damaged', options)
  }
}

/** Whether there are saved steps of this very work. Nothing is touched. */
export function fitsCheckpoint(path: string, identity: CheckpointIdentity): boolean {
  const found = peekCheckpoint(path, identity)
  return found !== undefined && found.misfit === undefined
}

export interface PeekedCheckpoint {
  /** All that is saved and counts, in the order in which it was. */
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
      const rows = database
        .prepare('SELECT key, is_refusal, saved_at FROM history ORDER BY sequence')
        .all()
      const last = rows.at(-1)?.saved_at
      const keys = new Set<string>()
      for (const { key, is_refusal } of rows) {
        if (is_refusal === 1) keys.delete(key as string)
        else keys.add(key as string)
      }
      return { keys: [...keys], ...(typeof last === 'number' ? { savedAt: last } : {}) }
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

/**
 * Results are read from the file once, when it is opened, and their seals checked; later ones are this
 * process's own. What anybody else writes to the file meanwhile is never read.
 */
class SqliteCheckpoint implements Checkpoint {
  readonly #database: KeptDatabase
  readonly #seal: Seal
  readonly #saved: Saved
  readonly #onForeign: (key: string) => void
  #head: Head

  constructor(
    database: KeptDatabase,
    { seal, saved, head }: Claimed,
    onForeign: (key: string) => void = () => {},
  ) {
    this.#database = database
    this.#seal = seal
    this.#saved = saved
    this.#head = head
    this.#onForeign = onForeign
  }

  read(key: string): { readonly value: unknown } | undefined {
    const text = this.#saved.get(key)
    if (text === undefined) return undefined
    return { value: text === null ? undefined : JSON.parse(text) }
  }

  save(key: string, value: unknown): void {
    if (this.#saved.has(key))
      throw new Error(`"${key}" is saved already. This is a bug in AgentOS.`)
    const text = value === undefined ? null : JSON.stringify(value)
    this.#append({ key, value: text, isRefusal: false })
    this.#saved.set(key, text)
  }

  refuse(key: string): void {
    if (!this.#saved.has(key)) return
    this.#append({ key, value: null, isRefusal: true })
    this.#saved.delete(key)
  }

  #append(entry: Entry): void {
    const last = { seal: this.#seal, head: this.#head }
    const { head, foreign } = this.#database.use((database) =>
      transaction(database, () => append(database, entry, last)),
    )
    this.#head = head
    for (const key of foreign) this.#onForeign(key)
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
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'history'").get() !== undefined
}

function startOver(
  path: string,
  identity: CheckpointIdentity,
  why: SetAside['why'],
  options: CheckpointOptions,
): OpenedCheckpoint {
  const keptAs = unusedName(path, why)
  for (const suffix of FILES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, keptAs + suffix)
  }
  const { checkpoint } = openCheckpoint(path, identity, options)
  return { checkpoint, setAside: { why, keptAs } }
}

/** Beside the checkpoint, and never over an older one that was kept. */
function unusedName(path: string, why: SetAside['why']): string {
  for (let count = 1; ; count++) {
    const name = path.replace(/\.db$/, `.${why}-${count}.db`)
    if (!existsSync(name)) return name
  }
}
