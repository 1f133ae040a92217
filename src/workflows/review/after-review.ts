/** What follows a review: the same for documents and for code. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import { type Asking, askAboutVerdict } from './ask-person.ts'
import {
  declineFindings,
  isStagnant,
  openFindings,
  personFinding,
  type TrackedFinding,
} from './findings.ts'
import type { Verdict } from './verdict.ts'

/** How many reviews there are, unless a person has something to say. */
export const ROUNDS = 5

export interface AfterReview {
  /** `review`: a person has settled it, and the reviewer hears of that and judges again. */
  readonly next: 'publish' | 'revise' | 'review'
  readonly findings: readonly TrackedFinding[]
  readonly rounds: number
}

/** Throws when there is no use in another round. */
export async function afterReview(
  work: Asking,
  reviewed: {
    readonly verdict: Verdict
    /** What was reviewed, as a person is shown it. */
    readonly content: string
    readonly before: readonly TrackedFinding[]
    readonly findings: readonly TrackedFinding[]
    readonly round: number
    readonly rounds: number
  },
): Promise<AfterReview> {
  const { verdict, content, before, findings, round } = reviewed
  const open = openFindings(findings)
  const titles = open.map(({ title }) => title)
  work.run.log(`round ${round}: ${verdict.verdict}: ${titles.join('; ') || verdict.summary}`)
  const said = await askAboutVerdict(work, verdict, content)
  // A person's word is worth a round.
  const rounds = said === undefined ? reviewed.rounds : Math.max(reviewed.rounds, round + 1)
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
  return open.map(({ id }) => ({ id, why: 'A person has decided to go on with it as it is.' }))
}
