import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockHolder } from '../model/failure.ts'
import { ENVIRONMENT } from '../protocol/messages.ts'
import { isAlive, killMarked } from './processes.ts'

const OWNER = 'owner.json'

/** A folder for this run's spools. What runs that are dead left there, and still running, goes. */
export class SpoolFolder {
  readonly path: string

  constructor(root: string, owner: LockHolder) {
    for (const run of readdirSync(root)) sweep(join(root, run), run)
    this.path = join(root, owner.run)
    mkdirSync(this.path, { mode: 0o700 })
    writeFileSync(join(this.path, OWNER), JSON.stringify(owner), { mode: 0o600 })
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

function sweep(folder: string, run: string): void {
  const owner = readOwner(folder)
  if (owner === undefined || isAlive(owner)) return
  killMarked(ENVIRONMENT.run, run)
  rmSync(folder, { recursive: true, force: true })
}

/** A folder without a readable owner may be one that is being made right now: it stays. */
function readOwner(folder: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER), 'utf8'))
  } catch {
    return undefined // see above
  }
}
