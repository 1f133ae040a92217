/** A document counts as approved by what is committed with it, not by what a ledger remembers. */
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { readFrontMatter, writeFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { vendorOf } from '../../model/language-model.ts'
import { type CarriedFinding, type Dispositions, readCarried } from '../review/dispositions.ts'
import { parseReview } from '../review/parse/parse-review.ts'
import type { ReviewKind } from '../review/render-review.ts'
import { readOrNothing, type Writer } from './apart.ts'
import { signatureTrouble } from './signatures.ts'

/** What a document and its verdict are both for; they must agree on it. */
export interface Binding {
  /** A design is for an issue, an issue for a brief. */
  readonly issue?: string
  readonly brief?: string
  readonly inputHash: string
  readonly provider: Writer
}

export interface Evidence extends Binding, Dispositions {
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

export function contentHash(body: string): string {
  return hash('sha256', body.replaceAll('\r\n', '\n').trim())
}

/** The published document: its text with the evidence in front, behind what else is to be said. */
export function withEvidence(
  body: string,
  evidence: Evidence,
  more: Readonly<Record<string, unknown>>,
): string {
  return writeFrontMatter({
    data: { ...more, ...evidence, contentHash: contentHash(body) },
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

export function vendorsOf(drafter: string, reviewer: string): Evidence['review'] {
  return vendorOf(drafter) === vendorOf(reviewer) ? 'same-vendor' : 'other-vendor'
}

/** A file's text as a short mark, to see whether somebody has changed it; null if there is none. */
export async function fileHash(repo: Repository, path: string): Promise<string | null> {
  const text = await repo.read(path)
  return text === undefined ? null : hash('sha256', text)
}

/** What a document's own words must agree with. */
export interface Expected {
  readonly repo: Repository
  readonly binding: Binding
  readonly kind: ReviewKind
  /** The folder that its verdict must be in. */
  readonly lineage: string
  /** What its input is called. */
  readonly input: string
}

/** What the approval in a document's front matter carries along, or why it is none. */
export async function judgeEvidence(
  data: Readonly<Record<string, unknown>>,
  { repo, binding, kind, lineage, input }: Expected,
): Promise<readonly CarriedFinding[] | string> {
  if (typeof data.verdict !== 'string') return 'it names no verdict'
  if (data.provider === 'mock' && binding.provider !== 'mock')
    return 'it was written by the mock provider'
  if (data.provider !== 'models' && data.provider !== 'mock')
    return 'it does not say who approved it'
  if (data.issue !== binding.issue || data.brief !== binding.brief)
    return `it is for another ${input}`
  if (data.inputHash !== binding.inputHash) return `the ${input} has changed since it was approved`
  if (!data.verdict.startsWith(`${lineage}/`)) return 'its verdict is not in its lineage'
  const verdict = await readOrNothing(repo, data.verdict)
  if (verdict === undefined) return `its verdict ${data.verdict} is missing`
  const recorded = readFrontMatter(verdict)
  const same = ['contentHash', 'issue', 'brief', 'inputHash', 'provider', 'carried', 'settled']
  const differs = same.find((key) => !isDeepStrictEqual(recorded.data[key], data[key]))
  if (differs !== undefined) return `its verdict has another ${differs}`
  const review = parseReview(recorded.body)
  if (!review.ok) return `its verdict cannot be read: ${review.reason}`
  if (review.kind !== kind) return 'its verdict is for another kind of document'
  if (review.verdict !== 'APPROVED') return `its verdict is ${review.verdict}`
  const carried = readCarried(data.carried)
  if (carried === undefined) return 'the findings it carries along cannot be read'
  const published = { path: data.verdict, text: verdict, provider: data.provider }
  const read = (path: string) => readOrNothing(repo, path)
  return (await signatureTrouble(repo.signing, published, read)) ?? carried
}
