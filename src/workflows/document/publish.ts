import { readFrontMatter } from '../../authoring/front-matter.ts'
import { NeedsRevision } from '../../authoring/outcomes.ts'
import { contentHash, evidenceOf, fileHash, withEvidence } from '../review/evidence.ts'
import type { Approved } from '../review/review-until-approved.ts'
import { signedFiles } from '../review/signatures.ts'
import type { DocumentWork } from './document-work.ts'
import type { Draft } from './drafter.ts'
import { readMarkdown } from './markdown.ts'
import { questionBlock } from './questions.ts'

/** Writes the approved document with its evidence, unless something speaks against it after all. */
export async function publish(
  work: DocumentWork,
  approved: Approved<Draft>,
  options: {
    readonly path: string
    /** The file as it was when the work began. */
    readonly seen: string | null
    /** What stands in front of the document besides its evidence. */
    readonly front: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { path, seen, front } = options
  const { published } = approved
  const { text, drafter } = approved.work
  const { repo } = work.run
  await work.run.step('finalize', async () => {
    const signed = await signedFiles(repo.signing, published)
    for (const [file, content] of Object.entries(signed)) await repo.write(file, content)
    const { data } = readFrontMatter((await repo.read(path)) ?? '')
    const isThere = data.verdict === published.path && data.contentHash === contentHash(text)
    if (isThere) return // by a try that was cut off right after
    await refuseBroken(work, text)
    if ((await fileHash(repo, path)) !== seen)
      throw new Error(
        `${path} has changed since this work began; take it as the draft with --fresh.`,
      )
    const evidence = evidenceOf({ drafter, verdict: published.path }, approved)
    await repo.write(path, withEvidence(text, { ...work.kind.binding, ...evidence }, front))
  })
  work.run.produced({ path })
}

/** What still speaks against a document that a reviewer has approved. */
export async function refuseBroken(work: DocumentWork, document: string): Promise<void> {
  const asking = questionBlock(readMarkdown(document))?.questions ?? []
  const broken = [
    ...asking.map(({ text }) => `It still asks: ${text}`),
    ...(await work.kind.check(document)),
  ]
  if (broken.length > 0) throw new NeedsRevision('checks-failed', 0, broken)
}
