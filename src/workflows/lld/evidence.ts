/** Whether there is a design for an issue, and whether it may be built from. */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { isApart, type Writer, writerOf } from '../document/apart.ts'
import { lineageOf } from '../document/lineage.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { type Binding, contentHash, judgeDocument } from '../review/evidence.ts'

export function lldPath(issue: string): string {
  return `docs/lld/LLD-${issue}.md`
}

export type Found =
  | { readonly state: 'none' }
  /** With the findings that whoever builds it must mind. */
  | {
      readonly state: 'approved'
      readonly writer: Writer
      readonly carried: readonly CarriedFinding[]
    }
  /** There is a document, but nothing that says it may be built from as it is. */
  | {
      readonly state: 'draft'
      readonly body: string
      readonly why: string
      /** Who wrote it, as far as it says. */
      readonly by: string
    }
  /** Written by the mock provider, of a real run; not what real models approved any more, of a mock run. */
  | { readonly state: 'apart'; readonly writer: Writer; readonly text: string }

/** What is committed for an issue, judged by its own evidence. */
export async function findLld(options: {
  readonly repo: Repository
  readonly issue: string
  readonly inputHash: string
  readonly mock: boolean
}): Promise<Found> {
  const { repo, issue, inputHash, mock } = options
  const text = await repo.read(lldPath(issue))
  if (text === undefined) return { state: 'none' }
  const { data, body } = readFrontMatter(text)
  const binding: Binding = { issue, inputHash, provider: mock ? 'mock' : 'models' }
  const lineage = lineageOf(issue, 'lld')
  const judged = await judgeDocument(data, { repo, binding, kind: 'lld', lineage, input: 'issue' })
  const isEdited = data.contentHash !== contentHash(body)
  const writer = await writerOf(data, repo)
  if (typeof judged !== 'string' && !isEdited && writer !== undefined)
    return { state: 'approved', writer, carried: judged }
  if (writer !== undefined && isApart(writer, mock)) return { state: 'apart', writer, text }
  const why = typeof judged === 'string' ? judged : 'it was edited after it was approved'
  const by = typeof data.drafter === 'string' ? data.drafter : 'found in the repository'
  return { state: 'draft', body: body.trim(), why, by }
}
