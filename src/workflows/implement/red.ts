/** Whether new tests fail for the right reason: what they test is not there yet. */

import { matching } from './passing.ts'
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

const SYNTAX =
  /\b(SyntaxError|ParseError|IndentationError|Unexpected token|ERR_INVALID_TYPESCRIPT_SYNTAX)\b|Transform failed|^error: expected/m
const NO_TOOL =
  /command not found|: not found$|No module named pytest|ERR_UNKNOWN_FILE_EXTENSION|No such file or directory.*(node|python|cargo|go)\b/m
const MISSING_MODULE =
  /Cannot find (?:module|package) '([^']+)'|Failed to resolve import "([^"]+)"|Cannot find module '([^']+)' from|ModuleNotFoundError: No module named '([^']+)'/g

export function redTroubles(
  run: TestRun,
  written: {
    readonly tests: Readonly<Record<string, string>>
    readonly named: readonly string[]
    /** Requirements that a test must name. */
    readonly requirements: readonly number[]
  },
): string[] {
  const texts = Object.entries(written.tests)
  const named = texts.flatMap(([, text]) => testNames(text))
  if (named.length === 0) return ['There is no test in what was written as tests.']
  const untested = written.requirements.filter((number) => {
    const pattern = new RegExp(`REQ[-_ ]?${number}(?!\\d)`, 'i')
    return !named.some((name) => pattern.test(name))
  })
  if (untested.length > 0)
    return untested.map((number) => `No test names REQ-${number}, which has an automatic scenario.`)
  const wrong = texts.flatMap(([path, text]) => [
    ...cannotPass(path, text),
    ...hollowTests(path, text),
  ])
  if (wrong.length > 0) return wrong
  if (run.timedOut) return ['The new tests did not end in time.']
  if (run.exitCode === 127 || NO_TOOL.test(run.output))
    return [`The tests cannot be run: ${firstLine(run.output, NO_TOOL)}`]
  if (SYNTAX.test(run.output))
    return [`The tests fail because of a syntax error: ${firstLine(run.output, SYNTAX)}`]
  const foreign = missingModules(run.output).filter((name) => !isPromised(name, written.named))
  if (foreign.length > 0)
    return foreign.map((name) => `The tests import ${name}, which no file of the design provides.`)
  if (run.exitCode === 0)
    return ['The new tests pass already, before any code is written: they prove nothing.']
  if (run.counts === null) return []
  if (run.counts.passed + run.counts.failed === 0) return ['No test was run.']
  const passing = run.counts.passing.filter((name) => named.some((test) => matching(test)(name)))
  return passing.map(
    (name) => `The test "${name}" passes already, before any code is written: it proves nothing.`,
  )
}

/** What a red run has shown, for people. */
export function redWords({ counts, exitCode }: TestRun, tests: Readonly<Record<string, string>>) {
  const count = Object.values(tests).flatMap(testNames).length
  const words = `${count} new ${count === 1 ? 'test' : 'tests'}`
  if (counts === null) return `${words}, exit code ${exitCode}`
  const isUnloaded = counts.failing.every((name) => Object.keys(tests).includes(name))
  if (isUnloaded) return `${words}, none of which can run before what they import is there`
  return `${words}, ${counts.failed} of ${counts.passed + counts.failed} that were run fail`
}

function missingModules(output: string): string[] {
  const found = [...output.matchAll(MISSING_MODULE)].map(
    (match) => match.slice(1).find((name) => name !== undefined) ?? '',
  )
  return [...new Set(found)]
}

/** A module of the design that is yet to be written, or a package that it is in, however spelled. */
function isPromised(module: string, named: readonly string[]): boolean {
  const bare = module.replace(/^(\.\.?\/)+/, '').replace(/\.[cm]?[jt]sx?$/, '')
  const plain = bare.includes('/') ? bare : bare.replaceAll('.', '/')
  return named.some((path) => {
    const stem = `/${path.replace(/\.\w+$/, '').replace(/\/(index|__init__|mod)$/, '')}`
    return `/${bare}`.endsWith(stem) || `${stem}/`.includes(`/${plain}/`)
  })
}

function firstLine(output: string, pattern: RegExp): string {
  const line = output.split('\n').find((text) => pattern.test(text)) ?? output.slice(-200)
  return line.trim().slice(0, 200)
}
