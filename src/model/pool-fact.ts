/** What becomes of keys and providers, as events tell it. */
import type { Outage } from './lease.ts'

export type PoolFact =
  /** The provider refused; the scope rests, with one model or, over a bill, with all of them. */
  | {
      readonly type: 'credential-rested'
      readonly credential: string
      readonly provider: string
      readonly scope: string
      readonly model: string | null
      readonly why: 'rate' | 'day-quota' | 'billing'
      readonly until: number
      /** The provider said until when. */
      readonly hinted: boolean
    }
  /** The provider does not accept the key, also not in a second call. */
  | { readonly type: 'credential-rejected'; readonly credential: string }
  /** All that could serve the model rest after refusals; everybody who wants it waits. */
  | {
      readonly type: 'pool-rested'
      readonly provider: string
      readonly model: string
      /** Why the one rests that comes back first. */
      readonly why: 'rate' | 'day-quota' | 'billing'
      readonly until: number
    }
  /** All that could serve the model are taken by other calls. */
  | { readonly type: 'pool-exhausted'; readonly provider: string; readonly model: string }
  | { readonly type: 'pool-resumed'; readonly provider: string; readonly model: string }
  /** The provider fails: one call at a time is a probe, until one is answered. */
  | {
      readonly type: 'circuit-opened'
      readonly provider: string
      readonly model: string
      readonly until: number
      readonly outage: Outage
    }
  | { readonly type: 'circuit-closed'; readonly provider: string; readonly model: string }
