import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockHolder } from '../model/failure.ts'
import { markOfRun } from '../protocol/process-mark.ts'
import type { IsAlive } from '../store/ledger.ts'
import { killMarked } from './processes.ts'
import { unreadOf } from './spool.ts'

const OWNER = 'owner.json'

/** The process of a run, and the command that resumes it. */
export interface RunOwner extends LockHolder {
  readonly command: string
}

interface Recovery {
  readonly isAlive: IsAlive
  readonly recover: (unread: { log: string; lines: string }) => void
}

/**
 * A folder for this run's spools. Of dead runs, orphaned processes are killed, unread output
 * is appended to its log, and the folder is removed.
 */
export function spoolFolder(root: string, owner: RunOwner, recovery: Recovery) {
  for (const run of foldersIn(root)) sweep(join(root, run), run, recovery)
  const path = join(root, owner.run)

  /** The folder's path; created again if it was removed. */
  function make(): string {
    if (!existsSync(join(path, OWNER))) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      writeFileSync(join(path, OWNER), JSON.stringify(owner), { mode: 0o600 })
    }
    return path
  }

  function remove(): void {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      return // the next run sweeps what this one cannot remove
    }
  }

  make()
  return { make, remove }
}

/** The runs with a folder here: running and killed ones. */
export function runsIn(
  root: string,
  isAlive: IsAlive,
): { readonly owner: RunOwner; readonly isAlive: boolean }[] {
  if (!existsSync(root)) return []
  return foldersIn(root)
    .map((run) => readOwner(join(root, run)))
    .filter((owner) => owner !== undefined)
    .map((owner) => ({ owner, isAlive: isAlive(owner) }))
}

/** Links are ignored. */
function foldersIn(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function sweep(folder: string, run: string, { isAlive, recover }: Recovery): void {
  const owner = readOwner(folder)
  if (owner === undefined || isAlive(owner)) return
  killMarked(markOfRun(run))
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { name } of files.filter((file) => file.name.endsWith('.out'))) {
    const unread = unreadOf(join(folder, name))
    if (unread !== undefined) recover(unread)
  }
  rmSync(folder, { recursive: true, force: true })
}

/** A folder without a proper owner may be one that is being made right now: it stays. */
function readOwner(folder: string): RunOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(join(folder, OWNER), 'utf8'))
    const { run, pid, startedAt } = owner ?? {}
    const isWhole = [typeof run, typeof pid, typeof startedAt].join() === 'string,number,string'
    return isWhole ? owner : undefined
  } catch {
    return undefined // see above
  }
}
