/** Whether new tests show before the code is written what they must: each one fails by itself, or passes if it stays. */
import type { Scenario } from '../../lld/document.ts'
import { foreignImports, loadTroubles, missingTool, syntaxTroubles } from './loading.ts'
import { showsWhatStays } from './scenarios.ts'
import { isFixed, matching } from './test-names.ts'
import type { TestCounts } from './test-output.ts'
import { freshOf, namesOf, type WrittenTests } from './written-tests.ts'

export interface TestRun {
  readonly command: string
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly output: string
  /** Null when the output cannot be counted. */
  readonly counts: TestCounts | null
  /** Tests could not be counted, and the config says that the exit code is enough. */
  readonly isByExitCode?: boolean
  /** True if counts are of results that the runner wrote; false if it can print them only. */
  readonly isExact?: boolean
  /** Files that were not there before, and that git does not ignore. */
  readonly left?: readonly string[]
}

export interface Judged {
  readonly tests: WrittenTests
  /** Files that the design names. */
  readonly named: readonly string[]
  readonly scenarios: readonly Scenario[]
}

/**
 * Every new test was seen to fail by its name; or none of its file could run, and the output shows that this is for
 * something that the design is yet to bring. Whatever was not seen is not red. All reasons at once.
 */
export function redTroubles(run: TestRun, judged: Judged): string[] {
  if (run.timedOut) return ['The new tests did not end in time.']
  const tool = missingTool(run)
  if (tool !== undefined) return [`The tests cannot be run: ${tool}`]
  const { counts } = run
  if (counts !== null && counts.passed + counts.failed === 0) return ['No test was run.']
  if (run.isByExitCode) return exitCodeTroubles(run, judged)
  const { passing, failing, skipped, unloaded } = seenTests(counts, judged.tests)
  const stays = stayingTests(judged)
  if (run.exitCode === 0 && stays.size === 0) return [ALL_PASS]
  const foreign = foreignImports(run, judged.named)
  const isExplained = unloaded.length === 0 || foreign.length > 0
  return [
    ...passing.filter((name) => !stays.has(name)).map(passesAlready),
    ...failing.filter((name) => stays.has(name)).map(failsAlready),
    ...foreign,
    ...skipped.map((name) => `The test "${name}" was not seen to fail: it did not run.`),
    ...(isExplained ? [] : loadTroubles(run, unloaded, judged.named)),
  ]
}

const ALL_PASS = 'The new tests pass already, before any code is written: they prove nothing.'

/** All that an exit code can show: the suite passed without the new tests, and fails with them. */
function exitCodeTroubles(run: TestRun, judged: Judged): string[] {
  const fresh = freshOf(judged.tests).map(({ name }) => name)
  const stays = stayingTests(judged)
  const isToPass = fresh.length > 0 && stays.size === fresh.length
  if (run.exitCode === 0) return isToPass ? [] : [ALL_PASS]
  if (isToPass) return fresh.map(failsAlready)
  return [...foreignImports(run, judged.named), ...syntaxTroubles(run)]
}

function stayingTests({ tests, scenarios }: Judged): ReadonlySet<string> {
  const staying = freshOf(tests).filter((test) => showsWhatStays(scenarios, test))
  return new Set(staying.map(({ name }) => name))
}

export function passesAlready(name: string): string {
  return `The test "${name}" passes already, before any code is written: it proves nothing. Let it check what is missing; only a scenario of type Stays passes before and after.`
}

function failsAlready(name: string): string {
  return `The test "${name}" is of a scenario of type Stays, but fails before any code is written: it must pass before and after.`
}

interface Seen {
  readonly passing: readonly string[]
  readonly failing: readonly string[]
  /** Not seen, beside others of their file that were; or in a file of which none was. */
  readonly skipped: readonly string[]
  readonly unloaded: readonly string[]
}

/** New tests by what a run has shown of them; one that is red in one of its cases is red. */
function seenTests(counts: TestCounts | null, tests: WrittenTests): Seen {
  const failed = counts?.failing ?? []
  const passed = counts?.passing ?? []
  const fresh = freshOf(tests).map(({ name }) => name)
  const names = namesOf(tests)
  // Where no test is new, an old one expects something else now.
  if (fresh.length === 0) {
    const isSeen = names.some((name) => failed.some(matching(name)))
    return { passing: [], failing: [], skipped: [], unloaded: isSeen ? [] : names }
  }
  const isFailing = printedAs(failed, names)
  const isPassing = printedAs(passed, names)
  const isSeen = (name: string) => isFailing(name) || isPassing(name)
  const silent = Object.values(tests).map((file) => ({
    isLoaded: file.names.some(isSeen),
    names: file.fresh.map(({ name }) => name).filter((name) => !isSeen(name)),
  }))
  const silentOf = (isLoaded: boolean) =>
    silent.filter((file) => file.isLoaded === isLoaded).flatMap((file) => file.names)
  return {
    failing: fresh.filter(isFailing),
    passing: fresh.filter((name) => isPassing(name) && !isFailing(name)),
    skipped: silentOf(true),
    unloaded: silentOf(false),
  }
}

/** Whether a test is among printed names; one that a run completes is not of a test whose name is known. */
function printedAs(
  printed: readonly string[],
  names: readonly string[],
): (name: string) => boolean {
  const fixed = names.filter(isFixed).map(matching)
  const others = printed.filter((one) => !fixed.some((isIt) => isIt(one)))
  return (name) => (isFixed(name) ? printed : others).some(matching(name))
}

/** Of a new test without the code: `stays` passes and may, `cannot run` waits for what the design brings. */
export type Before = 'fails' | 'passes' | 'stays' | 'cannot run' | 'unknown'

/** What a run without the code has shown of a new test, by its name. */
export function beforeCode(run: TestRun, judged: Judged, name: string): Before {
  if (run.timedOut || run.isByExitCode || missingTool(run) !== undefined) return 'unknown'
  const { failing, passing, unloaded } = seenTests(run.counts, judged.tests)
  if (failing.includes(name)) return 'fails'
  if (passing.includes(name)) return stayingTests(judged).has(name) ? 'stays' : 'passes'
  const isAwaited = loadTroubles(run, unloaded, judged.named).length === 0
  return unloaded.includes(name) && isAwaited ? 'cannot run' : 'unknown'
}

/** What a red run has shown, for people. */
export function redWords(run: TestRun, tests: WrittenTests): string {
  const { failing, passing, unloaded } = seenTests(run.counts, tests)
  const fresh = freshOf(tests).length
  const words = `${fresh} new ${fresh === 1 ? 'test' : 'tests'}`
  if (run.isByExitCode) return `${words}, with exit code ${run.exitCode}; they were not counted`
  if (fresh === 0) return 'tests that were there expect something else now, and fail'
  return [
    words,
    ...(failing.length > 0 ? [`${failing.length} of them fail`] : []),
    ...(passing.length > 0 ? [`${passing.length} pass, for what they test stays`] : []),
    ...(unloaded.length > 0
      ? [
          `${unloaded.length === fresh ? 'none of which can' : `${unloaded.length} cannot`} run before the code is there`,
        ]
      : []),
  ].join(', ')
}
