/**
 * A database that stays where it is. Removed while it is in use (somebody deletes `.agentos`), it is
 * put back with all it holds: an open file outlives its name. If another process was faster with
 * that, its file is used from then on.
 */
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, openUnheld } from './database.ts'

export class KeptDatabase {
  readonly #path: string
  readonly #schema: string
  readonly #onPutBack: (path: string) => void
  #database: DatabaseSync
  #file: string | undefined

  constructor(path: string, schema: string, onPutBack: (path: string) => void = () => {}) {
    this.#path = path
    this.#schema = schema
    this.#onPutBack = onPutBack
    this.#database = openUnheld(path, schema)
    this.#file = fileAt(path)
  }

  /** Does something with the database in its place; what goes wrong names the file. */
  use<T>(work: (database: DatabaseSync) => T): T {
    try {
      return work(this.#inPlace())
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      throw new Error(`${this.#path}: ${detail}`, { cause: error })
    }
  }

  close(): void {
    this.#database.close()
  }

  #inPlace(): DatabaseSync {
    const file = fileAt(this.#path)
    if (file === this.#file) return this.#database
    if (file === undefined) this.#putBack()
    const old = this.#database
    this.#database = openDatabase(this.#path, this.#schema)
    this.#file = fileAt(this.#path)
    old.close()
    return this.#database
  }

  #putBack(): void {
    const beside = `${this.#path}.${process.pid}.tmp`
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    closeSync(openSync(beside, 'w', 0o600))
    this.#database.prepare('VACUUM INTO ?').run(beside)
    renameSync(beside, this.#path)
    this.#onPutBack(this.#path)
  }
}

function fileAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`
}
