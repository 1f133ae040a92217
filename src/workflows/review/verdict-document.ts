/** A verdict as a document: rendered for people, with what it is for and what became of every finding in front. */
import { writeFrontMatter } from '../../authoring/front-matter.ts'
import { dispositionsOf, fateWords } from './dispositions.ts'
import type { ReviewedBinding } from './evidence.ts'
import type { TrackedFinding } from './findings.ts'
import { type ReviewDocument, renderReview } from './render-review.ts'
import type { Verdict } from './verdict-schema.ts'

/** Only work that passes all checks is reviewed. */
export function verdictDocument(
  verdict: Verdict,
  about: Pick<ReviewDocument, 'kind' | 'title' | 'preFlight' | 'coverage'> & {
    readonly binding: ReviewedBinding
    /** All findings, with this verdict's. */
    readonly findings: readonly TrackedFinding[]
    readonly round: number
  },
): string {
  const { binding, findings, round, ...computed } = about
  const isApproved = verdict.verdict === 'APPROVED'
  const body = renderReview({
    ...computed,
    verdict,
    earlier: findings
      .filter((finding) => finding.round < round)
      .map((finding) => ({
        label: `${finding.id} (tier ${finding.tier}), ${finding.title}`,
        fate: fateWords(finding, { isApproved }),
      })),
  })
  const { carried, settled } = dispositionsOf(findings)
  // Only an approval carries along what it leaves open.
  const left = isApproved ? { carried } : { open: carried }
  const { contentHash, ...rest } = binding
  return writeFrontMatter({ data: { ...rest, settled, ...left, contentHash }, body })
}
