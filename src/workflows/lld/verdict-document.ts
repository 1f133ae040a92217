/** What is computed of a design: for the reviewer beforehand, and for the verdict's document after. */
import type { RunItem } from '../../authoring/workflow.ts'
import { renderReview } from '../review/render-review.ts'
import type { Verdict } from '../review/verdict.ts'
import { fateWords } from './dispositions.ts'
import { readDocument } from './document.ts'
import type { TrackedFinding } from './findings.ts'

/** The verdict on a text, as the lineage keeps it. Only texts that pass all checks are reviewed. */
export function verdictDocument(options: {
  readonly item: RunItem
  readonly verdict: Verdict
  readonly text: string
  /** Those of earlier rounds, with what this verdict says of them. */
  readonly earlier: readonly TrackedFinding[]
}): string {
  const { item, verdict, text, earlier } = options
  const { requirements, scenarios } = readDocument(text)
  const isApproved = verdict.verdict === 'APPROVED'
  return renderReview({
    kind: 'lld',
    title: `${item.id}-${item.title}`,
    verdict,
    earlier: earlier.map((finding) => ({
      label: `${finding.id} (tier ${finding.tier}), ${finding.title}`,
      fate: fateWords(finding, { isApproved }),
    })),
    preFlight: { passed: true, notes: [`Issue #${item.id} linked, all sections present.`] },
    coverage: {
      rows: requirements.map(({ number, text: requirement }) => ({
        requirement: number,
        text: requirement,
        scenarios: scenarios.filter((one) => one.requirements.includes(number)).map(({ id }) => id),
      })),
    },
  })
}

/** What the checks have established by the time a reviewer is asked. */
export function computedWords(document: string): string {
  const { requirements, files, scenarios } = readDocument(document)
  const covered = new Set(scenarios.flatMap((scenario) => scenario.requirements))
  const count = requirements.filter(({ number }) => covered.has(number)).length
  return [
    '- All sections are present, in order and not empty; the issue is linked.',
    `- ${files.length} files in 2.1: those to change exist, those to add do not, all lie inside the repository.`,
    `- Requirement coverage: ${count} of ${requirements.length} requirements have a scenario.`,
  ].join('\n')
}

/** From the title: `# 42 - Fix: …` */
export function kindOf(document: string): string {
  const word = /^\S+ - (\w+):/.exec(readDocument(document).title ?? '')?.[1]?.toLowerCase()
  const isKnown = word !== undefined && ['feature', 'fix', 'refactor', 'docs'].includes(word)
  return isKnown ? word : 'feature'
}
