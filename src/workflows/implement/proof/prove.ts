/** Tests first, seen failing; then code, seen passing: the proof that an item's kind asks for. */
import { NeedsRevision } from '../../../authoring/outcomes.ts'
import { untrusted, untrustedWhole } from '../../document/untrusted.ts'
import { type Build, codePhase, namedPaths, resetTo, withRefusal } from '../build.ts'
import { propose } from '../edits/propose.ts'
import type { Refusal } from '../edits/refusal.ts'
import { isTestPath } from '../edits/scope.ts'
import { pathsShown } from '../prompt-words.ts'
import { runChecks } from './checks/run-checks.ts'
import { failingTests } from './failing-tests.ts'
import { withWrittenTests } from './late-tests.ts'
import { newTestFiles } from './new-test-files.ts'
import { failingKey, named, passedWords, wantedOwn, wantedWhole } from './passing.ts'
import { redTroubles, redWords, type TestRun } from './red.ts'
import { requireTools, someTests } from './test-tools.ts'
import { tryAll, tryTests } from './trying.ts'
import { textTroubles } from './written-tests.ts'

/** How often what was written may be refused before it is given up. */
const TRIES = 3
/** How often failing code may be fixed, in one go. */
const FIX_ROUNDS = 5

/** Writes the tests and sees every one of them fail because the feature is missing. */
export async function proveRed(first: Build): Promise<Build> {
  const tools = requireTools(first)
  const recalled = await recallTests(first)
  if (recalled !== undefined) return recalled
  let build = first
  let refusal: Refusal | undefined
  let reasons: readonly string[] = []
  for (let round = 1; round <= TRIES; round++) {
    const before = withoutRefused(build, first)
    const proposed = await propose(before, {
      task: 'tests',
      round,
      phase: 'tests',
      refusal,
      check: (files) => textTroubles(files, before.design.scenarios),
      words: async () => ({
        paths: pathsShown(before, 'tests'),
        framework: tools.framework === 'own' ? "the project's own runner" : tools.framework,
        command: tools.all,
      }),
    })
    build = proposed.build
    reasons = proposed.problems
    if (reasons.length === 0) {
      const seen = await seeRed(build)
      reasons = seen.troubles
      build = withRefusal(seen.build, { task: 'tests', round, reasons })
      refusal = { ...proposed.refusal, reasons, ran: seen.red }
    } else refusal = proposed.refusal
    if (reasons.length === 0) return build
    build.run.log(`tests refused: ${reasons.slice(0, 3).join(' ')}`)
  }
  throw new NeedsRevision('checks-failed', TRIES - 1, reasons)
}

/** Tests that were approved before, seen red on the new base; undefined if there are none or they prove nothing there. */
async function recallTests(build: Build): Promise<Build | undefined> {
  const { memory, settings, design, run } = build
  const changes = (memory?.work?.changes ?? []).filter(
    ({ path, action }) => action === 'write' && isTestPath(path, settings.testPaths),
  )
  const isChanged = memory?.work?.conflicts.some((path) => isTestPath(path, settings.testPaths))
  if (memory?.work == null || changes.length === 0 || isChanged === true) return undefined
  const proposed = await propose(build, {
    task: 'tests',
    round: 1,
    phase: 'tests',
    check: (files) => textTroubles(files, design.scenarios),
    recalled: { changes, by: memory.work.drafter },
    words: async () => ({}),
  })
  const seen = proposed.problems.length === 0 ? await seeRed(proposed.build) : undefined
  const troubles = seen?.troubles ?? proposed.problems
  if (seen !== undefined && troubles.length === 0) return seen.build
  run.log(`the tests that were approved before are not taken: ${troubles.slice(0, 3).join(' ')}`)
  return undefined
}

/** Tests that were refused do not stay on the branch; the coder knows. */
function withoutRefused(build: Build, first: Build): Build {
  const { commit } = first
  return build.known === undefined ? { ...build, commit } : { ...build, commit, known: commit }
}

async function seeRed(build: Build): Promise<{
  readonly build: Build
  readonly red: TestRun
  readonly troubles: readonly string[]
}> {
  const { run, design, proof } = build
  const { red, tests, troubles } = await run.step('red', async () => {
    await resetTo(build, build.commit)
    const tests = await newTestFiles(build)
    const red = await tryTests(build, someTests(requireTools(build), Object.keys(tests)))
    const judged = { tests, named: namedPaths(build), scenarios: design.scenarios }
    return { red, tests, troubles: redTroubles(red, judged) }
  })
  const left = [...proof.left, ...(red.left ?? [])]
  if (troubles.length > 0) return { build: { ...build, proof: { ...proof, left } }, red, troubles }
  run.log(`red, as expected: ${redWords(red, tests)}`)
  return {
    build: { ...build, proof: { ...proof, left, red, tests, redTests: tests } },
    red,
    troubles,
  }
}

