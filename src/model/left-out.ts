import type { ItemId } from './ids.ts'

/** Why a collected item is not part of the run. */
export type LeftOut =
  /** `run` is null when it is known from what is committed, not from the ledger. */
  | { readonly reason: 'done'; readonly run: string | null }
  | { readonly reason: 'needs-revision'; readonly run: string }
  /** A person has been asked and has not answered yet. */
  | { readonly reason: 'gated'; readonly gate: string; readonly question: string }
  | { readonly reason: 'dependency-pending'; readonly on: ItemId }
  /** It lacks what only another command can give it. */
  | { readonly reason: 'not-ready'; readonly why: string; readonly command: string }
