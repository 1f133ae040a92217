/** Whether a run of tests shows what it must: all passed, and those that must be were among them. */
import type { Proof } from '../build.ts'
import type { Excused } from './excused.ts'
import type { TestRun } from './red.ts'
import { isFixed, matching } from './test-names.ts'
import type { TestCounts } from './test-output.ts'
import { cannotBeCounted, type Framework } from './test-tools.ts'
import { freshOf, namesOf, type WrittenTests } from './written-tests.ts'

export interface Wanted {
  /** Names of tests, with `${…}` and `%s` for what only a run knows. */
  readonly written: readonly string[]
  /** Names that a run before has printed; numbers in them may differ. */
  readonly before: readonly string[]
  /** So many passed, at the least. */
  readonly count: number
  /** Files whose tests must have run. */
  readonly files: readonly string[]
  /** Printed names of tests that may fail. */
  readonly excused: readonly string[]
}

export const NOTHING_WANTED: Wanted = { written: [], before: [], count: 0, files: [], excused: [] }

export function wantedOwn(proven: WrittenTests, { red, flaky }: Excused): Wanted {
  const excused = [...red, ...flaky]
  const written = namesOf(proven).filter((name) => !excused.some(matching(name)))
  const files = filesWithTests(proven)
  return { written, before: [], count: written.length, files, excused }
}

/** No test that was there before has vanished but what the design takes away. */
export function wantedWhole(proof: Proof, existing: readonly string[]): Wanted {
  const { passed = 0, passing = [], asOne = [] } = proof.baseline?.counts ?? {}
  const { written, files, excused } = wantedOwn(proof.tests, proof.excused)
  const gone = proof.gone.map(matching)
  const before = passing.filter(
    (name) => !excused.includes(name) && !gone.some((isGone) => isGone(name)),
  )
  const steady = passed - proof.excused.flaky.length
  const count = gone.length > 0 ? 0 : steady + freshOf(proof.tests).length
  const old = existing.filter((path) => !asOne.includes(path))
  return { written, before, count, files: [...new Set([...old, ...files])], excused }
}

/** A file that tests only use has none. */
function filesWithTests(tests: WrittenTests): string[] {
  return Object.entries(tests)
    .filter(([, { names }]) => names.length > 0)
    .map(([path]) => path)
}

/** Runners that always print every test by its name. */
const NAMING: ReadonlySet<Framework> = new Set(['node:test', 'cargo', 'go'])
const MOST_NAMED = 5

/** Why a run does not count as passed; nothing if it does. What cannot be checked is not passed. */
export function passTroubles(run: TestRun, framework: Framework, wanted: Wanted): string[] {
  const { counts } = run
  if (run.timedOut) return ['the tests did not end in time']
  if (hasNoTests(run)) return ['no test was run']
  const isFailed = run.exitCode !== 0 || (counts?.failed ?? 0) > 0
  if (isFailed && !isExcused(counts, wanted)) return [failedWords(run, wanted)]
  if (run.isByExitCode) return []
  if (counts === null)
    return [framework === 'own' ? cannotBeCounted(run.command) : endedEarly(run.command)]
  const ended = wanted.files.filter((path) => counts.asOne?.includes(path))
  if (ended.length > 0)
    return [`no test of these files ran, their process ended before: ${named(ended)}`]
  const vanished = isNaming(framework, counts)
    ? [...unseen(wanted.written, counts.passing), ...missing(wanted.before, counts.passing)]
    : []
  if (vanished.length > 0) return [`these tests did not run: ${named(vanished)}`]
  return counts.passed < wanted.count
    ? [`${counts.passed} tests pass, and ${wanted.count} should`]
    : []
}

/** All that fails is known, and was not brought about by what is tested. */
function isExcused(counts: TestCounts | null, { excused }: Wanted): boolean {
  if (counts === null || counts.failed === 0 || counts.failing.length < counts.failed) return false
  return counts.failing.every((name) => excused.includes(name))
}

/** A runner that is known says how many tests it ran, unless something has ended it before. */
function endedEarly(command: string): string {
  return `\`${command}\` ended with exit code 0, but printed no results: something ended it early`
}

/** Whether every test that was run has its name among those that were read. */
function isNaming(framework: Framework, { passing, passed, isCut = false }: TestCounts): boolean {
  return !isCut && (NAMING.has(framework) || passing.length >= passed)
}

/** Those that no printed name is of; one that a run completes is not of a test whose name is known. */
function unseen(written: readonly string[], printed: readonly string[]): string[] {
  const fixed = written.filter(isFixed).map(matching)
  const others = printed.filter((name) => !fixed.some((isIt) => isIt(name)))
  return written.filter((name) => !(isFixed(name) ? printed : others).some(matching(name)))
}

const NO_TESTS = /No test files found|no tests ran|No tests found|No specs found|\[no test files\]/i

export function hasNoTests({ counts, output }: TestRun): boolean {
  return counts === null ? NO_TESTS.test(output) : counts.passed + counts.failed === 0
}

export function passedWords({ command, counts, isByExitCode }: TestRun): string {
  if (isByExitCode) return `${command} ends with exit code 0; its tests were not counted`
  return counts === null ? `${command} passes` : `${counts.passed} tests of ${command} pass`
}

/** What is the same about two runs that fail alike. */
export function failingKey(run: TestRun, troubles: readonly string[], known: Excused): string {
  const failing = failingBeyond(run.counts, [...known.red, ...known.flaky])
  return [...(failing.length > 0 ? failing : troubles)].sort().join('\n')
}

/** Tests that passed before, fail now, and may do so at random. */
export function suspects({ counts }: TestRun, { before, excused }: Wanted): string[] {
  return failingBeyond(counts, excused).filter((name) => before.includes(name))
}

function failingBeyond(counts: TestCounts | null, excused: readonly string[]): string[] {
  return (counts?.failing ?? []).filter((name) => !excused.includes(name))
}

function missing(before: readonly string[], now: readonly string[]): string[] {
  const numberless = (name: string) => name.replace(/\d+/g, '0')
  const known = new Set(now.map(numberless))
  const inFiles = new Set(now.map(numberless).map(withoutSuites))
  return before.map(numberless).flatMap((name, index) => {
    const isThere = known.has(name) || inFiles.has(withoutSuites(name))
    return isThere ? [] : (before[index] ?? [])
  })
}

/** A test may be put into a suite, or its suite be renamed: its file and title stay. */
function withoutSuites(name: string): string {
  const parts = name.split(' > ')
  return parts.length < 3 ? name : `${parts[0]} > ${parts.at(-1)}`
}

function failedWords({ exitCode, counts }: TestRun, { excused }: Wanted): string {
  if (counts === null || counts.failed === 0) return `exit code ${exitCode}`
  const { passed, failed } = counts
  const failing = failingBeyond(counts, excused)
  const known = counts.failing.length - failing.length
  const words = `${failed - known} of ${passed + failed} tests fail`
  const beside = known > 0 ? `, beside ${known} that failed before` : ''
  return failing.length === 0 ? `${words}${beside}` : `${words}${beside} (${named(failing)})`
}

export function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? `; and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join('; ')}${more}`
}
