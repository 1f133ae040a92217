/** The results of a checkpoint that count: saved for this very work, each with a seal that fits. */
import type { DatabaseSync } from 'node:sqlite'
import type { CheckpointIdentity, SetAside } from '../checkpoint.ts'
import { Seal, type WrappedKey, type WrappingKey } from '../seal.ts'

/** What was saved, as JSON, by key. */
export type Saved = Map<string, string | null>

export interface Claimed {
  readonly seal: Seal
  readonly saved: Saved
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
  const seal = row === undefined ? Seal.create() : openSeal(database, identity, keys)
  if (typeof seal === 'string') return seal
  keepSeal(database, seal, identity, keys)
  const saved = readSealed(database, seal)
  return saved === undefined ? 'seal-broken' : { seal, saved }
}

function openSeal(
  database: DatabaseSync,
  identity: CheckpointIdentity,
  keys: readonly WrappingKey[],
): ReturnType<typeof Seal.open> {
  const rows = database.prepare('SELECT id, wrapped FROM wrapped_keys').all()
  const stored = rows.map(({ id, wrapped }) => ({ id, wrapped }) as WrappedKey)
  return Seal.open(stored, keys, aboutOf(identity))
}

/** Credentials that were configured since the checkpoint was made open it, too, from now on. */
function keepSeal(
  database: DatabaseSync,
  seal: Seal,
  identity: CheckpointIdentity,
  keys: readonly WrappingKey[],
): void {
  const known = database.prepare('SELECT id FROM wrapped_keys').all()
  const missing = keys.filter((key) => !known.some(({ id }) => id === key.id))
  for (const key of missing) {
    const { id, wrapped } = seal.wrappedFor(key, aboutOf(identity))
    database.prepare('INSERT INTO wrapped_keys (id, wrapped) VALUES (?, ?)').run(id, wrapped)
  }
}

/** Nothing if one of the seals does not fit: then nobody knows which rows are missing, either. */
function readSealed(database: DatabaseSync, seal: Seal): Saved | undefined {
  const saved: Saved = new Map()
  for (const row of database.prepare('SELECT key, value, seal FROM results').all()) {
    const [key, value] = [row.key as string, row.value as string | null]
    if (!seal.fits(row.seal, key, value)) return undefined
    saved.set(key, value)
  }
  return saved
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
