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
import { approveOrRevise } from './approve-or-revise.ts'
import { askAboutDraft } from './ask-person.ts'
import { answerFindings, openFindings, personFinding, type TrackedFinding } from './findings.ts'
import { type Reviewed, type ReviewMemory, type ReviewSubject, review } from './review.ts'

/** How many reviews there are, unless a person has something to say. */
export const ROUNDS = 5

/** Work that a reviewer has approved, with everything that this rests on. */
export interface Approved<Work> extends Omit<Reviewed<Work>, 'memory'> {
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
    findings = answerFindings(findings, revised)
  }
  for (;;) {
    const said = await askAboutDraft(subject, subject.shown(work))
    if (said.answer === 'approve') break
    findings = [...findings, personFinding(findings, said.text, 0)]
    await revise(0)
  }

  let rounds = ROUNDS
  let memory: ReviewMemory<Work> = { seen: [], hasAsked: false }
  for (let round = 1; ; round++) {
    const reviewed = await review(subject, work, { findings, round, rounds, memory })
    memory = reviewed.memory
    const after = await approveOrRevise(subject, reviewed, { before: findings, round, rounds })
    if (after.next === 'publish') return { ...reviewed, rounds: round }
    findings = after.findings
    rounds = after.rounds
    const isRevise = reviewed.verdict.verdict === 'REVISE'
    work = isRevise ? reviewed.work : subject.reopened(reviewed.work)
    if (after.next === 'revise') await revise(round)
  }
}
