import { z } from 'zod'
import type { ContextRequests } from '../model/context.ts'

/**
 * The schema of an answer in which a model says what else it wants to read, for `ask`; `repo.context` takes such
 * an answer as `requests`. It fits the strict schemas of all providers.
 *
 * @example
 * ```ts
 * const requests = await ask('drafter', { task: 'look', text }, contextRequests)
 * const more = await step('read', () => repo.context('', { requests, already: seen.shown, show: 'asked' }))
 * ```
 */
export const contextRequests: z.ZodType<ContextRequests> = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: z.string().describe('from the root of the repository'),
        from: z.number().int().nullable().describe('the first line; null: from the beginning'),
        to: z.number().int().nullable().describe('the last line; null: to the end'),
      }),
    )
    .describe('files to read, whole or by lines'),
  symbols: z.array(z.string()).describe('definitions to read, by name: `parse`, `Task.run`'),
  searches: z
    .array(
      z.strictObject({
        text: z.string().describe('a literal text, within one line'),
        in: z.string().nullable().describe('the file or folder to search; null: all files'),
      }),
    )
    .describe('texts to find'),
})
