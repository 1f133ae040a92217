/** What becomes of an item's requests, as events tell it: each waits, goes or is refused, and returns. */
import type { Failure } from './failure.ts'
import type { ItemId } from './ids.ts'
import type { Usage } from './language-model.ts'
import type { CallOutcome, LimitReading, Outage, WaitReason } from './lease.ts'

export type LeaseFact =
  /** The item's call waits for its lease; until when is not always known. */
  | {
      readonly type: 'lease-queued'
      readonly item: ItemId
      /** The item's requests, numbered by its worker. */
      readonly call: number
      /** The question that the request is for, numbered by its worker. */
      readonly ask?: number
      readonly provider: string
      readonly model: string
      readonly why: WaitReason
      readonly until: number | null
      /** Of a wait for a provider that fails. */
      readonly outage?: Outage
    }
  | {
      readonly type: 'lease-granted'
      readonly item: ItemId
      readonly call: number
      readonly ask?: number
      readonly lease: number
      readonly credential: string
      readonly model: string
    }
  | {
      readonly type: 'lease-refused'
      readonly item: ItemId
      readonly call: number
      readonly ask?: number
      readonly provider: string
      readonly model: string
      readonly failure: Failure
    }
  | {
      readonly type: 'lease-returned'
      readonly item: ItemId
      readonly lease: number
      readonly outcome: CallOutcome
      /** What it used, if the provider said so. */
      readonly usage?: Usage
      /** What the response said of limits, if it said anything. */
      readonly readings?: readonly LimitReading[]
      /** Dollars counted for it, null when the price is not known; absent if it costs nothing. */
      readonly cost?: number | null
      /** The cost is estimated: usage is not known. */
      readonly isEstimate?: true
    }
