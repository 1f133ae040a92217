/** The results of a checkpoint that count: saved for this very work, in a history whose seals fit. */
import type { DatabaseSync } from 'node:sqlite'
import type { CheckpointIdentity, RecordKind, RecordName, SetAside } from '../checkpoint.ts'
import { type Entry, NO_SEAL, Seal, type WrappedKey, type WrappingKey } from '../seal.ts'

/** What was saved, as JSON, by `nameOf`. */
type Saved = Map<string, string | null>

/** The last row of a history. */
export interface Head {
  readonly sequence: number
  readonly seal: string
}

interface History {
  readonly saved: Saved
  readonly head: Head
}

export interface Claimed extends History {
  readonly seal: Seal
}

/** Writes the identity into a new checkpoint, or says why an old one does not count. */
export function claim(
  database: DatabaseSync,
  identity: CheckpointIdentity,
  keys: readonly WrappingKey[],
): Claimed | SetAside['why'] {
  const row = database.prepare('SELECT input_hash, workflow_version, mock FROM identity').get()
  if (row === undefined) {
    database
      .prepare(
        'INSERT INTO identity (only, input_hash, workflow_version, mock) VALUES (1, ?, ?, ?)',
      )
      .run(identity.inputHash, identity.workflowVersion, Number(identity.mock))
  }
  const misfit = row === undefined ? undefined : misfitOf(row, identity)
  if (misfit !== undefined) return misfit
  const stored = row === undefined ? [] : wrappedKeys(database)
  const seal = row === undefined ? Seal.create() : Seal.open(stored, keys, aboutOf(identity))
  if (typeof seal === 'string') return seal
  if (row === undefined) database.exec('DELETE FROM wrapped_keys') // of an earlier seal
  for (const key of keys) {
    const isKept = typeof Seal.open(stored, [key], aboutOf(identity)) !== 'string'
    if (!isKept) keepSeal(database, seal.wrappedFor(key, aboutOf(identity)))
  }
  const history = readSealed(database, seal)
  return history === undefined ? 'seal-broken' : { seal, ...history }
}

function wrappedKeys(database: DatabaseSync): WrappedKey[] {
  const rows = database.prepare('SELECT id, wrapped FROM wrapped_keys').all()
  return rows.map(({ id, wrapped }) => ({ id, wrapped }) as WrappedKey)
}

/** Credentials that were configured since the checkpoint was made open it, too, from now on. */
function keepSeal(database: DatabaseSync, { id, wrapped }: WrappedKey): void {
  database
    .prepare('INSERT OR REPLACE INTO wrapped_keys (id, wrapped) VALUES (?, ?)')
    .run(id, wrapped)
}

/** Nothing if one of the seals does not fit: then nobody knows which rows are missing, either. */
function readSealed(database: DatabaseSync, seal: Seal): History | undefined {
  const saved: Saved = new Map()
  let head: Head = { sequence: 0, seal: NO_SEAL }
  for (const row of database.prepare('SELECT * FROM history ORDER BY sequence').all()) {
    const sequence = head.sequence + 1
    const entry = toEntry(row)
    if (row.sequence !== sequence || !seal.fits(row.seal, entry, head.seal)) return undefined
    if (entry.isRefusal) saved.delete(nameOf(entry))
    else saved.set(nameOf(entry), entry.value)
    head = { sequence, seal: row.seal as string }
  }
  return { saved, head }
}

function toEntry(row: Readonly<Record<string, unknown>>): Entry {
  return {
    ...toName(row),
    value: row.value as string | null,
    isRefusal: row.is_refusal === 1,
  }
}

/** One string for a kind and a key. */
export function nameOf({ kind, key }: RecordName): string {
  return `${kind} ${key}`
}

export function toName({ kind, key }: Readonly<Record<string, unknown>>): RecordName {
  return { kind: kind as RecordKind, key: String(key) }
}

/** Adds a row behind the last one that is ours; what others have put there goes, and is named. */
export function append(
  database: DatabaseSync,
  entry: Entry,
  { seal, head }: { readonly seal: Seal; readonly head: Head },
): { readonly head: Head; readonly foreign: readonly RecordName[] } {
  const next = { sequence: head.sequence + 1, seal: seal.of(entry, head.seal) }
  const removed = database
    .prepare('DELETE FROM history WHERE sequence > ? RETURNING kind, key')
    .all(head.sequence)
  database
    .prepare(
      'INSERT INTO history (sequence, kind, key, value, is_refusal, seal) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(...[next.sequence, entry.kind, entry.key, entry.value, Number(entry.isRefusal)], next.seal)
  return { head: next, foreign: removed.map(toName) }
}

/** What the saved results are good for; a checkpoint of other work cannot be passed off for it. */
function aboutOf({ inputHash, workflowVersion, mock }: CheckpointIdentity): string {
  return JSON.stringify([inputHash, workflowVersion, mock])
}

export function misfitOf(
  row: Readonly<Record<string, unknown>>,
  identity: CheckpointIdentity,
): SetAside['why'] | undefined {
  if (row.input_hash !== identity.inputHash) return 'input-changed'
  if (row.workflow_version !== identity.workflowVersion) return 'workflow-changed'
  return row.mock === Number(identity.mock) ? undefined : 'provider-changed'
}
