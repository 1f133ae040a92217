/** Tests that fail without an item's doing: red before it began, or at random. */
import { named } from './passing.ts'
import type { TestRun } from './red.ts'

export interface Excused {
  /** Failed before anything was changed, twice. */
  readonly red: readonly string[]
  /** Failed and passed on the same files. */
  readonly flaky: readonly string[]
}

export const NOTHING_EXCUSED: Excused = { red: [], flaky: [] }

/** By two runs on the same files. */
export function excusedBy(first: TestRun, again: TestRun): Excused {
  const [one, two] = [first, again].map((run) => new Set(run.counts?.failing))
  if (one === undefined || two === undefined) return { red: [], flaky: [] }
  return { red: [...one.intersection(two)], flaky: [...one.symmetricDifference(two)] }
}

export function excusedWords({ red, flaky }: Excused): string[] {
  return [
    ...(red.length > 0
      ? [`known red: ${count(red)} failed before anything was changed and may go on: ${named(red)}`]
      : []),
    ...(flaky.length > 0
      ? [`flaky: ${count(flaky)} failed and passed on the same files: ${named(flaky)}`]
      : []),
  ]
}

function count(names: readonly string[]): string {
  return names.length === 1 ? '1 test' : `${names.length} tests`
}
