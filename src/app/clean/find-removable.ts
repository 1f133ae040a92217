/** Finds all removable files. Changes nothing. */
import { lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { headOf } from '../../files/head-of.ts'
import { aliveBy } from '../../fleet/alive-runs.ts'
import { runsIn } from '../../fleet/spool-folder.ts'
import { runFolders } from '../../reporters/logs/run-folders.ts'
import { viewStore } from '../../store/open-store.ts'
import { fromStore, type RepositoryHere } from '../repository-store.ts'
import { findOfDoneItems } from './done-items.ts'
import { type Found, type Removable, removable } from './removable.ts'

/** The first event is shorter than this, and the run's id stands at its beginning. */
const HEAD_BYTES = 512

export async function findRemovable(
  { root, state, shared, store }: Pick<RepositoryHere, 'root' | 'state' | 'shared' | 'store'>,
  /** So many of the newest runs keep their logs. */
  keep: number,
): Promise<Found> {
  if (state.exists()) readdirSync(state.path) // a file in its place is refused
  const isAlive = aliveBy(shared.runs)
  const view = viewStore(store)
  const items = await fromStore(view.heldItems())
  const held = items.filter(({ holder }) => isAlive(holder))
  const runs = Map.groupBy(runsIn(state.spool, isAlive), (run) => run.isAlive)
  const running = (runs.get(true) ?? []).map(({ owner }) => owner.run)
  const dead = (runs.get(false) ?? []).map(({ owner }) => owner.run)
  const alive = new Set([...running, ...held.map(({ holder }) => holder.run)])
  const ofItems = await findOfDoneItems({ root, view }, held)
  return {
    removable: [
      ...oldLogs(state.logs, { alive, keep }),
      ...deadSpools(state.spool, dead),
      ...ofItems.removable,
    ],
    kept: [
      ...running.map((run) => ({ name: `run ${run}`, why: 'it is running' })),
      ...ofItems.kept,
    ],
  }
}

function oldLogs(
  logs: string,
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

/** Of those that are named in the files, the ones that are there: a name may be a path to elsewhere. */
function deadSpools(spool: string, dead: readonly string[]): Removable[] {
  return (dead.length === 0 ? [] : readdirSync(spool))
    .filter((name) => dead.includes(name))
    .map((name) => removable({ kind: 'spool', name, paths: [join(spool, name)] }))
}
