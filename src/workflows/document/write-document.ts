/**
 * A document drafted by one model, checked without one, reviewed by another and revised by exact edits
 * until it is approved or the rounds are used up. Where a person has a say, the item stops at a gate.
 */

import { afterReview, ROUNDS } from '../review/after-review.ts'
import { askAboutDraft } from '../review/ask-person.ts'
import {
  declineFindings,
  openFindings,
  personFinding,
  type TrackedFinding,
} from '../review/findings.ts'
import type { Verdict } from '../review/verdict.ts'
import type { DocumentWork } from './document-work.ts'

/** A text that a reviewer has approved, with everything that this rests on. */
export interface Approved {
  readonly document: string
  readonly rounds: number
  readonly findings: readonly TrackedFinding[]
  readonly verdict: Verdict
}

/** `existing` is a document that is there already and taken as the draft. */
export async function writeDocument(
  work: DocumentWork,
  existing?: { readonly body: string; readonly by: string },
): Promise<Approved> {
  let document = await work.passChecks(await work.draft(existing))
  let findings: readonly TrackedFinding[] = []
  for (;;) {
    const said = await askAboutDraft(work, { content: document, path: work.draftPath })
    if (said.answer === 'approve') break
    findings = [...findings, personFinding(findings, said.text, 0)]
    const revised = await work.revise(document, openFindings(findings), 0)
    document = await work.passChecks(revised.text)
  }

  let rounds = ROUNDS
  for (let round = 1; ; round++) {
    const { verdict, text, tracked } = await work.review(document, findings, { round, rounds })
    const after = await afterReview(work, {
      ...{ verdict, content: text, round, rounds, before: findings, findings: tracked },
    })
    if (after.next === 'publish')
      return { document: text, rounds: round, findings: tracked, verdict }
    findings = after.findings
    rounds = after.rounds
    document = verdict.verdict === 'REVISE' ? text : work.kind.withStatus(text, 'Draft')
    if (after.next === 'review') continue
    const revised = await work.revise(document, openFindings(findings), round)
    findings = declineFindings(findings, revised.declined)
    document = await work.passChecks(revised.text)
  }
}
