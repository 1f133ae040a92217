import type { ItemId } from './ids.ts'
import type { Outcome } from './outcome.ts'

/** What the ledger remembers of an item: how it ended last, and for which input. */
export interface RecordedOutcome {
  readonly item: ItemId
  readonly outcome: Outcome
  readonly inputHash: string
  readonly run: string
  readonly at: number
  /** The offline provider answered: it counts for such runs only. */
  readonly mock: boolean
}
