/**
 * Tests that came, or were changed, after the first ones had been seen red: in a revision or a repair. Each is seen without
 * the code, too. What that does not show is said: to the reviewer, and in the report.
 */
import type { Worktree } from '../../../authoring/worktree.ts'
import { type Build, namedPaths, type Proof, resetTo } from '../build.ts'
import { isLockfile } from '../diff/lockfile.ts'
import { isTestPath } from '../edits/scope.ts'
import { committedTestFiles } from './new-test-files.ts'
import { type Before, beforeCode, passesAlready, redWords, type TestRun } from './red.ts'
import { requireTools, someTests } from './test-tools.ts'
import { tryTests } from './trying.ts'
import { freshOf, type WrittenTests } from './written-tests.ts'

export interface LateTest {
  readonly path: string
  readonly name: string
  readonly digest: string
  /** What a run without the code has shown of it. */
  readonly before: Before
}

/** With the tests as they are committed now. */
export async function withWrittenTests(build: Build): Promise<Build> {
  const { worktree, base, commit, proof } = build
  if (proof.red === undefined) return build
  const tests = await committedTestFiles(build, await worktree.changesBetween(base, commit))
  return { ...build, proof: { ...proof, tests } }
}

/** Runs late tests without the code. `troubles`: tests that failed without it, and pass since they were changed. */
export async function proveLate(first: Build): Promise<{
  readonly build: Build
  readonly troubles: readonly string[]
  readonly ran?: TestRun
}> {
  const build = await withWrittenTests(first)
  const { run, proof, design } = build
  const tests = lateTests(proof)
  if (freshOf(tests).length === 0) return { build, troubles: [] }
  const ran = await run.step('red', () => runWithoutCode(build, Object.keys(tests)))
  const judged = { tests, named: namedPaths(build), scenarios: design.scenarios }
  const late = Object.entries(tests).flatMap(([path, { fresh }]) =>
    fresh.map(({ name, digest }) => ({
      path,
      name,
      digest,
      before: beforeCode(ran, judged, name),
    })),
  )
  run.log(`without the code: ${lateWords(late)}`)
  const left = [...proof.left, ...(ran.left ?? [])]
  const next = { ...build, proof: { ...proof, left, late: [...proof.late, ...late] } }
  const troubles = late
    .filter((test) => test.before === PASSES && wasRed(proof, test))
    .map(({ name }) => passesAlready(name))
  return { build: next, troubles, ran }
}

const PASSES: Before = 'passes'

/** Those that no run without the code has had as they are now. */
function lateTests({ tests, redTests, late }: Proof): WrittenTests {
  const seen = new Set([...freshOf(redTests), ...late].map(({ digest }) => digest))
  const files = Object.entries(tests).map(([path, file]) => {
    const fresh = file.fresh.filter(({ digest }) => !seen.has(digest))
    return [path, { ...file, fresh }] as const
  })
  return Object.fromEntries(files.filter(([, { fresh }]) => fresh.length > 0))
}

/** Under the same name, it failed without the code before. */
function wasRed({ redTests, late }: Proof, { path, name }: LateTest): boolean {
  const known = late.findLast((test) => test.path === path && test.name === name)
  if (known !== undefined) return known.before === 'fails' || known.before === 'cannot run'
  return redTests[path]?.fresh.some((test) => test.name === name) ?? false
}

/** The tests as they are, and whatever else this work has changed as it was. */
async function runWithoutCode(build: Build, paths: readonly string[]): Promise<TestRun> {
  const { worktree, base, commit, settings, written, design } = build
  await resetTo(build, commit)
  const deleted = design.files.filter(({ change }) => change === 'Delete').map(({ path }) => path)
  const changed = (await worktree.changesBetween(base, commit))
    .map(({ path }) => path)
    .filter((path) => !isTestPath(path, settings.testPaths) && !isLockfile(path))
    .filter((path) => written.has(path) || deleted.includes(path))
  await putAll(worktree, changed, base)
  try {
    return await tryTests(build, someTests(requireTools(build), paths))
  } finally {
    await putAll(worktree, changed, commit)
  }
}

async function putAll(worktree: Worktree, paths: readonly string[], commit: string): Promise<void> {
  for (const path of paths) {
    const text = await worktree.readAt(commit, path)
    if (text === undefined) await worktree.remove(path)
    else await worktree.write(path, text)
  }
}

/** What runs without the code have shown of the tests as they are now. */
export function beforeWords(proof: Proof): string {
  const { red, redTests, tests } = proof
  if (red === undefined) return ''
  const now = new Set(freshOf(tests).map(({ digest }) => digest))
  const files = Object.entries(redTests).map(([path, file]) => {
    return [path, { ...file, fresh: file.fresh.filter(({ digest }) => now.has(digest)) }] as const
  })
  const first = Object.fromEntries(files)
  const isGone = freshOf(first).length === 0 && freshOf(redTests).length > 0
  const late = lateNow(proof)
  return [
    ...(isGone ? [] : [redWords(red, first)]),
    ...(late.length === 0 ? [] : [`of later rounds ${lateWords(late)}`]),
  ].join('; ')
}

/** New tests that nothing has shown to need the code. */
export function unproven(proof: Proof): LateTest[] {
  return lateNow(proof).filter(({ before }) => before === PASSES || before === 'unknown')
}

export function unprovenWords({ name, before }: LateTest): string {
  const why =
    before === PASSES ? 'it passes without the code, too' : 'without the code it did not run'
  return `The test "${name}" of a later round proves nothing of the code: ${why}`
}

function lateNow({ tests, late }: Proof): LateTest[] {
  const latest = new Map(late.map((test) => [test.digest, test]))
  return freshOf(tests).flatMap(({ digest }) => latest.get(digest) ?? [])
}

function lateWords(late: readonly LateTest[]): string {
  const count = (before: Before) => late.filter((test) => test.before === before).length
  const kinds: readonly [Before, string][] = [
    ['fails', 'fail'],
    ['cannot run', 'cannot run before the code is there'],
    ['stays', 'pass, for what they test stays'],
    [PASSES, 'pass although they should not'],
    ['unknown', 'did not run'],
  ]
  const shown = kinds.filter(([before]) => count(before) > 0)
  const all = `${late.length} new ${late.length === 1 ? 'test' : 'tests'}`
  return [all, ...shown.map(([before, words]) => `${count(before)} ${words}`)].join(', ')
}
