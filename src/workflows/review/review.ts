/** One review, the same for issues, designs and code: the reviewer is asked, its verdict bound to the work and kept. */
import { writeFrontMatter } from '../../authoring/front-matter.ts'
import type { GateOptions, Prompt, RunContext } from '../../authoring/run-context.ts'
import { quote } from '../../model/ids.ts'
import { asKept, type Lineage } from '../document/lineage.ts'
import { unansweredQuestions } from '../document/questions.ts'
import type { Asking } from './ask-person.ts'
import { dispositionsOf, fateWords } from './dispositions.ts'
import type { ReviewedBinding } from './evidence.ts'
import { findingLines, openFindings, type TrackedFinding, trackFindings } from './findings.ts'
import { type ComputedParts, renderReview } from './render-review.ts'
import type { PublishedVerdict } from './signatures.ts'
import { inconsistencies, type Verdict, verdictSchema } from './verdict-schema.ts'

/** What is reviewed, and how it is shown, judged and revised. `Work` is its state in one round. */
export interface ReviewSubject<Work> extends Asking {
  readonly run: Pick<RunContext, 'gate' | 'log' | 'step' | 'ask' | 'modelOf'>
  readonly lineage: Lineage
  /** As a person is shown it at a gate. */
  shown(work: Work): Pick<GateOptions, 'content' | 'path'>
  /** The document whose open questions a verdict must answer; empty for code. */
  asking(work: Work): string
  prompt(
    work: Work,
    told: { readonly round: number; readonly rounds: number; readonly earlier: string },
  ): Promise<Prompt>
  /** With the verdict's answers and its status in it. */
  answered(work: Work, verdict: Verdict): Work
  /** No longer approved: a person wants something, or has decided. */
  reopened(work: Work): Work
  /** What the verdict on this very work is for. */
  binding(work: Work): Promise<ReviewedBinding>
  /** The computed parts of the verdict's document. */
  computed(work: Work): ComputedParts
  /** Settles findings or declines them, and passes all checks again; what a person wants cannot be declined. */
  revise(
    work: Work,
    open: readonly TrackedFinding[],
    round: number,
  ): Promise<{ readonly work: Work; readonly declined: Declined }>
}

type Declined = readonly { readonly id: string; readonly why: string }[]

export interface Reviewed<Work> {
  readonly work: Work
  readonly verdict: Verdict
  /** All findings so far. */
  readonly findings: readonly TrackedFinding[]
  readonly binding: ReviewedBinding
  readonly reviewer: string
  /** The verdict as it is in the lineage. */
  readonly published: PublishedVerdict
}

export async function review<Work>(
  subject: ReviewSubject<Work>,
  work: Work,
  asked: {
    readonly findings: readonly TrackedFinding[]
    readonly round: number
    readonly rounds: number
  },
): Promise<Reviewed<Work>> {
  const { run, lineage } = subject
  const { round, rounds } = asked
  const path = lineage.take('verdict')
  const open = openFindings(asked.findings)
  const earlier =
    open.length === 0
      ? ''
      : `Earlier findings, each of which you must dispose of:\n\n${findingLines(open)}`
  const { verdict, binding, document, by } = await run.step('review', async () => {
    const prompt = await subject.prompt(work, { round, rounds, earlier })
    const given = await run.ask('reviewer', prompt, verdictFor(subject.asking(work), open))
    const answered = subject.answered(work, given)
    const bound = await subject.binding(answered)
    const text = verdictDocument(given, {
      ...subject.computed(answered),
      binding: bound,
      findings: trackFindings(asked.findings, given, round),
      round,
    })
    await lineage.keep(path, text)
    return { verdict: given, binding: bound, document: text, by: run.modelOf('reviewer') }
  })
  return {
    work: subject.answered(work, verdict),
    verdict,
    findings: trackFindings(asked.findings, verdict, round),
    binding,
    reviewer: by,
    published: { path, text: asKept(document) },
  }
}

/** A verdict as a document: rendered for people, with what it is for and what became of every finding in front. */
export function verdictDocument(
  verdict: Verdict,
  about: ComputedParts & {
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

/**
 * The schema for a verdict on this very document: one that contradicts itself or earlier verdicts,
 * or ignores a question that the document asks, does not fit.
 */
export function verdictFor(document: string, open: readonly TrackedFinding[]) {
  return verdictSchema.superRefine((verdict, context) => {
    const problems = [
      ...inconsistencies(verdict, open),
      ...unansweredQuestions(document, verdict).map(
        (question) =>
          `The document's open question ${quote(question)} has no entry under \`openQuestions\`; copy its text, and answer it or mark it as human.`,
      ),
    ]
    for (const message of problems) context.addIssue({ code: 'custom', message })
  })
}
