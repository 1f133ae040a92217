/** What runs of tests must show: the tests that an item has written, and all that were there before. */
import type { Wanted } from './passing.ts'
import type { TestRun } from './red.ts'
import { matching } from './test-names.ts'
import { testNames } from './weakening.ts'

/** Texts by path. */
type Tests = Readonly<Record<string, string>>

export function namesOf(tests: Tests): string[] {
  return Object.values(tests).flatMap(testNames)
}

export function wantedOwn(proven: Tests): Wanted {
  const written = namesOf(proven)
  return { written, before: [], count: written.length, files: filesWithTests(proven) }
}

/** No test that was there before has vanished but what the design takes away. */
export function wantedWhole(
  proven: Tests,
  existing: { readonly baseline: TestRun | undefined; readonly files: readonly string[] },
  /** Names of tests that the item has brought, and of those that its design takes away. */
  changed: { readonly fresh: readonly string[]; readonly gone: readonly string[] },
): Wanted {
  const { passed = 0, passing = [], asOne = [] } = existing.baseline?.counts ?? {}
  const gone = changed.gone.map(matching)
  const before = passing.filter((name) => !gone.some((isGone) => isGone(name)))
  const count = gone.length > 0 ? 0 : passed + changed.fresh.length
  const old = existing.files.filter((path) => !asOne.includes(path))
  const files = [...new Set([...old, ...filesWithTests(proven)])]
  return { written: namesOf(proven), before, count, files }
}

/** A file that tests only use has none. */
function filesWithTests(tests: Tests): string[] {
  return Object.keys(tests).filter((path) => testNames(tests[path] ?? '').length > 0)
}
