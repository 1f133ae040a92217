/** What becomes of credentials and providers, as events tell it. */
import { z } from 'zod'
import type { FactOf } from '../event.ts'
import { fact, flag, number, text } from '../fields.ts'
import { outageSchema } from './lease.ts'

const lane = { provider: text, model: text }
const rest = z.enum(['rate', 'day-quota', 'billing'])

export const poolFacts = [
  fact('credential-rested', 'The provider refused a call: the scope is in cooldown until then.', {
    credential: text,
    provider: text,
    scope: text,
    /** Null over a bill: all models of the scope rest. */
    model: text.nullable(),
    why: rest,
    until: number,
    /** The provider said until when. */
    hinted: flag,
  }),
  /** Also not in a second call. */
  fact('credential-rejected', 'The provider rejected the credential.', { credential: text }),
  fact('pool-rested', 'Every credential for the model is in cooldown.', {
    ...lane,
    /** Why the one rests that comes back first. */
    why: rest,
    until: number,
  }),
  fact('pool-exhausted', 'Every credential for the model is in use by other calls.', lane),
  fact('pool-resumed', 'A credential for the model is available again.', lane),
  fact(
    'circuit-opened',
    'The provider fails, since when and how: one request at a time until it answers.',
    { ...lane, until: number, outage: outageSchema },
  ),
  fact('circuit-closed', 'The provider answers again.', lane),
] as const

export type PoolFact = FactOf<z.infer<(typeof poolFacts)[number]>['type']>
