/**
 * The review loop of issues, designs and code alike: a person may see the draft, then a reviewer judges it and
 * the author revises it until it is approved, or another round is of no use.
 *
 *   draft gate ──► review ──► APPROVED, and the person at the gate agrees ──► approved
 *       ▲            ▲ │
 *       └─ revise    │ ├──► a person had to be asked and accepts it: the reviewer judges again
 *                    │ ├──► REVISE, or a person's wish: revise ─┐
 *                    └─│────────────────────────────────────────┘
 *                      └──► the rounds are used up, or nothing has moved: NeedsRevision
 */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import { askAboutDraft, askAboutVerdict } from './ask-person.ts'
import {
  declineFindings,
  isStagnant,
  openFindings,
  personFinding,
  type TrackedFinding,
} from './findings.ts'
import { type Reviewed, type ReviewSubject, review } from './review.ts'

/** How many reviews there are, unless a person has something to say. */
export const ROUNDS = 5

/** Work that a reviewer has approved, with everything that this rests on. */
export interface Approved<Work> extends Reviewed<Work> {
  readonly rounds: number
}

export async function reviewUntilApproved<Work>(
  subject: ReviewSubject<Work>,
  draft: Work,
): Promise<Approved<Work>> {
  let work = draft
  let findings: readonly TrackedFinding[] = []
  const revise = async (round: number) => {
    const revised = await subject.revise(work, openFindings(findings), round)
    work = revised.work
    findings = declineFindings(findings, revised.declined)
  }
  for (;;) {
    const said = await askAboutDraft(subject, subject.shown(work))
    if (said.answer === 'approve') break
    findings = [...findings, personFinding(findings, said.text, 0)]
    await revise(0)
  }

  let rounds = ROUNDS
  for (let round = 1; ; round++) {
    const reviewed = await review(subject, work, { findings, round, rounds })
    const after = await afterReview(subject, reviewed, { before: findings, round, rounds })
    if (after.next === 'publish') return { ...reviewed, rounds: round }
    findings = after.findings
    rounds = after.rounds
    const isRevise = reviewed.verdict.verdict === 'REVISE'
    work = isRevise ? reviewed.work : subject.reopened(reviewed.work)
    if (after.next === 'revise') await revise(round)
  }
}

interface AfterReview {
  /** `review`: a person has decided, and the reviewer is told and judges again. */
  readonly next: 'publish' | 'revise' | 'review'
  readonly findings: readonly TrackedFinding[]
  readonly rounds: number
}

/** Throws when there is no use in another round. */
async function afterReview<Work>(
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
  return open.map(({ id }) => ({ id, why: 'A person has decided to go on with it as it is.' }))
}
