/** Trying a project's tests in an item's worktree, and what that leaves behind. */
import { matchesGlob } from 'node:path'
import type { CommandOptions, CommandResult } from '../../../authoring/run-context.ts'
import { withoutEscapes } from '../../../model/text/without-escapes.ts'
import { type Build, namedPaths, projectPath, resetTo, setUp } from '../build.ts'
import { commitWork } from '../commits/commit-work.ts'
import { isLockfile } from '../diff/lockfile.ts'
import { excusedBy } from './excused.ts'
import { missingTool } from './loading.ts'
import { newTestFiles } from './new-test-files.ts'
import { hasNoTests, passTroubles, suspects, type Wanted } from './passing.ts'
import type { TestRun } from './red.ts'
import { type ResultCommand, withResults } from './results/runner-results.ts'
import { matching } from './test-names.ts'
import { readTestOutput } from './test-output.ts'
import { isKnownRunner, someTests, type TestTools } from './test-tools.ts'

const MOST_OUTPUT = 12_000
const MOST_READ = 200_000
/** Bytes; a suite of 50,000 tests writes less. */
const MOST_RESULT = 32_000_000
/** Runners say where they have written results: in a folder that is of no interest and differs each time. */
const RESULT_WRITTEN = /^[^\n]*agentos-tmp-\d+-\w+\/result\b[^\n]*\n?/gm
export const MANIFEST =
  /(^|\/)(package\.json|pyproject\.toml|requirements\.txt|Cargo\.toml|go\.mod)$/

/**
 * Runs a shell command of the project's in the worktree, so that the runner also writes results if it can. One that
 * does not know how, such as an old version, is found out before anything else is tried, and run as it is from then on.
 */
export async function tryTests(build: Build, command: string): Promise<TestRun> {
  const { tools, proof, run } = build
  const isKnown = tools !== undefined && proof.baseline?.isExact !== false
  const results = isKnown ? withResults(tools, command) : undefined
  if (results === undefined) return tryOnce(build, command)
  const exact = await tryOnce(build, command, results)
  const isSettled = exact.counts !== null && results.read === undefined
  if (exact.isExact || isSettled || exact.timedOut || proof.baseline !== undefined) return exact
  if (missingTool(exact) !== undefined || hasNoTests(exact)) return exact
  run.log(
    `no results were written by ${results.command}; what \`${command}\` prints is read instead`,
  )
  return { ...(await tryOnce(build, command)), isExact: false }
}

/**
 * Where Python finds the worktree's packages: before those that are installed, which may be a link to the repository
 * (`pip install -e .`) and so to other files than the worktree's.
 */
function pythonPath({ worktree, existing }: Build): { readonly PYTHONPATH?: string } {
  // A package in it says that it is such a folder; modules of its own there may have the names of Python's.
  const isPackage = existing.includes('src/__init__.py')
  if (isPackage || !existing.some((path) => /^src\/[^/]+\/__init__\.py$/.test(path))) return {}
  const { PYTHONPATH } = process.env
  return { PYTHONPATH: [`${worktree.root}/src`, ...(PYTHONPATH ? [PYTHONPATH] : [])].join(':') }
}

/** Runs a shell command as tests are run: with the project's programs, bounded in time, as in CI. */
export function projectCommand(
  build: Build,
  command: string,
  options: Pick<CommandOptions, 'env' | 'resultFile' | 'printResult'> = {},
): Promise<CommandResult> {
  const { worktree, settings } = build
  return worktree.command('/bin/sh', ['-c', command], {
    ...options,
    allowFailure: true,
    timeoutMs: settings.commandTimeout,
    capture: MOST_READ,
    env: {
      ...options.env,
      PATH: projectPath(build),
      ...pythonPath(build),
      CI: '1',
      NODE_TEST_CONTEXT: undefined, // a test runner that we run in is none of theirs
    },
  })
}

async function tryOnce(build: Build, command: string, results?: ResultCommand): Promise<TestRun> {
  const { worktree, tools } = build
  const before = new Set(await worktree.files())
  const relative = (text: string) => text.replaceAll(`${worktree.root}/`, '')
  const textOf = (written: string) => results?.text?.(relative(written))
  const printResult = (written: string) => lastLines(textOf(written) ?? '')
  const result = await projectCommand(build, results?.command ?? command, {
    ...(results?.read === undefined ? {} : { resultFile: MOST_RESULT, printResult }),
    ...(results === undefined ? {} : { env: results.env }),
  })
  const isCut = result.output.length >= MOST_READ
  const written = result.result === undefined ? undefined : relative(result.result)
  const exact = written === undefined ? undefined : results?.read?.(written)
  const shown = written === undefined ? undefined : textOf(written)
  const printed = relative(withoutEscapes(result.output)).replace(RESULT_WRITTEN, '')
  const output = `${printed}${withoutEscapes(shown ?? '')}`
  const read = exact ?? readTestOutput(tools?.framework ?? 'own', output)
  const counts =
    read === undefined ? null : { ...read, ...(isCut && exact === undefined ? { isCut } : {}) }
  const { exitCode, timedOut } = result
  // A known runner that says nothing of its tests was ended by something.
  const isUnknown = counts === null && !isKnownRunner(command, tools) && exitCode !== null
  const isByExitCode = isUnknown && build.settings.judgeBy === 'exit-code'
  const left = (await worktree.files()).filter((path) => !before.has(path))
  return {
    command,
    exitCode,
    timedOut,
    output: output.slice(-MOST_OUTPUT),
    counts,
    ...(exact === undefined ? {} : { isExact: true }),
    ...(isByExitCode ? { isByExitCode } : {}),
    left,
  }
}

