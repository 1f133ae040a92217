/** The end of an item: it can be merged, its reports are on its branch, its worktree has gone. */
import { Conflict } from '../../authoring/outcomes.ts'
import { plainLine } from '../../model/plain-line.ts'
import { vendorsOf } from '../document/evidence.ts'
import { signedFiles } from '../document/signatures.ts'
import { dispositionsOf } from '../review/dispositions.ts'
import type { TrackedFinding } from '../review/findings.ts'
import type { Reviewed } from './code-review.ts'
import { BRANCHES, findBuilt } from './evidence.ts'
import { offer } from './offer.ts'
import type { Proven } from './proving.ts'
import { implementationReport, type ReportFacts, testReport } from './reports.ts'
import { reportPath } from './scope.ts'
import type { Workshop } from './workshop.ts'

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

async function isPublished(shop: Workshop, { binding }: Reviewed): Promise<boolean> {
  const { run, worktree, item } = shop.options
  const branches = (await run.repo.branches(worktree.branch)).slice(0, 1)
  const wanted = { issue: item.id, inputHash: binding.inputHash, mock: run.mock }
  return (await findBuilt(run.repo, wanted, branches))?.branch === worktree.branch
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
  return {
    shop,
    binding,
    proof,
    findings,
    changed: await worktree.changesSince(base),
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
