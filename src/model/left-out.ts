import { z } from 'zod'
import { reason } from './failure.ts'
import { type Data, itemId, text } from './fields.ts'

/** Why a collected item is not part of the run. */
export const leftOutSchema = z.discriminatedUnion('reason', [
  /** `run` is null when it is known from what is committed, not from the ledger. */
  reason('done', { run: text.nullable() }),
  reason('needs-revision', { run: text }),
  /** A person has been asked and has not answered yet. */
  reason('gated', { gate: text, question: text }),
  reason('dependency-pending', { on: itemId }),
  /** It lacks what only another command can give it. */
  reason('not-ready', { why: text, command: text }),
])
export type LeftOut = Data<typeof leftOutSchema>
