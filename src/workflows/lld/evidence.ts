/** An LLD counts as approved by what is committed with it, not by what a ledger remembers. */
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { readFrontMatter, writeFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/workflow.ts'
import { parseReview } from '../review/parse-review.ts'
import { type CarriedFinding, type Dispositions, readCarried } from './dispositions.ts'

/** What a design and its verdict are both for; they must agree on it. */
export interface Binding {
  readonly issue: string
  readonly inputHash: string
  /** `mock` when the offline provider answered. */
  readonly provider: 'mock' | 'models'
}

export interface Evidence extends Binding, Dispositions {
  readonly kind: string
  readonly drafter: string
  readonly reviewer: string
  readonly review: 'other-vendor' | 'same-vendor'
  readonly rounds: number
  /** The verdict document, from the root of the repository. */
  readonly verdict: string
  readonly approvedAt: string
}

/** What a verdict leaves open is carried along only if it is an approval. */
type FindingsSoFar =
  | Dispositions
  | (Pick<Dispositions, 'settled'> & { readonly open: Dispositions['carried'] })

export function lldPath(issue: string): string {
  return `docs/lld/LLD-${issue}.md`
}

function contentHash(body: string): string {
  return hash('sha256', body.replaceAll('\r\n', '\n').trim())
}

/** The published document: the design with its evidence in front. */
export function withEvidence(body: string, evidence: Evidence): string {
  return writeFrontMatter({
    data: { ...evidence, contentHash: contentHash(body) },
    body: `${body.trim()}\n`,
  })
}

/** A verdict as it is kept in the lineage, bound to the very text it was given for. */
export function boundVerdict(
  rendered: string,
  body: string,
  binding: Binding & FindingsSoFar,
): string {
  return writeFrontMatter({ data: { ...binding, contentHash: contentHash(body) }, body: rendered })
}

/** A file's text as a short mark, to see whether somebody has changed it; null if there is none. */
export async function fileHash(repo: Repository, path: string): Promise<string | null> {
  const text = await repo.read(path)
  return text === undefined ? null : hash('sha256', text)
}

export type Found =
  | { readonly state: 'none' }
  /** With the findings that whoever builds it must mind. */
  | { readonly state: 'approved'; readonly carried: readonly CarriedFinding[] }
  /** There is a document, but nothing that says it may be built from as it is. */
  | {
      readonly state: 'draft'
      readonly body: string
      readonly why: string
      /** Who wrote it, as far as it says. */
      readonly by: string
    }

/** What is committed for an issue, judged by its own evidence. */
export async function findLld(options: {
  readonly repo: Repository
  readonly issue: string
  readonly inputHash: string
  readonly mock: boolean
}): Promise<Found> {
  const text = await options.repo.read(lldPath(options.issue))
  if (text === undefined) return { state: 'none' }
  const { data, body } = readFrontMatter(text)
  const judged = await judge({ ...options, data, body })
  if (typeof judged !== 'string') return { state: 'approved', carried: judged }
  const by = typeof data.drafter === 'string' ? data.drafter : 'found in the repository'
  return { state: 'draft', body: body.trim(), why: judged, by }
}

/** What the approval carries along, or why it is none. */
async function judge(options: {
  readonly repo: Repository
  readonly issue: string
  readonly inputHash: string
  readonly mock: boolean
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}): Promise<readonly CarriedFinding[] | string> {
  const { repo, issue, data, body } = options
  if (typeof data.verdict !== 'string') return 'it names no verdict'
  if (data.provider === 'mock' && !options.mock)
    return 'it was approved by the offline provider only'
  if (data.provider !== 'models' && data.provider !== 'mock')
    return 'it does not say who approved it'
  if (data.issue !== issue) return 'it is for another issue'
  if (data.inputHash !== options.inputHash) return 'the issue has changed since it was approved'
  if (data.contentHash !== contentHash(body)) return 'it was edited after it was approved'
  if (!data.verdict.startsWith(`docs/lineage/${issue}-lld/`))
    return 'its verdict is not in its lineage'
  const verdict = await readOrNothing(repo, data.verdict)
  if (verdict === undefined) return `its verdict ${data.verdict} is missing`
  const recorded = readFrontMatter(verdict)
  const differs = ['contentHash', 'issue', 'inputHash', 'provider', 'carried', 'settled'].find(
    (key) => !isDeepStrictEqual(recorded.data[key], data[key]),
  )
  if (differs !== undefined) return `its verdict has another ${differs}`
  const review = parseReview(recorded.body)
  if (!review.ok) return `its verdict cannot be read: ${review.reason}`
  if (review.kind !== 'lld') return 'its verdict is not for a design'
  if (review.verdict !== 'APPROVED') return `its verdict is ${review.verdict}`
  return readCarried(data.carried) ?? 'the findings it carries along cannot be read'
}

/** A path that leads away, or to a folder, is as good as none: one bad file harms no other issue. */
async function readOrNothing(repo: Repository, path: string): Promise<string | undefined> {
  try {
    return await repo.read(path)
  } catch {
    return undefined // see above
  }
}
