/** Whether a run of tests shows what it must: all passed, and those that must be were among them. */
import type { TestRun } from './red.ts'
import type { Framework } from './test-tools.ts'

export interface Wanted {
  /** Names of tests, with `${…}` and `%s` for what only a run knows. */
  readonly written: readonly string[]
  /** Names that a run before has printed; numbers in them may differ. */
  readonly before: readonly string[]
  /** So many passed, at the least. */
  readonly count: number
}

export const NOTHING_WANTED: Wanted = { written: [], before: [], count: 0 }

/** Runners that print every test by its name. */
const NAMING: ReadonlySet<Framework> = new Set(['node:test', 'cargo', 'go'])
const MOST_NAMED = 5

/** Why a run does not count as passed; nothing if it does. What cannot be checked is not passed. */
export function passTroubles(run: TestRun, framework: Framework, wanted: Wanted): string[] {
  const { counts } = run
  if (run.timedOut) return ['the tests did not end in time']
  if (hasNoTests(run)) return ['no test was run']
  if (run.exitCode !== 0 || (counts?.failed ?? 0) > 0) return [failedWords(run)]
  if (counts === null)
    return framework === 'own' ? [] : [`what ${run.command} printed cannot be counted`]
  const vanished =
    NAMING.has(framework) && !counts.isCut
      ? [
          ...wanted.written.filter((name) => !counts.passing.some(matching(name))),
          ...missing(wanted.before, counts.passing),
        ]
      : []
  if (vanished.length > 0) return [`these tests did not run: ${named(vanished)}`]
  return counts.passed < wanted.count
    ? [`${counts.passed} tests pass, and ${wanted.count} should`]
    : []
}

export function hasNoTests({ exitCode, counts, output }: TestRun): boolean {
  if (counts !== null) return counts.passed + counts.failed === 0
  return exitCode !== 0 && /No test files found|no tests ran|No tests found/i.test(output)
}

export function passedWords({ command, counts }: TestRun): string {
  return counts === null ? `${command} passes` : `${counts.passed} tests of ${command} pass`
}

/** What is the same about two runs that fail alike. */
export function failingKey(run: TestRun, troubles: readonly string[]): string {
  const failing = run.counts?.failing ?? []
  return [...(failing.length > 0 ? failing : troubles)].sort().join('\n')
}

/** Whether a name that a run has printed is that of a test, as its text has it. */
export function matching(written: string): (printed: string) => boolean {
  const parts = written.split(/\$\{[^}]*\}|%[a-z#]/i).map((part) => {
    const plain = part.replace(/\\(.)/g, '$1')
    return plain.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  })
  const pattern = new RegExp(`${parts.join('.*')}$`)
  return (printed) => pattern.test(printed)
}

function missing(before: readonly string[], now: readonly string[]): string[] {
  const numberless = (name: string) => name.replace(/\d+/g, '0')
  const known = new Set(now.map(numberless))
  return before.filter((name) => !known.has(numberless(name)))
}

function failedWords({ exitCode, counts }: TestRun): string {
  if (counts === null || counts.failed === 0) return `exit code ${exitCode}`
  const { passed, failed, failing } = counts
  const words = `${failed} of ${passed + failed} tests fail`
  return failing.length === 0 ? words : `${words} (${named(failing)})`
}

function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? `; and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join('; ')}${more}`
}
