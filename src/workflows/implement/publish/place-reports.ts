/**
 * Where the reports of approved code go: onto its branch, with the user's hooks; into its lineage if they are not wanted there,
 * or if a hook does not let them pass as they are. Code that is approved stays so.
 */
import type { Approved } from '../../review/review-until-approved.ts'
import { resetTo } from '../build.ts'
import { commitMessage } from '../commits/commit-messages.ts'
import { hookOptions } from '../commits/commit-work.ts'
import { hookWords } from '../commits/hook-words.ts'
import { findBuilt, unreviewed } from '../evidence.ts'
import type { Code } from '../reviewer-questions.ts'
import { reportFiles } from './report-files.ts'

const MOST_NAMED = 5

type Kept = Parameters<typeof reportFiles>[1]

/** Returns the branch's last commit. `kept`: where the lineage has reports. */
export async function placeReports(approved: Approved<Code>, kept: Kept): Promise<string> {
  const { build } = approved.work
  if (build.settings.reports !== 'none') {
    const committed = await commitReports(approved, kept)
    if ('commit' in committed) return committed.commit
    await resetTo(build, build.commit)
    build.run.log(
      `warning: the reports are not on the branch: ${committed.why}. They are kept as ${kept.report}`,
    )
  }
  await keepReports(withoutReports(approved), kept)
  const published = await publishedTip(approved)
  if (published !== undefined) return published
  // Nothing else comes between what was written and the branch.
  throw new Error(
    `${kept.report} is not as it was written, or the branch not as it was reviewed, so its approval would not count. Does a process that tests have left change them?`,
  )
}

/** The branch's last commit, if it has the approval and nothing that was not reviewed. */
export async function publishedTip({ work, binding }: Approved<Code>): Promise<string | undefined> {
  const { run, worktree, item } = work.build
  const branches = (await run.repo.branches(worktree.branch)).slice(0, 1)
  const wanted = { issue: item.id, inputHash: binding.inputHash, mock: run.mock }
  const { branch } = (await findBuilt(run.repo, wanted, branches)) ?? {}
  if (branch?.name !== worktree.branch) return undefined
  const reviewed = { issue: item.id, contentHash: binding.contentHash }
  const others = await unreviewed(run.repo, reviewed, branch.commit)
  return others.length === 0 ? branch.commit : undefined
}

/** The commit with the reports as they were written and nothing else, or why there is none. */
async function commitReports(
  approved: Approved<Code>,
  kept: Kept,
): Promise<{ readonly commit: string } | { readonly why: string }> {
  const { build } = approved.work
  const { run, worktree, item, commits } = build
  const reports = await reportFiles(approved, kept)
  for (const [path, text] of Object.entries(reports.kept)) await run.repo.write(path, text)
  for (const [path, text] of Object.entries(reports.committed)) await worktree.write(path, text)
  const message = commitMessage(commits, 'reports')
  const paths = Object.keys(reports.committed)
  const made = await worktree.commitWithHooks(message, paths, hookOptions(build))
  if ('refused' in made) {
    const { timedOut, exitCode, output } = made.refused
    const how = timedOut ? 'did not end in time' : `was refused (exit code ${exitCode})`
    return { why: `their commit ${how}: ${hookWords(output)}` }
  }
  const reviewed = { issue: item.id, contentHash: approved.binding.contentHash }
  const others = await unreviewed(run.repo, reviewed, `refs/heads/${worktree.branch}`)
  if (others.length > 0) {
    const named = others.slice(0, MOST_NAMED).join(', ')
    return { why: `a hook added files to their commit that were not reviewed (${named})` }
  }
  const commit = await publishedTip(approved)
  return commit === undefined ? { why: 'a hook changed them' } : { commit }
}

async function keepReports(approved: Approved<Code>, kept: Kept): Promise<void> {
  const reports = await reportFiles(approved, kept)
  for (const [path, text] of Object.entries(reports.kept))
    await approved.work.build.run.repo.write(path, text)
}

/** The same as if none were wanted on the branch. */
function withoutReports(approved: Approved<Code>): Approved<Code> {
  const { work } = approved
  const { build } = work
  const settings = { ...build.settings, reports: 'none' } as const
  return { ...approved, work: { ...work, build: { ...build, settings } } }
}
