/** What a model may ask to be shown of the repository: in its schema, and bounded. */
import { z } from 'zod'
import type { ContextRequests } from '../../model/context.ts'

const MOST_FILES = 30
const MOST_SYMBOLS = 30
const MOST_SEARCHES = 10

const lineNumber = z.preprocess((value) => value ?? null, z.number().nullable())

/** The fields of a request, for the schemas that have them among others. */
export const requestFields = {
  files: z
    .array(z.strictObject({ path: z.string(), from: lineNumber, to: lineNumber }))
    .describe(
      'paths from the root of the repository, each with its first and last line, or null for all of it',
    ),
  symbols: z
    .array(z.string())
    .describe('names of classes, functions, methods (`Task.run`), types, constants'),
  searches: z.array(z.string()).describe('literal texts, each within one line'),
}

export const NO_REQUESTS: ContextRequests = { files: [], symbols: [], searches: [] }

export function isAsking({ files, symbols, searches }: ContextRequests): boolean {
  return files.length + symbols.length + searches.length > 0
}

/** As many requests as are answered at once; lines are whole numbers from 1. */
export function boundedRequests({ files, symbols, searches }: ContextRequests): ContextRequests {
  const line = (value: number | null) => (value === null ? null : Math.max(1, Math.trunc(value)))
  return {
    files: files
      .slice(0, MOST_FILES)
      .map(({ path, from, to }) => ({ path, from: line(from), to: line(to) })),
    symbols: symbols.slice(0, MOST_SYMBOLS),
    searches: searches.slice(0, MOST_SEARCHES),
  }
}
