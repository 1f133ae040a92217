import type { SetAsideWhy } from '../model/event.ts'

/** What a saved result is of: a step's own, a model's answer to an `ask`, or a person's at a `gate`. */
export type RecordKind = 'step' | 'ask' | 'gate'

/** A kind and a key name one result; keys of different kinds may be equal. */
export interface RecordName {
  readonly kind: RecordKind
  readonly key: string
}

/** What an item has finished so far; one per item, removed when the item succeeds. */
export interface Checkpoint {
  /** The saved result, wrapped so that a saved `undefined` differs from nothing saved. */
  read(name: RecordName): { readonly value: unknown } | undefined
  /** All saved results of a kind, in the order in which they were saved. */
  list(kind: RecordKind): readonly unknown[]
  /** Durable when it resolves. A result is saved once; saving it again is a bug. */
  save(name: RecordName, value: unknown): Promise<void>
  /** The saved result counts no longer, but stays on record. */
  refuse(name: RecordName): Promise<void>
  close(): Promise<void>
}

/** Saved steps count only for the work they were saved for. */
export interface CheckpointIdentity {
  readonly inputHash: string
  readonly workflowVersion: number
  /** Answers of the mock provider and real ones are never mixed. */
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
