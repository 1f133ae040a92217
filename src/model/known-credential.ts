import type { ConfiguredLimits, Credential } from './lease.ts'

/** A credential as events may tell it: everything but its key. */
export interface KnownCredential {
  readonly id: string
  readonly provider: string
  readonly scope: string
  readonly concurrency?: number
  readonly limits?: ConfiguredLimits
}

export function knownCredential(credential: Credential): KnownCredential {
  const { id, provider, scope, concurrency, limits } = credential
  return {
    ...{ id, provider, scope },
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(limits === undefined ? {} : { limits }),
  }
}
