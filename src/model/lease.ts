/** A lease is the right to make one call with one credential. */
import type { Secret } from './secret.ts'

export interface Credential {
  readonly id: string
  /** The provider whose key this is. */
  readonly provider: string
  readonly secret: Secret
}

export interface LeaseRequest {
  readonly provider: string
  readonly model: string
}

/** What came of a call, as far as the credential is concerned. */
export type CallOutcome =
  | { readonly kind: 'ok' }
  /** The provider refuses for now; `waitMs` is its hint, if it gave one. */
  | { readonly kind: 'rate'; readonly waitMs?: number }
  /** The key is not accepted. */
  | { readonly kind: 'invalid' }
  /** The provider is in trouble, or could not be reached. */
  | { readonly kind: 'down' | 'network' }
  /** The request itself is at fault; another try would end the same way. */
  | { readonly kind: 'caller' }
