/**
 * A run is alive while it holds a lock of the kernel: a transaction on a file of its own, which ends
 * with its process, however that ends. A pid would not do: in another PID namespace, such as that of a
 * container on the same volume, it is nobody or somebody else.
 *
 * Only SQLite opens these files while they are in use: closing any other descriptor of one gives up
 * the lock. A file that nobody holds is removed by whoever has taken its lock.
 */
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { problemOf } from './problem-of.ts'

/** Somebody may just be looking whether it is held. */
const BUSY_MS = 5_000
const MOST_TRIES = 20
const NAME = /^[\w-]+$/

export class RunLock {
  readonly #folder: string
  readonly #path: string
  #database: DatabaseSync

  constructor(folder: string, run: string) {
    this.#folder = folder
    this.#path = pathOf(folder, run)
    this.#database = this.#take()
    sweep(folder, this.#path)
  }

  /** Should somebody have removed the file, it is made and held again. */
  restore(): void {
    if (existsSync(this.#path)) return
    const old = this.#database
    this.#database = this.#take()
    old.close()
  }

  release(): void {
    rmSync(this.#path, { force: true })
    this.#database.close() // also ends the transaction
  }

  /** Another run that sweeps may remove the file just before we hold it; then there is a next one. */
  #take(): DatabaseSync {
    for (let tries = 1; ; tries++) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      closeSync(openSync(this.#path, 'a', 0o600))
      const database = new DatabaseSync(this.#path, { timeout: BUSY_MS })
      try {
        database.exec('BEGIN EXCLUSIVE')
        if (existsSync(this.#path)) return database
      } catch (error) {
        if (problemOf(error) !== 'locked' || tries === MOST_TRIES) {
          database.close()
          throw error
        }
      }
      database.close()
    }
  }
}

/** Whether a run of this name is alive, in whatever namespace. Nothing is touched. */
export function isRunHeld(folder: string, run: string): boolean {
  if (!NAME.test(run) || !isPlainFile(pathOf(folder, run))) return false
  try {
    using database = new DatabaseSync(pathOf(folder, run), { readOnly: true, timeout: 0 })
    database.prepare('SELECT 1 FROM sqlite_schema').get()
    return false
  } catch (error) {
    const problem = problemOf(error)
    if (problem === 'unknown') throw error
    return problem === 'locked' // else it has just gone, or is no lock of ours
  }
}

function pathOf(folder: string, run: string): string {
  return join(folder, `${run}.lock`)
}

/** To open a pipe would wait for its other end, and a link may lead anywhere. */
function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Removes the files of runs that were killed. */
function sweep(folder: string, own: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  for (const path of paths)
    if (path !== own && path.endsWith('.lock') && isPlainFile(path)) removeUnheld(path)
}

function removeUnheld(path: string): void {
  try {
    using database = new DatabaseSync(path, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    rmSync(path, { force: true })
  } catch (error) {
    if (problemOf(error) === 'unknown') throw error // else it is alive, or harms nobody
  }
}
