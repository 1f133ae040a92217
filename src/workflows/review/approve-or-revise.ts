/** What follows a review: published, revised, reviewed again after a person's decision, or given up. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import { askAboutVerdict } from './ask-person.ts'
import {
  declineFindings,
  isStagnant,
  openFindings,
  personFinding,
  type TrackedFinding,
} from './findings.ts'
import type { Reviewed, ReviewSubject } from './review.ts'

interface AfterReview {
  /** `review`: a person has decided, and the reviewer is told and judges again. */
  readonly next: 'publish' | 'revise' | 'review'
  readonly findings: readonly TrackedFinding[]
  readonly rounds: number
}

/** Throws when there is no use in another round. */
export async function approveOrRevise<Work>(
  subject: ReviewSubject<Work>,
  { work, verdict, findings, published }: Reviewed<Work>,
  asked: {
    readonly before: readonly TrackedFinding[]
    readonly round: number
    readonly rounds: number
  },
): Promise<AfterReview> {
  const { before, round } = asked
  const open = openFindings(findings)
  const titles = open.map(({ title }) => title)
  subject.run.log(`round ${round}: ${verdict.verdict}: ${titles.join('; ') || verdict.summary}`)
  const { content } = subject.shown(work)
  const said = await askAboutVerdict(subject, { verdict, content, path: published.path })
  // A person's word is worth a round.
  const rounds = said === undefined ? asked.rounds : Math.max(asked.rounds, round + 1)
  if (said?.answer === 'revise')
    return {
      next: 'revise',
      findings: [...findings, personFinding(findings, said.text, round)],
      rounds,
    }
  if (said !== undefined && verdict.verdict !== 'REVISE') {
    if (!said.isDecided) return { next: 'publish', findings, rounds }
    // No approval but by a verdict: the reviewer has the last word on what a person has decided.
    return { next: 'review', findings: declineFindings(findings, acceptedBy(open)), rounds }
  }
  if (isStagnant(openFindings(before), open)) throw new NeedsRevision('stagnant', round, titles)
  if (round === rounds) throw new NeedsRevision('round-limit', round, titles)
  return { next: 'revise', findings, rounds }
}

function acceptedBy(open: readonly TrackedFinding[]): { id: string; why: string }[] {
  return open.map(({ id }) => ({ id, why: 'A person has decided to accept it as it is.' }))
}
