/** Revising by exact edits: each block is found once and replaced, or the whole patch is refused. */
import { z } from 'zod'
import { quote } from '../../model/ids.ts'
import type { DocumentKind } from './document-kind.ts'
import { listOrNothing } from './reading/requests.ts'

const editsSchema = z.object({
  edits: z.array(z.object({ search: z.string(), replace: z.string() })),
  /** Findings that the drafter does not follow, each with the reason. */
  declined: z.array(z.object({ id: z.string(), why: z.string() })),
  settled: listOrNothing(z.object({ id: z.string(), how: z.string() })).describe(
    'findings of a review that the edits settle: in a sentence for the reviewer, how',
  ),
})
type Edits = z.output<typeof editsSchema>

export type Edited =
  | { readonly ok: true; readonly text: string }
  /** Everything that is wrong with them. */
  | { readonly ok: false; readonly problems: readonly string[] }

type SectionsOf = DocumentKind['sections']

export function applyEdits(text: string, edits: Edits['edits'], sections: SectionsOf): Edited {
  let edited = text
  const problems: string[] = []
  for (const [index, { search, replace }] of edits.entries()) {
    const times = search === '' ? 0 : edited.split(search).length - 1
    if (times === 1) edited = edited.replace(search, () => replace)
    else {
      const found = times === 0 ? 'is not in the document' : `is in the document ${times} times`
      problems.push(`Edit ${index + 1}: its search text ${found}; it must match exactly once.`)
    }
  }
  problems.push(...lossesOf(text, edited, sections))
  return problems.length === 0 ? { ok: true, text: edited } : { ok: false, problems }
}

/** An edit may not lose what was there: a section, or half of the document. */
function lossesOf(before: string, after: string, sections: SectionsOf): string[] {
  const is = sections(after)
  const lost = [...sections(before)].flatMap(([name, { isEmpty }]) => {
    const now = is.get(name)
    if (now === undefined) return [`The edits would lose section ${name}.`]
    return now.isEmpty && !isEmpty ? [`The edits would empty section ${name}.`] : []
  })
  const isHalved = after.length < before.length / 2
  return [...lost, ...(isHalved ? ['The edits would halve the document.'] : [])]
}

/**
 * The schema for this very document and its findings: edits that cannot be applied do not fit it, nor
 * does declining what was not found. What a check has found cannot be declined.
 */
export function editsFor(
  document: string,
  options: { readonly declinable: readonly string[]; readonly sections: SectionsOf },
) {
  return editsSchema.superRefine(({ edits, declined }, context) => {
    const edited = applyEdits(document, edits, options.sections)
    const problems = [
      ...(edited.ok ? [] : edited.problems),
      ...declined.flatMap((entry) => declineTrouble(entry, options.declinable)),
      ...(edits.length + declined.length === 0 ? ['Nothing was edited and nothing declined.'] : []),
    ]
    for (const message of problems) context.addIssue({ code: 'custom', message })
  })
}

function declineTrouble({ id, why }: Edits['declined'][number], ids: readonly string[]): string[] {
  if (ids.length === 0) return ['What a check has found cannot be declined.']
  if (!ids.includes(id))
    return [`There is no finding ${quote(id)} to decline; the findings are ${ids.join(', ')}.`]
  return why.trim() === '' ? [`Finding ${quote(id)} is declined without a reason.`] : []
}
