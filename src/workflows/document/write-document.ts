/**
 * A document drafted by one model, checked without one, reviewed by another and revised by exact edits
 * until it is approved or the rounds are used up. Where a person has a say, the item stops at a gate.
 */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import {
  declineFindings,
  isStagnant,
  openFindings,
  personFinding,
  type TrackedFinding,
} from '../review/findings.ts'
import type { Verdict } from '../review/verdict.ts'
import { askAboutDraft, askAboutVerdict } from './ask-person.ts'
import type { DocumentWork } from './document-work.ts'

const ROUNDS = 5

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
  const { log } = work.run
  let document = await work.passChecks(await work.draft(existing))
  let findings: readonly TrackedFinding[] = []
  for (;;) {
    const said = await askAboutDraft(work, document)
    if (said.answer === 'approve') break
    findings = [...findings, personFinding(findings, said.text, 0)]
    const revised = await work.revise(document, openFindings(findings), 0)
    document = await work.passChecks(revised.text)
  }

  let rounds = ROUNDS
  for (let round = 1; ; round++) {
    const { verdict, text, tracked } = await work.review(document, findings, { round, rounds })
    document = text
    const before = openFindings(findings)
    findings = tracked
    const open = openFindings(findings)
    const titles = open.map(({ title }) => title)
    log(`round ${round}: ${verdict.verdict}: ${titles.join('; ') || verdict.summary}`)

    const said = await askAboutVerdict(work, verdict, document)
    if (said !== undefined) rounds = Math.max(rounds, round + 1) // a person's word is worth a round
    if (said?.answer === 'approve' && verdict.verdict !== 'REVISE') {
      if (!said.isDecided) return { document, rounds: round, findings, verdict }
      // What a person has settled, the reviewer hears of and judges: no approval but by a verdict.
      findings = declineFindings(findings, acceptedBy(open))
      document = work.kind.withStatus(document, 'Draft')
      continue
    }
    if (said?.answer === 'revise') {
      findings = [...findings, personFinding(findings, said.text, round)]
      document = work.kind.withStatus(document, 'Draft')
    } else {
      if (isStagnant(before, open)) throw new NeedsRevision('stagnant', round, titles)
      if (round === rounds) throw new NeedsRevision('round-limit', round, titles)
    }
    const revised = await work.revise(document, openFindings(findings), round)
    findings = declineFindings(findings, revised.declined)
    document = await work.passChecks(revised.text)
  }
}

function acceptedBy(open: readonly TrackedFinding[]): { id: string; why: string }[] {
  return open.map(({ id }) => ({ id, why: 'A person has decided to go on with it as it is.' }))
}
