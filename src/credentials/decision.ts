/** The pool's answer to a call that wants a lease. */
import type { Credential, Outage, WaitReason } from '../model/calls/lease.ts'

export type RefusedWhy =
  | 'no-credential'
  | 'all-invalid'
  /** No credential may use the model. */
  | 'no-access'
  /** No money left for this call, in the item or in the run. */
  | 'item-cost'
  | 'run-cost'

export interface Wait {
  readonly why: WaitReason
  readonly until: number | null
  readonly outage: Outage | undefined
}

export type Decision =
  | {
      readonly type: 'granted'
      readonly ticket: number
      readonly lease: number
      readonly credential: Credential
    }
  | ({ readonly type: 'queued'; readonly ticket: number } & Wait)
  | { readonly type: 'refused'; readonly ticket: number; readonly why: RefusedWhy }
