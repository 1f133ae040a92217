/** What a model may ask to be shown of the repository, as a schema for all providers. */
import { z } from 'zod'
import type { ContextRequests } from '../../../model/context.ts'

export const listOrNothing = <T extends z.ZodType>(entry: T) =>
  z.preprocess((value) => value ?? [], z.array(entry))
const lineNumber = z.preprocess((value) => value ?? null, z.number().nullable())
const pathOrNull = z.preprocess((value) => value ?? null, z.string().nullable())

/** The fields of a request, for the schemas that have them among others. */
export const requestFields = {
  files: listOrNothing(
    z.strictObject({ path: z.string(), from: lineNumber, to: lineNumber }),
  ).describe(
    'paths from the root of the repository, each with its first and last line, or null for all of it',
  ),
  symbols: listOrNothing(z.string()).describe(
    'names of classes, functions, methods (`Task.run`), types, constants',
  ),
  searches: listOrNothing(
    z.preprocess(
      (value) => (typeof value === 'string' ? { text: value, in: null } : value),
      z.strictObject({ text: z.string(), in: pathOrNull }),
    ),
  ).describe(
    'literal texts, each within one line, with the file or folder to search, or null for all files',
  ),
}

export const NO_REQUESTS: ContextRequests = { files: [], symbols: [], searches: [] }

/** In the schema of another answer: what must be shown before that answer can be given. */
export function needsField(description: string) {
  return z
    .preprocess((value) => value ?? NO_REQUESTS, z.strictObject(requestFields))
    .describe(description)
}

export const ASKED_BEFORE =
  'You have asked to be shown more before, which is possible once only; leave `needs` empty'

export function isAsking({ files, symbols, searches }: ContextRequests): boolean {
  return files.length + symbols.length + searches.length > 0
}