function lastLines(text: string): string {
  return text === '' ? '' : `${text.slice(-MOST_OUTPUT)}\n`
}

interface Tried {
  readonly own: TestRun | null
  readonly suite: TestRun | null
  /** Why it is not green; nothing if it is. */
  readonly troubles: readonly string[]
  /** Tests that failed and passed on the same files. */
  readonly flaky: readonly string[]
  readonly commit: string
  /** All that tests have left so far. */
  readonly left: readonly string[]
}

/** The new tests, then the whole suite, on what is committed and nothing else. */
export async function tryAll(
  first: Build,
  tools: TestTools,
  wanted: { readonly own: Wanted; readonly whole: Wanted },
): Promise<Tried> {
  let build = first
  await resetTo(build, build.commit)
  if (await hasNewManifest(build)) build = await setUpAgain(build)
  const own = await tryOwn(build, tools)
  const left = [...build.proof.left, ...(own?.left ?? [])]
  const ownTroubles = own === null ? [] : passTroubles(own, tools.framework, wanted.own)
  if (ownTroubles.length > 0)
    return { own, suite: null, troubles: ownTroubles, flaky: [], commit: build.commit, left }
  await resetTo(build, build.commit)
  let tried = await trySuite(build, tools, wanted.whole)
  left.push(...(tried.suite.left ?? []))
  if (tried.troubles.length === 0) {
    build = await commitMade(build)
    // What passes only beside what an earlier run has left does not pass.
    if (await clearStray(build, left)) {
      tried = await trySuite(build, tools, wanted.whole)
      await clearStray(build, left)
    }
  }
  return { own, ...tried, commit: build.commit, left }
}

async function tryOwn(build: Build, tools: TestTools): Promise<TestRun | null> {
  if (build.design.proof !== 'red-green') return null
  const paths = Object.keys(await newTestFiles(build))
  return paths.length === 0 ? null : tryTests(build, someTests(tools, paths))
}

/** Once more, if tests fail that passed before: they may do so at random. */
async function trySuite(build: Build, tools: TestTools, wanted: Wanted) {
  const suite = await tryTests(build, tools.all)
  const troubles = passTroubles(suite, tools.framework, wanted)
  if (troubles.length === 0 || suspects(suite, wanted).length === 0)
    return { suite, troubles, flaky: [] }
  const again = await tryTests(build, tools.all)
  const { flaky } = excusedBy(suite, again)
  const isNew = wanted.written.map(matching)
  const fresh = flaky.filter((name) => isNew.some((isIt) => isIt(name)))
  const old = flaky.filter((name) => !fresh.includes(name))
  const excused = { ...wanted, excused: [...wanted.excused, ...old] }
  const before = wanted.before.filter((name) => !old.includes(name))
  return {
    suite: again,
    troubles: [
      ...fresh.map((name) => `the new test "${name}" fails and passes on the same code`),
      ...passTroubles(again, tools.framework, { ...excused, before }),
    ],
    flaky: old,
  }
}

/** What the project needs has changed, so it must be set up again. */
async function hasNewManifest({ worktree, base }: Build): Promise<boolean> {
  const changed = await worktree.changesSince(base)
  return changed.some(({ path }) => MANIFEST.test(path))
}

/**
 * Sets the project up for a manifest that the work has changed. What that changes of lockfiles and the like
 * belongs to it, by the config's globs; whatever else a command changes does not.
 */
async function setUpAgain(build: Build): Promise<Build> {
  const { worktree, settings } = build
  await setUp(build)
  const made = (await worktree.changesSince(build.commit)).filter(({ path }) =>
    settings.allowedPaths.some((glob) => matchesGlob(path, glob)),
  )
  const paths = made.map(({ path }) => path)
  const commit =
    paths.length > 0 ? await commitWork(build, { kind: 'set-up', paths }) : build.commit
  await resetTo(build, commit)
  return { ...build, commit }
}

/** Snapshots and the like that the design names and tests have written; never a lockfile. */
async function commitMade(build: Build): Promise<Build> {
  const { worktree, settings } = build
  const named = namedPaths(build)
  const paths = (await worktree.changesSince(build.commit))
    .map(({ path }) => path)
    .filter((path) => named.includes(path) && !isLockfile(path))
    .filter((path) => settings.allowedPaths.some((glob) => matchesGlob(path, glob)))
  if (paths.length === 0) return build
  return { ...build, commit: await commitWork(build, { kind: 'made by tests', paths }) }
}

/**
 * Takes away what tests have changed or left that no commit has, and says whether there was any: a
 * branch must pass without it. What somebody else has put there stays.
 */
export async function clearStray(
  { worktree, run, commit }: Build,
  left: readonly string[],
): Promise<boolean> {
  const changed = await worktree.changesSince(commit)
  const stray = changed
    .filter(({ path, change }) => change !== 'added' || left.includes(path))
    .map(({ path }) => path)
  if (stray.length === 0) return false
  const { kept } = await worktree.goTo(commit, (path) => stray.includes(path))
  run.log(`what tests have left is kept as ${kept.join(', ')}: ${stray.slice(0, 5).join(', ')}`)
  return true
}
