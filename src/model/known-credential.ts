import type { ConfiguredLimits, Credential } from './lease.ts'
import type { Protocol } from './provider.ts'

/** A credential as events may tell it: everything but its key. */
export interface KnownCredential {
  readonly id: string
  readonly provider: string
  /** Which tells how its limits are counted. */
  readonly protocol: Protocol
  readonly scope: string
  readonly concurrency?: number
  readonly limits?: ConfiguredLimits
}

export function knownCredential(credential: Credential): KnownCredential {
  const { id, provider, protocol, scope, concurrency, limits } = credential
  return {
    ...{ id, provider, protocol, scope },
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(limits === undefined ? {} : { limits }),
  }
}
