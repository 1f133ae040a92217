import { z } from 'zod'
import { type Data, number, text } from '../fields.ts'
import { type Credential, configuredLimitsSchema } from './lease.ts'
import { PROTOCOLS } from './provider.ts'

/** A credential as events may tell it: everything but its key. */
export const knownCredentialSchema = z.strictObject({
  id: text,
  provider: text,
  /** Which tells how its limits are counted. */
  protocol: z.enum(PROTOCOLS),
  scope: text,
  concurrency: number.exactOptional(),
  limits: configuredLimitsSchema.exactOptional(),
})
export type KnownCredential = Data<typeof knownCredentialSchema>

export function knownCredential(credential: Credential): KnownCredential {
  const { id, provider, protocol, scope, concurrency, limits } = credential
  return {
    id,
    provider,
    protocol,
    scope,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(limits === undefined ? {} : { limits }),
  }
}
