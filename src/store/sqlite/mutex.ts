import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { problemOf } from '../problem-of.ts'

const LOOK_EVERY_MS = 50

/**
 * Runs `fn` while no other process does so with the same file. What holds it is a transaction, so
 * whoever dies lets go of it, and nobody has to find out who that was.
 */
export async function alone<T>(
  path: string,
  signal: AbortSignal,
  fn: () => Promise<T>,
): Promise<T> {
  closeSync(openSync(path, 'a', 0o600))
  using database = new DatabaseSync(path, { timeout: 0 }) // closing it also ends the transaction
  while (!begin(database)) await sleep(LOOK_EVERY_MS, undefined, { signal })
  return await fn()
}

function begin(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (problemOf(error) === 'locked') return false
    throw error
  }
}