/** Fixes until the new tests and then the whole suite pass, or it does not get better. */
export async function proveGreen(first: Build): Promise<Build> {
  const { run } = first
  let build = first
  let best: { readonly commit: string; readonly failed: number } | undefined
  let before: string | undefined
  let isFrozen = false
  for (let round = 1; ; round++) {
    const result = await tryBuild(build)
    build = result.build
    const { tried, troubles } = result
    if (troubles.length === 0) {
      run.log(`green: ${passedWords(tried)}`)
      return build
    }
    const failed = Math.max(1, tried.counts?.failed ?? 1)
    if (best === undefined || failed < best.failed) best = { commit: build.commit, failed }
    const key = failingKey(tried, troubles, build.proof.excused)
    const isSame = key === before
    run.log(`not green: ${troubles.join('; ')}`)
    if ((isSame && isFrozen) || round > FIX_ROUNDS) {
      const { commit } = best // the best state is what stays on the branch
      await run.step('restore', () => resetTo(build, commit))
      throw new NeedsRevision(
        'tests-failed',
        build.proof.fixes,
        failingTests(tried, troubles, build.proof.excused),
      )
    }
    isFrozen = isSame
    before = key
    build = await fix(build, { tried, troubles, round, isFrozen })
  }
}

interface Tried {
  readonly tried: TestRun
  readonly troubles: readonly string[]
}

/** The tests, and when they pass the project's checks. */
async function tryBuild(build: Build): Promise<Tried & { readonly build: Build }> {
  if (build.design.proof === 'none') return runChecks(build)
  const tested = await tryTested(build)
  if (tested.troubles.length > 0) return tested
  const checked = await runChecks(tested.build)
  return checked.troubles.length > 0 ? checked : { ...tested, build: checked.build }
}

async function tryTested(first: Build): Promise<Tried & { readonly build: Build }> {
  const build = await withWrittenTests(first) // a repair or a revision may have added or renamed some
  const { proof, existing } = build
  const wanted = {
    own: wantedOwn(proof.tests, proof.excused),
    whole: wantedWhole(proof, existing),
  }
  const { own, suite, troubles, flaky, commit, left } = await build.run.step('green', () =>
    tryAll(build, requireTools(build), wanted),
  )
  const tried = suite ?? own
  if (tried === null) throw new Error('No tests were run. This is a bug in AgentOS.')
  if (flaky.length > 0) build.run.log(`flaky: failed and passed on the same files: ${named(flaky)}`)
  const next = {
    ...proof,
    left,
    excused: { ...proof.excused, flaky: [...new Set([...proof.excused.flaky, ...flaky])] },
    ...(own === null ? {} : { green: own }),
    ...(suite === null ? {} : { suite }),
  }
  return { build: { ...build, commit, proof: next }, tried, troubles }
}

async function fix(
  first: Build,
  failing: Tried & { readonly round: number; readonly isFrozen: boolean },
): Promise<Build> {
  const { tried, troubles, round, isFrozen } = failing
  const phase = isFrozen ? 'frozen' : codePhase(first)
  let build = first
  let refusal: Refusal | undefined
  for (let tries = 1; ; tries++) {
    const before = build
    const fixes = before.proof.fixes + 1
    const proposed = await propose(before, {
      task: 'fix',
      round: fixes,
      phase,
      refusal,
      about: `${troubles.join('\n')}\n${tried.output}`,
      words: async () => ({
        round: String(round),
        rounds: String(FIX_ROUNDS),
        problem: untrustedWhole('failures', troubles.map((trouble) => `- ${trouble}`).join('\n')),
        frozen: isFrozen
          ? 'The same tests have failed twice: in this round the tests are frozen.'
          : 'A test that you have written for this issue and that contradicts the design may be fixed, and may be renamed if it checks all that it did; it is never weakened or removed.',
        paths: pathsShown(before, phase),
        command: tried.command,
        output: untrusted('output', tried.output),
      }),
    })
    build = { ...proposed.build, proof: { ...proposed.build.proof, fixes } }
    const { problems } = proposed
    if (problems.length === 0) return build
    refusal = proposed.refusal
    if (tries < TRIES) continue
    const last = `the last repair was refused: ${problems.join('; ')}`
    throw new NeedsRevision('tests-failed', fixes, [
      ...failingTests(tried, troubles, build.proof.excused),
      last,
    ])
  }
}
