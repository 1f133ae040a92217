/** Whether new tests fail for the right reason: what they test is not there yet. */
import { foreignImports, loadTroubles, missingTool } from './loading.ts'
import { isFixed, matching } from './test-names.ts'
import type { TestCounts } from './test-output.ts'
import { cannotPass, hollowTests, testNames } from './weakening.ts'

export interface TestRun {
  readonly command: string
  readonly exitCode: number | null
  readonly timedOut: boolean
  readonly output: string
  /** Null when the output cannot be counted. */
  readonly counts: TestCounts | null
  /** Files that were not there before, and that git does not ignore. */
  readonly left?: readonly string[]
}

export interface WrittenTests {
  /** Texts by path. */
  readonly tests: Readonly<Record<string, string>>
  /** Names of tests that these files had before. */
  readonly known: readonly string[]
  /** Files that the design names. */
  readonly named: readonly string[]
  /** Requirements that a test must name. */
  readonly requirements: readonly number[]
}

/**
 * Every new test was seen to fail by its name; or none of its file could run, and the output shows that
 * this is for something that the design is yet to bring. Whatever was not seen is not red.
 */
export function redTroubles(run: TestRun, written: WrittenTests): string[] {
  const wrong = textTroubles(written)
  if (wrong.length > 0) return wrong
  if (run.timedOut) return ['The new tests did not end in time.']
  const tool = missingTool(run)
  if (tool !== undefined) return [`The tests cannot be run: ${tool}`]
  if (run.exitCode === 0)
    return ['The new tests pass already, before any code is written: they prove nothing.']
  const { counts } = run
  if (counts !== null && counts.passed + counts.failed === 0) return ['No test was run.']
  const passing = passingAlready(counts?.passing ?? [], written)
  if (passing.length > 0)
    return passing.map(
      (name) => `The test "${name}" passes already, before any code is written: it proves nothing.`,
    )
  const foreign = foreignImports(run, written.named)
  if (foreign.length > 0) return foreign
  const { skipped, unloaded } = silentTests(counts?.failing ?? [], written)
  if (skipped.length > 0)
    return skipped.map((name) => `The test "${name}" was not seen to fail: it did not run.`)
  return unloaded.length === 0 ? [] : loadTroubles(run, unloaded, written.named)
}

/** What a red run has shown, for people. */
export function redWords({ counts }: TestRun, tests: Readonly<Record<string, string>>): string {
  const names = Object.values(tests).flatMap(testNames)
  const words = `${names.length} new ${names.length === 1 ? 'test' : 'tests'}`
  const isSeen = names.some((name) => counts?.failing.some(matching(name)))
  if (counts === null || !isSeen)
    return `${words}, none of which can run before what they import is there`
  return `${words}, ${counts.failed} of ${counts.passed + counts.failed} that were run fail`
}

/** Why nothing that a run could show would help. */
function textTroubles({ tests, requirements }: WrittenTests): string[] {
  const texts = Object.entries(tests)
  const named = texts.flatMap(([, text]) => testNames(text))
  if (named.length === 0) return ['There is no test in what was written as tests.']
  const untested = requirements.filter((number) => {
    const pattern = new RegExp(`REQ[-_ ]?${number}(?!\\d)`, 'i')
    return !named.some((name) => pattern.test(name))
  })
  if (untested.length > 0)
    return untested.map((number) => `No test names REQ-${number}, which has an automatic scenario.`)
  return texts.flatMap(([path, text]) => [...cannotPass(path, text), ...hollowTests(path, text)])
}

/** Printed names of new tests; one that a run completes may look like one that was there before. */
function passingAlready(passing: readonly string[], written: WrittenTests): string[] {
  const names = Object.values(written.tests).flatMap(testNames)
  const isKnown = written.known.map(matching)
  const isNew = names.filter((name) => !written.known.includes(name)).map(matching)
  return passing.filter(
    (name) => isNew.some((isIt) => isIt(name)) && !isKnown.some((isIt) => isIt(name)),
  )
}

/** New tests that nobody saw fail, beside others of their file that did, or in a file of which none did. */
function silentTests(failing: readonly string[], { tests, known }: WrittenTests) {
  const names = Object.values(tests).flatMap(testNames)
  const fresh = names.filter((name) => !known.includes(name))
  // Where no test is new, an old one expects something else now.
  if (fresh.length === 0 && !names.some((name) => failing.some(matching(name))))
    return { skipped: [], unloaded: names }
  const fixed = fresh.filter(isFixed).map(matching)
  const others = failing.filter((printed) => !fixed.some((isIt) => isIt(printed)))
  const isSeen = (name: string) => (isFixed(name) ? failing : others).some(matching(name))
  const files = Object.values(tests).map((text) => {
    const silent = testNames(text).filter((name) => fresh.includes(name) && !isSeen(name))
    return { silent, isLoaded: testNames(text).some(isSeen) }
  })
  const silentOf = (isLoaded: boolean) =>
    files.filter((file) => file.isLoaded === isLoaded).flatMap(({ silent }) => silent)
  return { skipped: silentOf(true), unloaded: silentOf(false) }
}
