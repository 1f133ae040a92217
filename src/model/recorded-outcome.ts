import type { ItemId } from './ids.ts'
import type { Outcome } from './outcome.ts'

/** What the ledger remembers of an item: how it ended last, and for which input. */
export interface RecordedOutcome {
  readonly item: ItemId
  /** How people name it; the workflow's own word. */
  readonly label: string
  readonly outcome: Outcome
  readonly inputHash: string
  readonly run: string
  readonly at: number
  /** The command line of that run, to be repeated. */
  readonly command: string
  /** The mock provider answered: it counts for such runs only. */
  readonly mock: boolean
}
