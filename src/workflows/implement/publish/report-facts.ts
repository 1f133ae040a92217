/** All that reports are made of: read once, from the commit that was reviewed, and computed, never asked for. */
import type { ModelUsage } from '../../../authoring/run-context.ts'
import type { ChangedFile } from '../../../authoring/worktree.ts'
import type { Approved } from '../../review/review-until-approved.ts'
import { type Coverage, coverageOf } from '../proof/coverage.ts'
import { committedTestFiles } from '../proof/new-test-files.ts'
import type { WrittenTests } from '../proof/written-tests.ts'
import type { Code } from '../reviewer-questions.ts'

export interface ReportFacts
  extends Pick<Approved<Code>, 'verdict' | 'findings' | 'reviewer' | 'rounds'> {
  readonly build: Code['build']
  readonly changed: readonly ChangedFile[]
  /** Test files of the reviewed commit that differ from the base. */
  readonly tests: WrittenTests
  /** Empty where the design asks for no new tests. */
  readonly coverage: readonly Coverage[]
  readonly usage: readonly ModelUsage[]
}

/** Of commits: a killed finalize or git may have left anything in the worktree. */
export async function reportFacts(approved: Approved<Code>): Promise<ReportFacts> {
  const { verdict, findings, reviewer, rounds } = approved
  const { build } = approved.work
  const { worktree, base, commit, design, run } = build
  const changed = await worktree.changesBetween(base, commit)
  const tests = await committedTestFiles(build, changed)
  const coverage = design.proof === 'red-green' ? coverageOf(design, tests) : []
  const usage = run.usage()
  return { build, verdict, findings, reviewer, rounds, changed, tests, coverage, usage }
}
