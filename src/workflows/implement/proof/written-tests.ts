/** The test files of an item, as it has written them, against the base. */
import type { Scenario } from '../../lld/document.ts'
import type { Judged } from '../edits/judge.ts'
import { type FreshTest, untestedRequirements } from './scenarios.ts'
import { type FoundTest, readTestFile } from './source/test-file.ts'
import { changedTests, hollowTests } from './weakening.ts'

export interface WrittenTest extends FreshTest {
  /** Of its text. */
  readonly digest: string
}

/** Plain data: part of what steps save. */
export interface WrittenFile {
  readonly text: string
  /** Names of its tests, as their text has them. */
  readonly names: readonly string[]
  /** Those of them that were not there before, and those that were there with another text. */
  readonly fresh: readonly WrittenTest[]
  readonly changed: readonly WrittenTest[]
  /** False where the language cannot be read, so that only a run can say what is in it. */
  readonly isReadable: boolean
}

/** By path. */
export type WrittenTests = Readonly<Record<string, WrittenFile>>

export async function readWritten(
  path: string,
  text: string,
  before: string | undefined,
): Promise<WrittenFile> {
  const was = before === undefined ? undefined : await readTestFile(path, before)
  const is = await readTestFile(path, text)
  if (is === undefined) return { text, names: [], fresh: [], changed: [], isReadable: false }
  const { added, changed } = changedTests(was, is)
  return {
    text,
    names: is.tests.map(({ name }) => name),
    fresh: added.map(freshTest),
    changed: changed.map(freshTest),
    isReadable: true,
  }
}

function freshTest({ name, suites, labels, digest }: FoundTest): WrittenTest {
  return { name, about: [name, ...suites, ...labels], digest }
}

export function namesOf(tests: WrittenTests): string[] {
  return Object.values(tests).flatMap(({ names }) => names)
}

/** Tests that an item has brought. */
export function freshOf(tests: WrittenTests): WrittenTest[] {
  return Object.values(tests).flatMap(({ fresh }) => fresh)
}

/** Why proposed tests prove nothing, by their text alone: all reasons at once. */
export async function textTroubles(
  files: Judged['files'],
  scenarios: readonly Scenario[],
): Promise<string[]> {
  const found: string[] = []
  const written: Record<string, WrittenFile> = {}
  for (const [path, { before, after }] of files) {
    if (after === undefined) continue
    written[path] = await readWritten(path, after, before)
    const is = await readTestFile(path, after)
    const was = before === undefined ? undefined : await readTestFile(path, before)
    if (is !== undefined) found.push(...hollowTests(path, was, is))
  }
  const isAllRead = Object.values(written).every(({ isReadable }) => isReadable)
  if (!isAllRead) return found
  if (namesOf(written).length === 0)
    return [...found, 'There is no test in what was written as tests.']
  const changed = Object.values(written).flatMap((file) => file.changed)
  const untested = untestedRequirements(scenarios, [...freshOf(written), ...changed])
  return [
    ...found,
    ...untested.map(
      (number) =>
        `No new test names REQ-${number}, which has an automatic scenario; name it in the test's name, as REQ-${number} or req_${number}.`,
    ),
  ]
}
