/**
 * The whole suite before anything is written. Tests that fail now are known by name and may go on failing; whatever else
 * is wrong fails the item, before a model is paid and without a saved result: the next run tries again.
 */
import { type Build, resetTo } from '../build.ts'
import { isTestPath } from '../edits/scope.ts'
import { excusedBy, excusedWords, NOTHING_EXCUSED } from './excused.ts'
import { missingTool } from './loading.ts'
import { hasNoTests } from './passing.ts'
import type { TestRun } from './red.ts'
import { readTestFile } from './source/test-file.ts'
import { cannotBeCounted, type TestTools } from './test-tools.ts'
import { tryTests } from './trying.ts'

/** Undefined if the base, or how tests are run, is no longer what the worktree was made for. */
export async function proveBaseline(
  build: Build,
  tools: TestTools,
  hasMoved: () => Promise<boolean>,
): Promise<Build | undefined> {
  const { run, proof } = build
  for (;;) {
    const found = await run.step('baseline', async () => {
      if (await hasMoved()) return undefined
      await resetTo(build, build.commit)
      return { ...(await tryBaseline(build, tools)), gone: await deletedTests(build) }
    })
    if (found == null) return undefined
    if (found.baseline.command !== tools.all) {
      run.log(`tests are run by another command now: the baseline is run again`)
      continue
    }
    const { baseline, excused, gone, left } = found
    for (const line of excusedWords(excused)) run.log(line)
    return { ...build, proof: { ...proof, baseline, excused, gone, left } }
  }
}

async function tryBaseline(build: Build, tools: TestTools) {
  const baseline = await tryTests(build, tools.all)
  const left = baseline.left ?? []
  const isEmpty = hasNoTests(baseline)
  if (isEmpty && build.design.proof === 'green-green')
    throw new Error('There is no test that could show that behaviour stays as it is.')
  if (isEmpty) return { baseline, excused: NOTHING_EXCUSED, left }
  requireCounted(baseline, tools)
  if (baseline.isByExitCode || baseline.counts?.failed === 0)
    return { baseline, excused: NOTHING_EXCUSED, left }
  const proof = { ...build.proof, baseline }
  const again = await tryTests({ ...build, proof }, tools.all)
  requireCounted(again, tools)
  const excused = excusedBy(baseline, again)
  return { baseline, excused, left: [...left, ...(again.left ?? [])] }
}

/** Failing tests are no obstacle if all that fails is known by its name. */
function requireCounted(run: TestRun, tools: TestTools): void {
  const trouble = baselineTrouble(run, tools)
  if (trouble === undefined) return
  throw new Error(
    `The tests fail before anything was changed (${run.command}): ${trouble}. Fix the base, implement.setup or implement.test; the same command then tries again.`,
  )
}

export function baselineTrouble(run: TestRun, tools: TestTools): string | undefined {
  const { counts, exitCode } = run
  if (run.timedOut) return 'they did not end in time'
  const tool = missingTool(run)
  if (tool !== undefined && counts === null) return tool
  if (run.isByExitCode)
    return exitCode === 0 ? undefined : `exit code ${exitCode}, by which they are judged`
  if (counts === null && exitCode === 0) return cannotBeCounted(tools.all)
  if (counts === null) return `exit code ${exitCode}, and no results`
  if (counts.failed === 0)
    return exitCode === 0 ? undefined : `exit code ${exitCode}, although no test fails`
  if (counts.passed === 0) return `all of them fail, ${counts.failed} of ${counts.failed}`
  return counts.failing.length >= counts.failed
    ? undefined
    : `${counts.failed} of them fail, and not all of their names are printed`
}

async function deletedTests({ worktree, design, settings, base }: Build): Promise<string[]> {
  const paths = design.files
    .filter(({ path, change }) => change === 'Delete' && isTestPath(path, settings.testPaths))
    .map(({ path }) => path)
  const files = await Promise.all(
    paths.map(async (path) => readTestFile(path, (await worktree.readAt(base, path)) ?? '')),
  )
  return files.flatMap((file) => (file?.tests ?? []).map(({ name }) => name))
}
