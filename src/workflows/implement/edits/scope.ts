/** Which files an item may write: those that its design names, tests, configured globs, its reports. */
import { matchesGlob } from 'node:path'

const TEST_NAME =
  /(\.(test|spec)\.[cm]?[jt]sx?|_test\.(go|py|exs?)|(^|\/)test_[^/]*\.py|(^|\/)conftest\.py)$/
const TEST_FOLDER = /(^|\/)(tests?|__tests__|spec|specs)\//

export interface Scope {
  /** The paths of 2.1, and those that an amendment has added. */
  readonly named: readonly string[]
  readonly allowedPaths: readonly string[]
  readonly testPaths: readonly string[]
  /** Every file of the project before the work began. */
  readonly existing: readonly string[]
}

export interface Rules extends Scope {
  /** `tests`: only tests are written now. `frozen`: tests stay as they are. */
  readonly phase: 'tests' | 'code' | 'frozen'
  /** Paths that 2.1 says are to be deleted. */
  readonly deletable: readonly string[]
  /** Test files that prove something already, as they were when they did. */
  readonly proven: Readonly<Record<string, string>>
  /** The text of a file before the work began. */
  readonly original: (path: string) => Promise<string | undefined>
  /** Open findings that the answer is to settle, as text; empty if there are none. */
  readonly findings: string
}

/** Why a file is not this item's to write; undefined if it is. */
export function scopeTrouble(path: string, scope: Scope): string | undefined {
  if (scope.named.includes(path)) return undefined
  if (isAllowedTest(path, scope)) return undefined
  if (scope.allowedPaths.some((glob) => matchesGlob(path, glob))) return undefined
  return 'the design does not name it in 2.1'
}

/** Looks like a test, by its name or the folder that it is in. */
export function isTestPath(path: string, testPaths: readonly string[] = []): boolean {
  return (
    TEST_NAME.test(path) ||
    TEST_FOLDER.test(path) ||
    testPaths.some((glob) => matchesGlob(path, glob))
  )
}

/** Is a test by its name, whatever is in it. */
export function isTestFile(path: string): boolean {
  return TEST_NAME.test(path)
}

/**
 * Tests are written where the project keeps tests; one that has none yet may begin anywhere but among
 * what tools read or install.
 */
function isAllowedTest(path: string, { existing, testPaths }: Scope): boolean {
  if (testPaths.some((glob) => matchesGlob(path, glob))) return true
  if (!isTestPath(path) || /(^|\/)(\.[^/]*|node_modules)\//.test(path)) return false
  const tests = existing.filter((file) => isTestPath(file))
  return tests.length === 0 || tests.some((test) => topOf(test) === topOf(path))
}

/** The folder directly below the root. */
function topOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

/** An item's own reports; nobody but AgentOS writes them. */
export function reportPath(
  folder: string,
  issue: string,
  name: 'implementation-report' | 'test-report' | 'review',
): string {
  return `${folder}/${issue}-${name}.md`
}
