import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type {
  Checkpoint,
  CheckpointIdentity,
  OpenedCheckpoint,
  RecordName,
  SetAside,
} from '../checkpoint.ts'
import { problemOf } from '../problem-of.ts'
import type { Entry } from '../seal.ts'
import type { CheckpointOptions, SavedWork } from '../store.ts'
import { readUntouched } from './database.ts'
import { KeptDatabase } from './kept-database.ts'
import { type Schema, transaction } from './schema.ts'
import { append, type Claimed, claim, misfitOf, nameOf, toName } from './sealed-results.ts'

export const CHECKPOINT_SCHEMA: Schema = {
  name: 'Checkpoint',
  steps: [
    `
  CREATE TABLE identity (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    input_hash TEXT NOT NULL, workflow_version INTEGER NOT NULL, mock INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE wrapped_keys (id TEXT PRIMARY KEY, wrapped BLOB NOT NULL) STRICT;
  CREATE TABLE history (
    sequence INTEGER PRIMARY KEY,
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT, is_refusal INTEGER NOT NULL DEFAULT 0,
    seal TEXT NOT NULL, saved_at REAL NOT NULL DEFAULT (unixepoch('subsec') * 1000)
  ) STRICT`,
  ],
}

const FILES = ['', '-wal', '-shm']

/** Opens an item's checkpoint; one that is damaged or belongs to other work is kept aside. */
export function openCheckpoint(
  path: string,
  identity: CheckpointIdentity,
  options: CheckpointOptions,
): OpenedCheckpoint {
  const isEmptied = statSync(path, { throwIfNoEntry: false })?.size === 0
  if (isEmptied) return startOver(path, identity, 'damaged', options)
  const database = new KeptDatabase(path, CHECKPOINT_SCHEMA, options)
  try {
    const claimed = database.use((open) =>
      isWhole(open) ? transaction(open, () => claim(open, identity, options.keys)) : 'damaged',
    )
    if (typeof claimed !== 'string')
      return { checkpoint: checkpointIn(database, claimed, options.onForeign) }
    database.close()
    return startOver(path, identity, claimed, options)
  } catch (error) {
    database.close()
    if (problemOf(error) !== 'damaged') throw error
    return startOver(path, identity, 'damaged', options)
  }
}

/** What opening it would find; nothing if there is none. Nothing is touched. */
export function peekCheckpoint(path: string, identity: CheckpointIdentity): SavedWork | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return undefined
  if (size === 0) return { records: [], misfit: 'damaged' }
  try {
    return readUntouched(path, CHECKPOINT_SCHEMA, (database) => readSavedWork(database, identity))
  } catch (error) {
    const problem = problemOf(error)
    if (problem === 'unknown') throw error
    // What else is wrong with it, whoever works on the item says.
    return problem === 'damaged' ? { records: [], misfit: 'damaged' } : undefined
  }
}

function readSavedWork(
  database: DatabaseSync,
  identity: CheckpointIdentity,
): SavedWork | undefined {
  const row = database.prepare('SELECT * FROM identity').get()
  if (row === undefined) return undefined
  const misfit = misfitOf(row, identity)
  if (misfit !== undefined) return { records: [], misfit }
  const rows = database
    .prepare('SELECT kind, key, is_refusal, saved_at FROM history ORDER BY sequence')
    .all()
  const last = rows.at(-1)?.saved_at
  const records = new Map<string, RecordName>()
  for (const row of rows) {
    const name = toName(row)
    if (row.is_refusal === 1) records.delete(nameOf(name))
    else records.set(nameOf(name), name)
  }
  return {
    records: [...records.values()],
    ...(typeof last === 'number' ? { savedAt: last } : {}),
  }
}

export function removeCheckpoint(path: string): void {
  for (const suffix of FILES) rmSync(path + suffix, { force: true })
}

/**
 * Results are read from the file once, when it is opened, and their seals checked; later ones are this
 * process's own. What anybody else writes to the file meanwhile is never read.
 */
function checkpointIn(
  file: KeptDatabase,
  claimed: Claimed,
  onForeign: CheckpointOptions['onForeign'],
): Checkpoint {
  const { seal, saved } = claimed
  let { head } = claimed

  function add(entry: Entry): void {
    const added = file.transaction((database) => append(database, entry, { seal, head }))
    head = added.head
    for (const name of added.foreign) onForeign?.(name)
  }

  return {
    read(name) {
      const text = saved.get(nameOf(name))
      if (text === undefined) return undefined
      return { value: text === null ? undefined : JSON.parse(text) }
    },

    list(kind) {
      return [...saved]
        .filter(([name]) => name.startsWith(nameOf({ kind, key: '' })))
        .map(([, text]) => JSON.parse(text ?? 'null'))
    },

    async save({ kind, key }, value) {
      const name = nameOf({ kind, key })
      if (saved.has(name))
        throw new Error(`The ${kind} "${key}" is saved already. This is a bug in AgentOS.`)
      const text = value === undefined ? null : JSON.stringify(value)
      add({ kind, key, value: text, isRefusal: false })
      saved.set(name, text)
    },

    async refuse({ kind, key }) {
      if (!saved.has(nameOf({ kind, key }))) return
      add({ kind, key, value: null, isRefusal: true })
      saved.delete(nameOf({ kind, key }))
    },

    close: async () => file.close(),
  }
}

/** Damage in the middle of a file shows only when it is looked for. */
function isWhole(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok'
}

function startOver(
  path: string,
  identity: CheckpointIdentity,
  why: SetAside['why'],
  options: CheckpointOptions,
): OpenedCheckpoint {
  const keptAs = unusedName(path, why)
  for (const suffix of FILES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, keptAs + suffix)
  }
  const { checkpoint } = openCheckpoint(path, identity, options)
  return { checkpoint, setAside: { why, keptAs } }
}

/** Beside the checkpoint, and never over an older one that was kept. */
function unusedName(path: string, why: SetAside['why']): string {
  for (let count = 1; ; count++) {
    const name = path.replace(/\.db$/, `.${why}-${count}.db`)
    if (!existsSync(name)) return name
  }
}
