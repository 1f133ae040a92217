import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { DocumentWork } from '../document/document-work.ts'
import { fileHash, vendorsOf, withEvidence } from '../document/evidence.ts'
import type { Approved } from '../document/write-document.ts'
import { dispositionsOf } from '../review/dispositions.ts'
import { readDocument } from './document.ts'
import { lldPath } from './evidence.ts'
import { changeOf } from './lld-kind.ts'

/** Writes the approved design with its evidence, unless something speaks against it after all. */
export async function publish(
  work: DocumentWork,
  { document, rounds, findings }: Approved,
  options: {
    readonly issue: string
    /** The design's file as it was when the work began. */
    readonly seen: string | null
    readonly isPublished: () => Promise<boolean>
  },
): Promise<void> {
  const { step, repo } = work.run
  const path = lldPath(options.issue)
  await step('finalize', async () => {
    if (await options.isPublished()) return // by a try that was cut off right after
    const asking = readDocument(document).openQuestions.map((text) => `It still asks: ${text}`)
    const broken = [...asking, ...(await work.kind.check(document))]
    if (broken.length > 0) throw new NeedsRevision('checks-failed', 0, broken)
    if ((await fileHash(repo, path)) !== options.seen) {
      throw new Error(
        `${path} has changed since this work began; take it as the draft with --fresh.`,
      )
    }
    const { drafter, reviewer, verdict } = work.by
    const evidence = {
      ...{ ...work.kind.binding, drafter, reviewer, review: vendorsOf(drafter, reviewer) },
      ...{ rounds, verdict, ...dispositionsOf(findings), approvedAt: new Date().toISOString() },
    }
    await repo.write(path, withEvidence(document, evidence, { kind: changeOf(document) }))
  })
}
