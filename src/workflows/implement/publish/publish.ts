/** The end of an item: it can be merged, its reports are on its branch, its worktree has gone. */
import { Conflict } from '../../../authoring/outcomes.ts'
import { plainLine } from '../../../model/plain-line.ts'
import { vendorsOf } from '../../document/evidence.ts'
import { signedFiles } from '../../document/signatures.ts'
import { dispositionsOf } from '../../review/dispositions.ts'
import type { TrackedFinding } from '../../review/findings.ts'
import type { Reviewed } from '../code-review.ts'
import { reportPath } from '../edits/scope.ts'
import { BRANCHES, findBuilt, unreviewed } from '../evidence.ts'
import type { Proven } from '../proof/proving.ts'
import type { Workshop } from '../workshop.ts'
import { offer } from './offer.ts'
import { implementationReport, type ReportFacts, testReport } from './reports.ts'

export async function publish(
  shop: Workshop,
  approved: {
    readonly reviewed: Reviewed
    readonly findings: readonly TrackedFinding[]
    readonly proof: Proven
    readonly rounds: number
  },
): Promise<void> {
  const { run, worktree, item } = shop.options
  const from = shop.commit
  await run.step('finalize', async () => {
    await run.alone(async () => {
      await requireReviewed(shop, approved.reviewed)
      if (await isPublished(shop, approved.reviewed)) return // by a try that was cut off right after
      await shop.settle(from)
      await refuseConflicts(shop)
      const facts = await reportFacts(shop, approved)
      const verdict = { path: reportPath(item.id, 'review'), text: approved.reviewed.document }
      const texts = {
        [reportPath(item.id, 'implementation-report')]: implementationReport(facts),
        [reportPath(item.id, 'test-report')]: testReport(facts),
        [verdict.path]: verdict.text,
        ...(await signedFiles(run.repo.signing, verdict)),
      }
      for (const [path, text] of Object.entries(texts)) await worktree.write(path, text)
      const message = `Issue ${item.id}: ${plainLine(item.title)}`
      await worktree.commitWithHooks(message, Object.keys(texts))
      const others = await unreviewedTip(shop, approved.reviewed)
      if (others.length > 0) throw notReviewed(others)
      if (!(await isPublished(shop, approved.reviewed))) throw changedByHook(verdict.path)
    })
  })
  const { drafter } = shop
  await offer(shop, { drafter, reviewer: approved.reviewed.reviewer, rounds: approved.rounds })
  const { removed, left } = await worktree.finish()
  if (removed) run.log(`on branch ${worktree.branch}`)
  else
    run.log(
      `on branch ${worktree.branch}; the worktree stays, for it has files that are not committed: ${left.slice(0, 5).join(', ')}`,
    )
}

/** An approval is for one tree; that of an earlier round publishes nothing. */
async function requireReviewed(shop: Workshop, { binding }: Reviewed): Promise<void> {
  const tree = await shop.options.worktree.treeOf(shop.commit)
  if (tree === binding.contentHash) return
  throw new Error(
    `The approval is for the tree ${binding.contentHash}, but the commit ${shop.commit} has the tree ${tree}. Nothing was published. \`agentos retry ${shop.options.item.label}\` builds and reviews it again.`,
  )
}

async function isPublished(shop: Workshop, reviewed: Reviewed): Promise<boolean> {
  const { run, worktree, item } = shop.options
  const branches = (await run.repo.branches(worktree.branch)).slice(0, 1)
  const { inputHash } = reviewed.binding
  const wanted = { issue: item.id, inputHash, mock: run.mock }
  const built = await findBuilt(run.repo, wanted, branches)
  return built?.branch === worktree.branch && (await unreviewedTip(shop, reviewed)).length === 0
}

/** Files that are on the branch and that nobody has reviewed. */
async function unreviewedTip(shop: Workshop, { binding }: Reviewed): Promise<string[]> {
  const { run, worktree } = shop.options
  return unreviewed(run.repo, binding, `refs/heads/${worktree.branch}`)
}

function notReviewed(paths: readonly string[]): Error {
  return new Error(
    `The last commit changes files that were not reviewed: ${paths.slice(0, 5).join(', ')}. Does a hook, or a process that tests have left, add them?`,
  )
}

/** Nothing else comes between what was written and the branch. */
function changedByHook(path: string): Error {
  return new Error(
    `${path} is not on the branch as it was written, so its approval would not count. Does a hook change files in docs/reports/?`,
  )
}

/** Against where it will be merged, and against every other branch that has been built. */
async function refuseConflicts(shop: Workshop): Promise<void> {
  const { run, worktree, item, settings } = shop.options
  const { repo, mock } = run
  const base = settings.base ?? 'HEAD'
  const target = await repo.commitOf(base)
  const targets = target === undefined ? [] : [{ name: await nameOf(base), commit: target }]
  const branches = await repo.branches(BRANCHES)
  for (const id of new Set(branches.map(({ name }) => issueOf(name)))) {
    const built = id === item.id ? undefined : await findBuilt(repo, { issue: id, mock }, branches)
    if (built?.commit == null || built.branch == null) continue
    if (target !== undefined && (await repo.isAncestor(built.commit, target))) continue
    targets.push({ name: built.branch, commit: built.commit })
  }
  for (const { name, commit } of targets) {
    const files = await worktree.conflictsWith(commit)
    if (files.length > 0) throw new Conflict(name, files)
  }
}

async function nameOf(base: string): Promise<string> {
  return base === 'HEAD' ? 'what is checked out' : base
}

function issueOf(branch: string): string {
  return branch.slice(BRANCHES.length).replace(/-.*$/, '')
}

async function reportFacts(
  shop: Workshop,
  { reviewed, findings, proof, rounds }: Parameters<typeof publish>[1],
): Promise<ReportFacts> {
  const { worktree, item, base } = shop.options
  const { drafter } = shop
  const { reviewer, binding } = reviewed
  // A try that was cut off may have left reports of its own in the worktree.
  const approved = new Set(await worktree.changedBetween(base, shop.commit))
  return {
    shop,
    binding,
    proof,
    findings,
    changed: (await worktree.changesSince(base)).filter(({ path }) => approved.has(path)),
    evidence: {
      drafter,
      reviewer,
      review: vendorsOf(drafter, reviewer),
      rounds,
      verdict: reportPath(item.id, 'review'),
      ...dispositionsOf(findings),
      approvedAt: new Date().toISOString(),
    },
  }
}
