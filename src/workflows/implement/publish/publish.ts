/** The end of an item: it can be merged, its reports are on its branch, its worktree has gone. */
import type { Approved } from '../../review/review-until-approved.ts'
import { type Build, resetTo } from '../build.ts'
import { commitMessage } from '../commits/commit-messages.ts'
import { findBuilt, unreviewed } from '../evidence.ts'
import type { Code } from '../reviewer-questions.ts'
import { type Meeting, meetings, testMerged } from './meeting.ts'
import { offer } from './offer.ts'
import { reportFiles } from './report-files.ts'

export async function publish(approved: Approved<Code>): Promise<void> {
  const { build } = approved.work
  const { run, worktree } = build
  const commit = await finalize(approved)
  await offer(approved, commit)
  const { removed, left } = await worktree.finish()
  if (removed) run.log(`on branch ${worktree.branch}`)
  else
    run.log(
      `on branch ${worktree.branch}; the worktree stays, for it has files that are not committed: ${left.slice(0, 5).join(', ')}`,
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
    await testMerged(build, done.met)
    for (const { commit } of done.met) tested.add(commit)
  }
}

/** `tested`: commits that the branch was tested with, merged. `kept`: where the lineage has reports. */
async function publishReports(
  approved: Approved<Code>,
  { tested, kept }: { tested: ReadonlySet<string>; kept: Parameters<typeof reportFiles>[1] },
): Promise<{ readonly commit: string } | { readonly met: readonly Meeting[] }> {
  const { build } = approved.work
  const { run, worktree, item, commits } = build
  const { contentHash } = approved.binding
  await requireReviewed(build, contentHash)
  const earlier = await publishedTip(approved)
  if (earlier !== undefined) return { commit: earlier } // by a try that was cut off right after
  await resetTo(build, build.commit)
  const met = await meetings(build)
  if (met.some(({ commit }) => !tested.has(commit))) return { met }
  const reports = await reportFiles(approved, kept)
  for (const [path, text] of Object.entries(reports.kept)) await run.repo.write(path, text)
  const paths = Object.keys(reports.committed)
  for (const [path, text] of Object.entries(reports.committed)) await worktree.write(path, text)
  if (paths.length > 0) await worktree.commitWithHooks(commitMessage(commits, 'reports'), paths)
  const reviewed = { issue: item.id, contentHash }
  const others = await unreviewed(run.repo, reviewed, `refs/heads/${worktree.branch}`)
  if (others.length > 0)
    throw new Error(
      `The last commit changes files that were not reviewed: ${others.slice(0, 5).join(', ')}. Does a hook, or a process that tests have left, add them?`,
    )
  const published = await publishedTip(approved)
  if (published !== undefined) return { commit: published }
  // Nothing else comes between what was written and the branch.
  throw new Error(
    `${paths[0] ?? kept.report} is not as it was written, so its approval would not count. Does a hook change it?`,
  )
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

/** The branch's last commit, if it has the approval and nothing that was not reviewed. */
async function publishedTip({ work, binding }: Approved<Code>): Promise<string | undefined> {
  const { run, worktree, item } = work.build
  const branches = (await run.repo.branches(worktree.branch)).slice(0, 1)
  const wanted = { issue: item.id, inputHash: binding.inputHash, mock: run.mock }
  const { branch } = (await findBuilt(run.repo, wanted, branches)) ?? {}
  if (branch?.name !== worktree.branch) return undefined
  const reviewed = { issue: item.id, contentHash: binding.contentHash }
  const others = await unreviewed(run.repo, reviewed, branch.commit)
  return others.length === 0 ? branch.commit : undefined
}
