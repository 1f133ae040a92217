/**
 * A database that stays where it is, opened when it is first used. Removed while it is in use (somebody
 * deletes `.agentos`), it is put back with all it holds: an open file outlives its name. If another
 * process was faster with that, its file is used from then on.
 */
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StoreUnusable } from '../problem-of.ts'
import { openDatabase } from './database.ts'
import { type Schema, transaction } from './schema.ts'

export interface KeptOptions {
  readonly onPutBack?: ((path: string) => void) | undefined
  /** False: what is committed last may be lost in a power cut. */
  readonly isSynced?: boolean
}

export class KeptDatabase {
  readonly #path: string
  readonly #schema: Schema
  readonly #options: KeptOptions
  #open: { readonly database: DatabaseSync; readonly file: string | undefined } | undefined
  #isClosed = false

  constructor(path: string, schema: Schema, options: KeptOptions = {}) {
    this.#path = path
    this.#schema = schema
    this.#options = options
  }

  /** Does something with the database in its place; an error names the file. */
  use<T>(work: (database: DatabaseSync) => T): T {
    try {
      return work(this.#inPlace())
    } catch (error) {
      throw new StoreUnusable(`${this.#schema.name} ${this.#path}`, error)
    }
  }

  /** The same, all of it or nothing. */
  transaction<T>(work: (database: DatabaseSync) => T): T {
    return this.use((database) => transaction(database, () => work(database)))
  }

  close(): void {
    this.#isClosed = true
    this.#open?.database.close()
    this.#open = undefined
  }

  #inPlace(): DatabaseSync {
    if (this.#isClosed) throw new Error('it was closed')
    const old = this.#open
    if (old === undefined)
      return this.#opened(openDatabase(this.#path, this.#schema, { isUnheld: true }))
    const file = fileAt(this.#path)
    if (file === old.file) return old.database
    if (file === undefined) this.#putBack(old.database)
    const database = this.#opened(openDatabase(this.#path, this.#schema))
    old.database.close()
    return database
  }

  #opened(database: DatabaseSync): DatabaseSync {
    if (this.#options.isSynced === false) database.exec('PRAGMA synchronous=NORMAL')
    this.#open = { database, file: fileAt(this.#path) }
    return database
  }

  #putBack(database: DatabaseSync): void {
    const beside = `${this.#path}.${process.pid}.tmp`
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    closeSync(openSync(beside, 'w', 0o600))
    database.prepare('VACUUM INTO ?').run(beside)
    renameSync(beside, this.#path)
    this.#options.onPutBack?.(this.#path)
  }
}

function fileAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}
