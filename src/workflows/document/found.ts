/** A document that is there already, and what its own evidence makes of it. */
import { posix } from 'node:path'
import type { Repository } from '../../authoring/repository.ts'
import type { WorkItem } from '../../authoring/workflow.ts'
import { type CarriedFinding, readCarried } from '../review/dispositions.ts'
import { type Binding, contentHash, evidenceProblem } from '../review/evidence.ts'
import { isApart, ofMock, ofModels, readOrNothing, type Writer, writerOf } from './apart.ts'
import { lineageOf } from './lineage.ts'

export interface DocumentFile {
  readonly path: string
  /** All of it, and what is behind its front matter. */
  readonly text: string
  readonly body: string
}

export type Found<File = DocumentFile> =
  | { readonly state: 'none' }
  /** Nothing says that it may be used as it is. `by`: who wrote it, as far as it says. */
  | { readonly state: 'draft'; readonly file: File; readonly why: string; readonly by: string }
  /** With the findings that whoever uses it must mind. */
  | {
      readonly state: 'approved'
      readonly file: File
      readonly writer: Writer
      readonly carried: readonly CarriedFinding[]
    }
  /** Written by the mock provider, of a real run; not what real models approved any more, of a mock run. */
  | { readonly state: 'apart'; readonly file: File; readonly writer: Writer }

export async function judgeFile<File extends DocumentFile>(
  file: File,
  expected: {
    readonly data: Readonly<Record<string, unknown>>
    readonly repo: Repository
    readonly kind: 'lld' | 'issue'
    readonly item: string
    readonly binding: Binding
  },
): Promise<Exclude<Found<File>, { state: 'none' }>> {
  const { data, repo, kind, item, binding } = expected
  const lineage = lineageOf(repo, item, kind)
  const read = (path: string) => readOrNothing(repo, `${lineage}/${posix.basename(path)}`)
  const problem = await evidenceProblem(data, {
    kind,
    binding,
    input: kind === 'lld' ? 'issue' : 'brief',
    // Its lineage may have been moved since, to another folder of the config.
    isVerdictPath: (path) => posix.basename(posix.dirname(path)) === posix.basename(lineage),
    signing: repo.signing,
    read,
  })
  const carried = readCarried(data.carried)
  // An issue lives on: one that was edited after its approval is still what became of its brief.
  const isEdited = kind === 'lld' && data.contentHash !== contentHash(file.body)
  const writer = await writerOf(data, { read })
  const isApproved = problem === undefined && carried !== undefined && !isEdited
  if (isApproved && writer !== undefined) return { state: 'approved', file, writer, carried }
  if (writer !== undefined && isApart(writer, binding.provider === 'mock'))
    return { state: 'apart', file, writer }
  const unread = carried === undefined ? 'the findings it carries along cannot be read' : undefined
  const why = problem ?? unread ?? 'it was edited after it was approved'
  const by = typeof data.drafter === 'string' ? data.drafter : 'found in the repository'
  return { state: 'draft', file, why, by }
}

/** What a document makes of its item. */
export function itemStanding(
  found: Found,
  { command, mock }: { readonly command: string; readonly mock: boolean },
): Pick<WorkItem, 'done' | 'notReady' | 'note'> {
  const done = found.state === 'approved'
  if (found.state === 'none') return { done }
  const { path } = found.file
  if (found.state === 'draft') return { done, note: takenAsDraft(path, found.why) }
  if (!isApart(found.writer, mock)) return { done }
  if (mock) return { done, notReady: { why: ofModels(path), command } }
  return { done, note: `${ofMock(path)}: kept in its lineage, drafted anew` }
}

export function takenAsDraft(path: string, why: string): string {
  return `${path} is taken as the draft: ${why}`
}
