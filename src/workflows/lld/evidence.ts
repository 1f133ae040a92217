/** An LLD counts as approved by what is committed with it, not by what a ledger remembers. */
import { hash } from 'node:crypto'
import { readFrontMatter, writeFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/workflow.ts'
import { parseReview } from '../review/parse-review.ts'

export interface Evidence {
  readonly issue: string
  readonly kind: string
  readonly inputHash: string
  readonly drafter: string
  readonly reviewer: string
  /** `mock` when the offline provider answered. */
  readonly provider: 'mock' | 'models'
  readonly review: 'other-vendor' | 'same-vendor'
  readonly rounds: number
  /** The verdict document, from the root of the repository. */
  readonly verdict: string
  /** Findings that the approval carries along, for whoever builds it. */
  readonly carried: readonly string[]
  readonly approvedAt: string
}

export function lldPath(issue: string): string {
  return `docs/lld/LLD-${issue}.md`
}

function contentHash(body: string): string {
  return hash('sha256', body.trim())
}

/** The published document: the design with its evidence in front. */
export function withEvidence(body: string, evidence: Evidence): string {
  return writeFrontMatter({
    data: { ...evidence, contentHash: contentHash(body) },
    body: `${body.trim()}\n`,
  })
}

/** A verdict as it is kept in the lineage, bound to the very text it was given for. */
export function boundVerdict(rendered: string, body: string): string {
  return writeFrontMatter({ data: { contentHash: contentHash(body) }, body: rendered })
}

export type Found =
  | { readonly state: 'none' }
  | { readonly state: 'approved' }
  /** There is a document, but nothing that says it may be built from as it is. */
  | { readonly state: 'draft'; readonly body: string; readonly why: string }

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
  const why = await reasonAgainst({ ...options, data, body })
  return why === undefined ? { state: 'approved' } : { state: 'draft', body: body.trim(), why }
}

async function reasonAgainst(options: {
  readonly repo: Repository
  readonly inputHash: string
  readonly mock: boolean
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}): Promise<string | undefined> {
  const { repo, data, body } = options
  if (typeof data.verdict !== 'string') return 'it names no verdict'
  if (data.provider === 'mock' && !options.mock)
    return 'it was approved by the offline provider only'
  if (data.inputHash !== options.inputHash) return 'the issue has changed since it was approved'
  if (data.contentHash !== contentHash(body)) return 'it was edited after it was approved'
  const verdict = await repo.read(data.verdict)
  if (verdict === undefined) return `its verdict ${data.verdict} is missing`
  const recorded = readFrontMatter(verdict)
  if (recorded.data.contentHash !== data.contentHash) return 'its verdict is for another text'
  const review = parseReview(recorded.body)
  if (!review.ok) return `its verdict cannot be read: ${review.reason}`
  return review.verdict === 'APPROVED' ? undefined : `its verdict is ${review.verdict}`
}
