import type { SetAsideWhy } from '../model/event.ts'

/** What an item has finished so far; one per item, removed when the item succeeds. */
export interface Checkpoint {
  /** The saved result, wrapped so that a saved `undefined` differs from nothing saved. */
  read(key: string): { readonly value: unknown } | undefined
  /** On disk when it returns. A key is saved once; saving it again is a bug. */
  save(key: string, value: unknown): void
  /** What was saved under the key counts no longer, but stays on record. */
  refuse(key: string): void
  close(): void
}

/** Saved steps count only for the work they were saved for. */
export interface CheckpointIdentity {
  readonly inputHash: string
  readonly workflowVersion: number
  /** Answers of the offline provider and real ones are never mixed. */
  readonly mock: boolean
}

export interface SetAside {
  readonly why: SetAsideWhy
  readonly keptAs: string
}

export interface OpenedCheckpoint {
  readonly checkpoint: Checkpoint
  /** An older checkpoint that no longer fits was kept under this name. */
  readonly setAside?: SetAside
}
