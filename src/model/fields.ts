/** The fields that schemas of events and failures are made of. */
import { z } from 'zod'
import type { ItemId, RunId } from './ids.ts'

/** Beyond it there is no date. */
const MOST_NUMBER = 8.64e15

export const text = z.string()
export const texts = z.array(text)
export const number = z.number().min(-MOST_NUMBER).max(MOST_NUMBER)
export const flag = z.boolean()
export const itemId = text as unknown as z.ZodType<ItemId>
export const item = { item: itemId }
/** The step in which something happens, if in one, and its span. */
export const where = { step: text.exactOptional(), span: text.exactOptional() }
/** How a process ended. */
export const exit = { exitCode: number.nullable(), signal: text.nullable() }

/** What a schema describes, read-only all the way down. */
export type Data<Schema extends z.ZodType> = ReadOnly<z.infer<Schema>>

type ReadOnly<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: ReadOnly<T[K]> }

/** What every event has. Fields may be added, never changed; a change of meaning raises `v`. */
export const envelope = {
  v: z.literal(1),
  seq: number,
  at: number,
  run: text as unknown as z.ZodType<RunId>,
}

/** An event; `about` is its row in docs/events.md. */
export function fact<Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  about: string,
  shape: Shape,
) {
  return z.strictObject({ ...envelope, type: z.literal(type), ...shape }).describe(about)
}
