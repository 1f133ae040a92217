import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fills a folder as `make` would, but does the work once for the whole suite: what came of it is kept
 * and copied. For repositories that many tests begin with, and none is about.
 */
export async function prepare(
  folder: string,
  what: unknown,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const kept = process.env.TEST_PREPARED ?? ''
  const place = join(kept, hash('sha256', JSON.stringify(what)).slice(0, 16))
  if (existsSync(place)) {
    cpSync(place, folder, { recursive: true, verbatimSymlinks: true })
    return
  }
  await make(folder)
  const copy = mkdtempSync(join(kept, 'making-'))
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(copy, place)
  } catch {
    rmSync(copy, { recursive: true }) // another file's tests were faster
  }
}
