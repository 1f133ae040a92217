/**
 * One review, the same for issues, designs and code: the reviewer is asked, its verdict bound to the work and kept. All
 * reviews of an item are one conversation: from the second round on the reviewer is told what has changed.
 */
import { writeFrontMatter } from '../../authoring/front-matter.ts'
import type { GateOptions, Prompt, RunContext } from '../../authoring/run-context.ts'
import type { ContextRequests, RepositoryContext } from '../../model/context.ts'
import { asKept, type Lineage } from '../document/lineage.ts'
import { isAsking } from '../document/reading/requests.ts'
import type { Asking } from './ask-person.ts'
import { verdictFor } from './consistent-verdict.ts'
import { dispositionsOf, fateWords } from './dispositions.ts'
import type { ReviewedBinding } from './evidence.ts'
import { type AuthorWords, openFindings, type TrackedFinding, trackFindings } from './findings.ts'
import { type ComputedParts, renderReview } from './render-review.ts'
import type { PublishedVerdict } from './signatures.ts'
import { needsOf, type Verdict, verdictOf } from './verdict-schema.ts'

/** What is reviewed, and how it is shown, judged and revised. `Work` is its state in one round. */
export interface ReviewSubject<Work> extends Asking {
  readonly run: Pick<RunContext, 'gate' | 'log' | 'step' | 'ask' | 'modelOf'>
  readonly lineage: Lineage
  /** As a person is shown it at a gate. */
  shown(work: Work): Pick<GateOptions, 'content' | 'path'>
  /** The document whose open questions a verdict must answer; empty for code. */
  asking(work: Work): string
  /** What the reviewer is asked in a round. */
  question(work: Work, told: Told<Work>): Promise<Question>
  /** The answer to `needs`, and the request for the verdict. Without it the reviewer cannot ask. */
  find?(work: Work, requests: ContextRequests, told: Told<Work>): Promise<Question>
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
  ): Promise<{ readonly work: Work } & AuthorWords>
}

/** What the reviewer has been shown before: its conversation goes on from there. */
export interface ReviewMemory<Work> {
  /** The work as it was in the last round. */
  readonly before?: Work
  /** Of the repository. */
  readonly seen: readonly RepositoryContext[]
  /** It has asked for more, which is answered once. */
  readonly hasAsked: boolean
}

export interface Told<Work> extends ReviewMemory<Work> {
  readonly round: number
  readonly rounds: number
  /** Findings of earlier rounds, and people's wishes, each of which the verdict must dispose of. */
  readonly open: readonly TrackedFinding[]
}

/** For a prompt: whether the reviewer may still ask to be shown more. */
export function needsWords({ hasAsked }: Pick<ReviewMemory<unknown>, 'hasAsked'>): string {
  return hasAsked
    ? 'You have asked to be shown more before, which was possible once: leave `needs` empty.'
    : 'You have not asked to be shown more yet: you can do so once, under `needs`.'
}

export interface Question {
  readonly prompt: Prompt
  /** What of the repository is shown with it, for the first time. */
  readonly seen: readonly RepositoryContext[]
}

export interface Reviewed<Work> {
  readonly work: Work
  readonly verdict: Verdict
  /** All findings so far. */
  readonly findings: readonly TrackedFinding[]
  readonly binding: ReviewedBinding
  readonly reviewer: string
  /** The verdict as it is in the lineage. */
  readonly published: PublishedVerdict
  readonly memory: ReviewMemory<Work>
}

export async function review<Work>(
  subject: ReviewSubject<Work>,
  work: Work,
  asked: {
    readonly findings: readonly TrackedFinding[]
    readonly round: number
    readonly rounds: number
    readonly memory: ReviewMemory<Work>
  },
): Promise<Reviewed<Work>> {
  const { run, lineage } = subject
  const { findings, round, rounds, memory } = asked
  const path = lineage.take('verdict')
  const told = { ...memory, round, rounds, open: openFindings(findings) }
  const { verdict, seen, hasAsked, binding, document, by } = await run.step('review', async () => {
    const given = await askReviewer(subject, work, told)
    const answered = subject.answered(work, given.verdict)
    const bound = await subject.binding(answered)
    const text = verdictDocument(given.verdict, {
      ...subject.computed(answered),
      binding: bound,
      findings: trackFindings(findings, given.verdict, round),
      round,
    })
    await lineage.keep(path, text)
    return { ...given, binding: bound, document: text, by: run.modelOf('reviewer') }
  })
  return {
    work: subject.answered(work, verdict),
    verdict,
    findings: trackFindings(findings, verdict, round),
    binding,
    reviewer: by,
    published: { path, text: asKept(document) },
    memory: {
      before: work,
      seen: [...memory.seen, ...seen],
      hasAsked: memory.hasAsked || hasAsked,
    },
  }
}

/** The verdict on the work, after an answer to what the reviewer asks for, if it does. */
async function askReviewer<Work>(
  subject: ReviewSubject<Work>,
  work: Work,
  told: Told<Work>,
): Promise<{ verdict: Verdict; seen: readonly RepositoryContext[]; hasAsked: boolean }> {
  const { kind } = subject.computed(work)
  const ask = ({ prompt }: Question, mayAsk: boolean) => {
    const about = { document: subject.asking(work), open: told.open, mayAsk }
    return subject.run.ask('reviewer', prompt, verdictFor(kind, about))
  }
  const mayAsk = subject.find !== undefined && !told.hasAsked
  const question = await subject.question(work, told)
  const answer = await ask(question, mayAsk)
  if (subject.find === undefined || !isAsking(needsOf(answer)))
    return { verdict: verdictOf(answer), seen: question.seen, hasAsked: false }
  const seen = [...told.seen, ...question.seen]
  const found = await subject.find(work, needsOf(answer), { ...told, seen })
  return {
    verdict: verdictOf(await ask(found, false)),
    seen: [...question.seen, ...found.seen],
    hasAsked: true,
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
