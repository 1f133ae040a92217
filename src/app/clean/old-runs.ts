/** What runs that are over have left: logs, spools, compiled code. */
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { headOf } from '../../files/head-of.ts'
import type { IsRunAlive } from '../../fleet/alive-runs.ts'
import { runsIn } from '../../fleet/spool-folder.ts'
import { runFolders } from '../../reporters/logs/run-folders.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import { type Removable, removable } from './removable.ts'

/** The first event is shorter than this, and the run's id stands at its beginning. */
const HEAD_BYTES = 512

export function findOldRuns(
  state: StateDirectory,
  options: {
    /** Active runs. */
    readonly alive: ReadonlySet<string>
    readonly isAlive: IsRunAlive
    /** So many of the newest runs keep their logs. */
    readonly keep: number
  },
): Removable[] {
  return [...oldLogs(state, options), ...deadSpools(state, options)]
}

function oldLogs(
  { logs }: StateDirectory,
  { alive, keep }: { readonly alive: ReadonlySet<string>; readonly keep: number },
): Removable[] {
  return runFolders(logs)
    .filter((folder) => lstatSync(folder).isDirectory())
    .slice(keep)
    .reverse()
    .filter((folder) => isOver(folder, alive))
    .map((folder) => removable({ kind: 'logs', name: basename(folder), paths: [folder] }))
}

/** A folder that does not say whose it is may belong to any active run. */
function isOver(folder: string, alive: ReadonlySet<string>): boolean {
  if (alive.size === 0) return true
  const run = /"run":"([^"]+)"/.exec(headOf(join(folder, 'events.jsonl'), HEAD_BYTES))?.[1]
  return run !== undefined && !alive.has(run)
}

function deadSpools(
  { spool }: StateDirectory,
  { isAlive }: { readonly isAlive: IsRunAlive },
): Removable[] {
  const dead = new Set(
    runsIn(spool, isAlive)
      .filter((run) => !run.isAlive)
      .map(({ owner }) => owner.run),
  )
  return namesIn(spool)
    .filter((name) => dead.has(name))
    .map((name) => removable({ kind: 'spool', name, paths: [join(spool, name)] }))
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
