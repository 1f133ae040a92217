/** What a model proposes to write: whole files, exact edits, deletions. */
import { z } from 'zod'
import {
  ASKED_BEFORE,
  isAsking,
  listOrNothing,
  needsField,
} from '../../document/reading/requests.ts'

const changesSchema = z.object({
  changes: z.array(
    z.object({
      path: z.string().describe('relative to the root of the repository'),
      action: z.enum(['write', 'edit', 'delete']),
      content: z.string().describe('write: the whole file; else empty'),
      edits: z
        .array(z.object({ search: z.string(), replace: z.string() }))
        .describe('edit: pieces of the file, each found exactly once, and what replaces them'),
    }),
  ),
  /** Files beyond 2.1 without which it cannot be built. */
  amendments: z.array(z.object({ path: z.string(), why: z.string() })),
  /** Findings of a review that are not followed, each with the reason. */
  declined: z.array(z.object({ id: z.string(), why: z.string() })),
  settled: listOrNothing(z.object({ id: z.string(), how: z.string() })).describe(
    'findings of a review that the changes settle: in a sentence for the reviewer, how; else empty',
  ),
  later: listOrNothing(z.string()).describe(
    'paths of 2.1 that had no room in this answer and are to be asked for next; else empty',
  ),
  needs: needsField(
    'what must be shown to you before you can answer; the rest of the answer is then ignored',
  ),
})
/** `mayAsk`: whether it will be shown what it asks for. */
export function changesFor(mayAsk: boolean): typeof changesSchema {
  return changesSchema.superRefine(({ needs }, context) => {
    if (mayAsk || !isAsking(needs)) return
    context.addIssue({ code: 'custom', message: `${ASKED_BEFORE} and answer.` })
  })
}

export type Changes = z.output<typeof changesSchema>
export type Change = Changes['changes'][number]

export type Applied =
  | { readonly ok: true; readonly text: string | undefined }
  /** Everything that is wrong with it. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** The file as it would be; undefined when it would be gone. */
export function applyChange(change: Change, before: string | undefined): Applied {
  const { path, action, content, edits } = change
  if (action === 'delete') {
    return before === undefined ? refused(`${path} does not exist`) : { ok: true, text: undefined }
  }
  const texts = [content, ...edits.map(({ replace }) => replace)]
  if (before?.includes('\0') !== true && texts.some((text) => text.includes('\0')))
    return refused(`${path} would have a NUL character, which no text has`)
  if (action === 'write')
    return content.trim() === '' ? refused(`${path} would be empty`) : { ok: true, text: content }
  if (before === undefined) return refused(`${path} does not exist, so it cannot be edited`)
  if (edits.length === 0) return refused(`${path} is to be edited, but without an edit`)
  let text = before
  const problems: string[] = []
  for (const [index, { search, replace }] of edits.entries()) {
    const times = search === '' ? 0 : text.split(search).length - 1
    if (times === 1) text = text.replace(search, () => replace)
    else
      problems.push(
        `${path}: the search text of edit ${index + 1} is there ${times} times, not once`,
      )
  }
  return problems.length === 0 ? { ok: true, text } : refused(...problems)
}

function refused(...problems: readonly string[]): Applied {
  return { ok: false, problems }
}

/** Commands come from the project, not from a model: a manifest's scripts stay as they are. */
export function scriptTrouble(path: string, before: string | undefined, after: string | undefined) {
  if (!/(^|\/)package\.json$/.test(path) || after === undefined) return []
  const was = scriptsOf(before)
  return was === scriptsOf(after) ? [] : [`${path}: its scripts may not be changed`]
}

function scriptsOf(text: string | undefined): string {
  try {
    const { scripts = {} } = JSON.parse(text ?? '{}') as { scripts?: object }
    return JSON.stringify(scripts)
  } catch {
    return '' // a manifest that cannot be read has none
  }
}
