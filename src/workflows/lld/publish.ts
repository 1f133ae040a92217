import { NeedsRevision, Parked } from '../../authoring/outcomes.ts'
import type { RunContext, RunItem } from '../../authoring/workflow.ts'
import { vendorOf } from '../../model/language-model.ts'
import { checkLld } from './check.ts'
import { dispositionsOf } from './dispositions.ts'
import { readDocument } from './document.ts'
import { type Binding, fileHash, lldPath, withEvidence } from './evidence.ts'
import type { TrackedFinding } from './findings.ts'
import { kindOf } from './verdict-document.ts'

/** A text with everything that its approval rests on. */
export interface Approved {
  readonly document: string
  readonly rounds: number
  readonly findings: readonly TrackedFinding[]
  readonly binding: Binding
  readonly drafter: string
  readonly reviewer: string
  /** Where the verdict is kept. */
  readonly verdict: string
}

/** Writes the approved design with its evidence, unless something speaks against it after all. */
export async function publish(
  approved: Approved,
  options: {
    readonly item: RunItem
    readonly run: RunContext
    /** The design's file as it was when the work began. */
    readonly seen: string | null
    readonly isPublished: () => Promise<boolean>
  },
): Promise<void> {
  const { document, rounds, findings, binding, drafter, reviewer, verdict } = approved
  const { id, title, body } = options.item
  const { step, repo } = options.run
  const [question] = readDocument(document).openQuestions
  if (question !== undefined) throw new Parked('question', `The design still asks: ${question}`)
  await step('finalize', async () => {
    if (await options.isPublished()) return // by a try that was cut off right after
    const about = `${title}\n${body}`
    const broken = checkLld(document, { issue: id, about, files: await repo.files() })
    if (broken.length > 0) throw new NeedsRevision('checks-failed', 0, broken)
    if ((await fileHash(repo, lldPath(id))) !== options.seen) {
      throw new Error(
        `${lldPath(id)} has changed since this work began; take it as the draft with --fresh.`,
      )
    }
    const isOneVendor = vendorOf(drafter) === vendorOf(reviewer)
    const text = withEvidence(document, {
      ...binding,
      kind: kindOf(document),
      drafter,
      reviewer,
      review: isOneVendor ? 'same-vendor' : 'other-vendor',
      rounds,
      verdict,
      ...dispositionsOf(findings),
      approvedAt: new Date().toISOString(),
    })
    await repo.write(lldPath(id), text)
  })
}
