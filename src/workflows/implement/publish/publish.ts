/** The end of an item: it can be merged, its reports are on its branch, its worktree has gone. */
import type { Approved } from '../../review/review-until-approved.ts'
import { type Build, resetTo } from '../build.ts'
import type { Code } from '../reviewer-questions.ts'
import { type Meeting, meetings, testMerged } from './meeting.ts'
import { offer } from './offer.ts'
import { placeReports, publishedTip } from './place-reports.ts'

export async function publish(approved: Approved<Code>): Promise<void> {
  const { build } = approved.work
  const { run, worktree } = build
  const commit = await finalize(approved)
  await offer(approved, commit)
  const { removed, left } = await worktree.finish()
  if (!removed)
    run.log(
      `the worktree stays, for it has files that are not committed: ${left.slice(0, 5).join(', ')}`,
    )
}

/** Until nothing that it meets is untested: another item may be published while tests run. */
async function finalize(approved: Approved<Code>): Promise<string> {
  const { build } = approved.work
  const tested = new Set<string>()
  const { lineage } = build
  const kept = {
    tests: lineage.take('test-report'),
    report: lineage.take('implementation-report'),
  }
  for (;;) {
    const done = await build.run.step('finalize', () =>
      build.run.alone(() => publishReports(approved, { tested, kept })),
    )
    if ('commit' in done) return done.commit
    const untested = done.met.filter(({ commit }) => !tested.has(commit))
    for (const commit of await testMerged(build, untested)) tested.add(commit)
  }
}

/** `tested`: commits that the branch was tested with, merged. `kept`: where the lineage has reports. */
async function publishReports(
  approved: Approved<Code>,
  { tested, kept }: { tested: ReadonlySet<string>; kept: Parameters<typeof placeReports>[1] },
): Promise<{ readonly commit: string } | { readonly met: readonly Meeting[] }> {
  const { build } = approved.work
  await requireReviewed(build, approved.binding.contentHash)
  const earlier = await publishedTip(approved)
  if (earlier !== undefined) return { commit: earlier } // by a try that was cut off right after
  await resetTo(build, build.commit)
  const met = await meetings(build)
  if (met.some(({ commit }) => !tested.has(commit))) return { met }
  return { commit: await placeReports(approved, kept) }
}

/** An approval is for one tree; that of an earlier round publishes nothing. */
async function requireReviewed(
  { worktree, commit, item }: Build,
  contentHash: string,
): Promise<void> {
  const tree = await worktree.treeOf(commit)
  if (tree === contentHash) return
  throw new Error(
    `The approval is for the tree ${contentHash}, but the commit ${commit} has the tree ${tree}. Nothing was published. \`agentos retry ${item.label}\` builds and reviews it again.`,
  )
}
