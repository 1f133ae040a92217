/** One document on its way from its input to an approval: drafted, checked, reviewed, revised. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { contentHash } from '../review/evidence.ts'
import { findingsBlock, isByPerson, type TrackedFinding } from '../review/findings.ts'
import type { ReviewSubject } from '../review/review.ts'
import { ofMock, ofModels } from './apart.ts'
import { decisionsIn } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { documentPrompts } from './document-prompts.ts'
import { type Draft, drafterOf } from './drafter.ts'
import { type Found, takenAsDraft } from './found.ts'
import type { Lineage } from './lineage.ts'
import { resolveQuestions } from './questions.ts'
import { reviewQuestions } from './review-questions.ts'
import { untrustedWhole } from './untrusted.ts'

/** How often the drafter may try to pass the computed checks before a review. */
const CHECK_TRIES = 3

export type DocumentWork = ReturnType<typeof documentWork>

export function documentWork(
  kind: DocumentKind,
  run: RunContext,
  {
    lineage,
    carried = [],
  }: { readonly lineage: Lineage; readonly carried?: readonly CarriedFinding[] },
) {
  const decisions = decisionsIn(lineage)
  const prompts = documentPrompts(kind, run, { carried, decisions })
  const drafter = drafterOf(kind, run, { lineage, prompts })
  const subject: ReviewSubject<Draft> = {
    ...reviewQuestions(kind, run, prompts),
    run,
    lineage,
    noun: kind.noun,
    decide: (question, answer) => decisions.add(question, answer),
    shown: ({ text, path }) => ({ content: text, path }),
    asking: ({ text }) => text,
    answered(draft, { verdict, openQuestions }) {
      const text = resolveQuestions(draft.text, openQuestions)
      const isApproved = verdict === 'APPROVED'
      return { ...draft, text: isApproved ? kind.withStatus(text, 'Approved') : text }
    },
    reopened: (draft) => ({ ...draft, text: kind.withStatus(draft.text, 'Draft') }),
    binding: async ({ text }) => ({ ...kind.binding, contentHash: contentHash(text) }),
    computed: ({ text }) => kind.reviewed(text),
    revise,
  }
  return { ...subject, run, kind, drafter, begin, draft }

  /** The input as it is now is first in the lineage. What the mock provider wrote is kept there, and no draft of a real run. */
  async function begin(found: Found): Promise<void> {
    await lineage.keep(lineage.take(kind.input.name), kind.input.text)
    if (found.state === 'apart') {
      const { path, text } = found.file
      if (run.mock) throw new Error(`${ofModels(path)}.`)
      const kept = lineage.take('mock')
      await lineage.keep(kept, text)
      run.log(`${ofMock(path)}: kept as ${kept}, drafted anew`)
    }
    await drafter.map()
  }

  /** A draft that passes the checks: a document that is there already, or a new one. */
  async function draft(found: Found): Promise<Draft> {
    if (found.state !== 'draft') return passChecks(await drafter.draft())
    run.log(takenAsDraft(found.file.path, found.why))
    return passChecks(await drafter.take(found.file.body, found.by))
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async function passChecks(first: Draft): Promise<Draft> {
    let draft = first
    for (let attempt = 1; ; attempt++) {
      const found = await run.step('check', () => kind.check(draft.text))
      if (found.length === 0) return draft
      run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('checks-failed', CHECK_TRIES, found)
      const lines = found.map((finding) => `- ${finding}`).join('\n')
      const findings = untrustedWhole('findings', lines)
      const fixes = draft.fixes + 1
      const asked = { task: 'fix', round: fixes, findings, declinable: [] } as const
      draft = { ...(await drafter.edit(draft, asked)).draft, fixes }
    }
  }

  /** Findings of a review may be declined; what a check has found or a person wants may not. */
  async function revise(draft: Draft, open: readonly TrackedFinding[], round: number) {
    const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
    const asked = { task: 'revise', round, findings: findingsBlock(open), declinable } as const
    const { draft: revised, declined, settled } = await drafter.edit(draft, asked)
    return { work: await passChecks(revised), declined, settled }
  }
}
