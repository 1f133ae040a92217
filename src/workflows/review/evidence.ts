/** What is approved is recognised by what is committed with it, not by what a ledger remembers: documents and code alike. */
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { readFrontMatter, writeFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository, Signing } from '../../authoring/repository.ts'
import { vendorOf } from '../../model/calls/language-model.ts'
import type { Writer } from '../document/apart.ts'
import { type Dispositions, dispositionsOf } from './dispositions.ts'
import { parseReview } from './parse/parse-review.ts'
import type { ReviewKind } from './render-review.ts'
import type { Approved } from './review-until-approved.ts'
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

/** The same, with the very work that was reviewed: the hash of a text, or the git tree of code. */
export interface ReviewedBinding extends Binding {
  readonly contentHash: string
}

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

/** What an approval rests on. `verdict` is the path of its document. */
export function evidenceOf(
  { drafter, verdict }: Pick<Evidence, 'drafter' | 'verdict'>,
  { reviewer, rounds, findings }: Pick<Approved<unknown>, 'reviewer' | 'rounds' | 'findings'>,
): Omit<Evidence, keyof Binding> {
  const isSame = vendorOf(drafter) === vendorOf(reviewer)
  return {
    drafter,
    reviewer,
    review: isSame ? 'same-vendor' : 'other-vendor',
    rounds,
    verdict,
    ...dispositionsOf(findings),
    approvedAt: new Date().toISOString(),
  }
}

/** A file's text as a short mark, to see whether somebody has changed it; null if there is none. */
export async function fileHash(repo: Repository, path: string): Promise<string | null> {
  const text = await repo.read(path)
  return text === undefined ? null : hash('sha256', text)
}

/** What the words in front of a document, or of a report on code, must agree with. */
interface Expected {
  readonly kind: ReviewKind
  /** Left out, any input will do. */
  readonly binding: Omit<Binding, 'inputHash'> & Partial<Pick<Binding, 'inputHash'>>
  /** What its input is called. */
  readonly input: string
  /** Where its verdict may be. */
  readonly isVerdictPath: (path: string) => boolean
  readonly signing: Signing | undefined
  readonly read: (path: string) => Promise<string | undefined>
}

/** What front matter and verdict both say, and must say alike. */
const SAID_TWICE = [
  'contentHash',
  'issue',
  'brief',
  'inputHash',
  'provider',
  'carried',
  'settled',
] as const

/** Why the approval in a front matter does not count; undefined if it does. */
export async function evidenceProblem(
  data: Readonly<Record<string, unknown>>,
  { kind, binding, input, isVerdictPath, signing, read }: Expected,
): Promise<string | undefined> {
  const { verdict: path, provider } = data
  if (typeof path !== 'string') return 'it names no verdict'
  if (provider === 'mock' && binding.provider !== 'mock')
    return 'it was written by the mock provider'
  if (provider !== 'models' && provider !== 'mock') return 'it does not say who approved it'
  if (data.issue !== binding.issue || data.brief !== binding.brief)
    return `it is for another ${input}`
  if (binding.inputHash !== undefined && data.inputHash !== binding.inputHash)
    return `the ${input} has changed since it was approved`
  if (!isVerdictPath(path)) return 'its verdict is not in its lineage'
  const text = await read(path)
  if (text === undefined) return `its verdict ${path} is missing`
  const verdict = readFrontMatter(text)
  const differs = SAID_TWICE.find((key) => !isDeepStrictEqual(verdict.data[key], data[key]))
  if (differs !== undefined) return `its verdict has another ${differs}`
  const review = parseReview(verdict.body)
  if (!review.ok) return `its verdict cannot be read: ${review.reason}`
  if (review.kind !== kind) return 'its verdict is for another kind of document'
  if (review.verdict !== 'APPROVED') return `its verdict is ${review.verdict}`
  return signatureTrouble(signing, { path, text, provider }, read)
}
