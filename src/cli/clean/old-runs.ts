/** What runs that are over have left: logs, spools, compiled code. */
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { runsIn } from '../../coordinator/spool-folder.ts'
import type { StateDirectory } from '../../store/state-directory.ts'
import { type Removable, removable } from './removable.ts'

/** As runs name the folders of their logs; anything else in there is not ours. */
const LOG_FOLDER = /^\d{4}-\d\d-\d\dT[\d-]+(\.\d+)?Z$/
/** The first event is shorter than this, and the run's id stands at its beginning. */
const HEAD_BYTES = 512

export function findOldRuns(
  state: StateDirectory,
  options: {
    /** The runs that are going on. */
    readonly alive: ReadonlySet<string>
    /** So many of the newest runs keep their logs. */
    readonly keep: number
  },
): Removable[] {
  return [...oldLogs(state, options), ...compiledCode(state, options), ...deadSpools(state)]
}

function oldLogs(
  { logs }: StateDirectory,
  { alive, keep }: { readonly alive: ReadonlySet<string>; readonly keep: number },
): Removable[] {
  const folders = namesIn(logs).filter(
    (name) => LOG_FOLDER.test(name) && lstatSync(join(logs, name)).isDirectory(),
  )
  return folders
    .sort()
    .slice(0, Math.max(0, folders.length - keep))
    .filter((name) => isOver(join(logs, name), alive))
    .map((name) => removable({ kind: 'logs', name, paths: [join(logs, name)] }))
}

/** A folder that does not say whose it is may belong to any run that is going on. */
function isOver(folder: string, alive: ReadonlySet<string>): boolean {
  if (alive.size === 0) return true
  const run = /"run":"([^"]+)"/.exec(headOf(join(folder, 'events.jsonl')))?.[1]
  return run !== undefined && !alive.has(run)
}

function headOf(path: string): string {
  if (!existsSync(path)) return ''
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(HEAD_BYTES)
    return buffer.subarray(0, readSync(file, buffer)).toString('utf8')
  } finally {
    closeSync(file)
  }
}

function compiledCode(
  { compileCache }: StateDirectory,
  { alive }: { readonly alive: ReadonlySet<string> },
): Removable[] {
  const code = removable({ kind: 'compile-cache', name: 'compile-cache', paths: [compileCache] })
  return alive.size > 0 || code.bytes === 0 ? [] : [code]
}

function deadSpools({ spool }: StateDirectory): Removable[] {
  const dead = new Set(
    runsIn(spool)
      .filter(({ isAlive }) => !isAlive)
      .map(({ owner }) => owner.run),
  )
  return namesIn(spool)
    .filter((name) => dead.has(name))
    .map((name) => removable({ kind: 'spool', name, paths: [join(spool, name)] }))
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
