/** What a test runner's output says: how many tests passed and failed, and which. */
import { withoutEscapes } from '../../../model/text/without-escapes.ts'
import { withoutDuration } from './test-names.ts'
import type { Framework } from './test-tools.ts'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  /** Names of tests, or of files that could not even be loaded. */
  readonly failing: readonly string[]
  readonly passing: readonly string[]
  /** Files that node:test counted as one test each: none of their own ran, for they have none or ended early. */
  readonly asOne?: readonly string[]
  /** What failing tests said first, by their names, as far as results have it. */
  readonly said?: Readonly<Record<string, string>>
  /** Only the end of what was printed was read, so names are missing. */
  readonly isCut?: boolean
}

type Reader = (text: string) => TestCounts | undefined

const READERS: Readonly<Record<Exclude<Framework, 'own'>, Reader>> = {
  'node:test': nodeTest,
  vitest: (text) =>
    summed(text, /^[ \t]*Tests[ \t]+(.*)$/gm, {
      failing: /^[ \t]*FAIL[ \t]+(.+?)(?: \[ .* \])?$/gm,
      unloaded: /^[ \t]*FAIL[ \t]+(.+?) \[ .* \]$/gm,
      passing: /^[ \t]*✓[ \t]+(?!.* \(\d+ tests?\b)(.+)$/gm,
    }),
  jest: (text) =>
    summed(text, /^Tests:[ \t]+(.*)$/gm, {
      failing: /^[ \t]*[✕×][ \t]+(.+)$|^[ \t]*● (.+)$/gm,
      unloaded: /^[ \t]*● (Test suite failed to run.*)$/gm,
      passing: /^[ \t]*[✓√][ \t]+(.+)$/gm,
    }),
  mocha: (text) =>
    summed(text, /^ {2}(\d+ (?:passing|failing)\b.*)$/gm, {
      failing: /^ {3,}\d+\) (.+?):?$/gm,
      passing: /^[ \t]*[✔✓√] (.+)$/gm,
    }),
  jasmine,
  bun: (text) =>
    summed(text, /^ (\d+ (?:pass|fail|errors?))$/gm, {
      failing: /^\(fail\) (.+)$/gm,
      passing: /^\(pass\) (.+)$/gm,
    }),
  pytest: (text) =>
    summed(text, /^=*[ \t]*((?:\d+ \w+,? ?)+|no tests ran) in [\d.]+s.*$/gm, {
      failing: /^(?:FAILED|ERROR) (\S+::.*?\]|\S+)(?: - .*)?$/gm,
      passing: /^PASSED (.+)$|^(\S+::.+?) PASSED\b/gm,
    }),
  unittest,
  // Documentation is tested by file and line, and some names have a note behind them.
  cargo: (text) =>
    summed(text, /^test result: \w+\. (.*)$/gm, {
      failing: /^test (\S+(?: - .*\(line \d+\))?)(?: - [a-z ]+)? \.\.\. FAILED$/gm,
      passing: /^test (\S+(?: - .*\(line \d+\))?)(?: - [a-z ]+)? \.\.\. ok$/gm,
    }),
  go: (text) => listed(text, /^[ \t]*--- FAIL: (\S+)/gm, /^[ \t]*--- PASS: (\S+)/gm),
}

/** Undefined when the output says nothing that can be counted. */
export function readTestOutput(framework: Framework, output: string): TestCounts | undefined {
  const text = withoutEscapes(output)
  if (framework !== 'own') return READERS[framework](text)
  // Somebody else's command may well end in a runner that is known, or print what all can read.
  for (const read of [...Object.values(READERS), tap]) {
    const counts = read(text)
    if (counts !== undefined) return counts
  }
  return undefined
}

/** Both of its reporters: `# pass 2` and `not ok 1 - name`, or `ℹ pass 2` and `✖ name (1ms)`. */
function nodeTest(text: string): TestCounts | undefined {
  const count = (word: string) => {
    const found = [...text.matchAll(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, 'gm'))]
    return found.length === 0 ? undefined : Number(found.at(-1)?.[1])
  }
  const passed = count('pass')
  const failed = count('fail')
  if (passed === undefined || failed === undefined) return undefined
  const [body = text] = text.split(/^✖ failing tests:$/m)
  const { ok, notOk } = tapNames(body, /^[ \t]*(not )?ok \d+ - (.+)$/gm)
  return {
    passed,
    failed: failed + (count('cancelled') ?? 0),
    failing: [...notOk, ...names(body, /^[ \t]*✖ (.+)$/gm)],
    passing: [...ok, ...names(body, /^[ \t]*✔ (.+)$/gm)],
    asOne: names(body, AS_ONE),
  }
}

/** Anywhere in a line: the file may have printed the beginning of one. */
const AS_ONE = /(?:✔|\bok \d+ -) ([^\n✔]{1,300}?\.[cm]?[jt]sx?)(?= \([\d.]+ms\)|$)/gm

/** The Test Anything Protocol, complete only with its plan and as many results as that says. */
function tap(text: string): TestCounts | undefined {
  const plans = [...text.matchAll(/^1\.\.(\d+)/gm)]
  const results = [...text.matchAll(/^(?:not )?ok\b/gm)]
  if (plans.length !== 1 || Number(plans[0]?.[1]) !== results.length) return undefined
  const { ok, notOk } = tapNames(text, /^(not )?ok\b(?: \d+)?(?: -)? ?(.*)$/gm)
  return { passed: ok.length, failed: notOk.length, failing: notOk, passing: ok }
}

/** By result; what was skipped is neither. In a name, `\` and `#` are escaped. */
function tapNames(text: string, line: RegExp): { ok: string[]; notOk: string[] } {
  const found = [...text.matchAll(line)]
    .map(([, not, name = '']) => ({ not, name: name.split(/(?<!\\) # (?:SKIP|TODO)\b/i) }))
    .filter(({ name }) => name.length === 1)
    .map(({ not, name }) => ({
      not,
      name: withoutDuration(name.join().replace(/\\([\\#])/g, '$1')),
    }))
  const of = (isOk: boolean) =>
    found.filter(({ not }) => (not === undefined) === isOk).map(({ name }) => name)
  return { ok: of(true), notOk: of(false) }
}

/** It names only what fails. */
function jasmine(text: string): TestCounts | undefined {
  const found = [...text.matchAll(/^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?/gm)]
  const [, specs, failures, pending] = found.at(-1) ?? []
  if (specs === undefined || failures === undefined) return undefined
  const [, listing = ''] = text.split(/^Failures:$/m)
  const failing = names(listing, /^\d+\) (.+)$/gm)
  const failed = Math.max(Number(failures), failing.length)
  return { passed: Number(specs) - failed - Number(pending ?? 0), failed, failing, passing: [] }
}

/** It says how many tests ran, and how many of them did not pass; their names are those of modules and classes. */
function unittest(text: string): TestCounts | undefined {
  const ran = sumOf(text, /^Ran (\d+) tests? in /gm)
  if (ran === undefined) return undefined
  const notRun = sumOf(text, /\b(?:skipped|expected failures)=(\d+)/g) ?? 0
  const failing = [...text.matchAll(UNITTEST_FAILURE)].map(([, name = '', where = '', of = '']) =>
    unittestName(name, where, of),
  )
  const failed = [...text.matchAll(UNITTEST_FAILURE)]
    .map(([, name = '', where = '']) => unittestName(name, where, ''))
    .filter((name) => !/(?:^|::)(?:setUp|tearDown)(?:Class|Module)$/.test(name))
  const passing = [...text.matchAll(UNITTEST_OK)].map(([, name = '', where = '']) =>
    unittestName(name, where, ''),
  )
  const passed = Math.max(0, ran - new Set(failed).size - notRun)
  return { passed, failed: failing.length, failing, passing }
}

const UNITTEST_FAILURE =
  /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\w+) \(([\w.<>]+)\)(?: [([](.*)[)\]])?$/gm
/** In a line of its own, or behind the first line of its documentation. */
const UNITTEST_OK = /^(\w+) \(([\w.<>]+)\)(?:\n[^\n]*?)? \.\.\. ok$/gm

/** Newer versions repeat the name behind the class. A module that cannot be loaded has its name alone. */
function unittestName(name: string, where: string, of: string): string {
  if (where.startsWith('unittest.loader._FailedTest')) return name
  const owner = where.endsWith(`.${name}`) ? where.slice(0, -name.length - 1) : where
  return `${owner}::${name}${of === '' ? '' : `[${of}]`}`
}

function sumOf(text: string, pattern: RegExp): number | undefined {
  const found = [...text.matchAll(pattern)].map(([, number]) => Number(number))
  return found.length === 0 ? undefined : found.reduce((all, number) => all + number, 0)
}

function summed(
  text: string,
  line: RegExp,
  patterns: {
    readonly failing: RegExp
    readonly passing: RegExp
    /** Files that could not be loaded, of runners that do not count these as tests. */
    readonly unloaded?: RegExp
  },
): TestCounts | undefined {
  const lines = [...text.matchAll(line)].map(([, words = '']) => words)
  if (lines.length === 0) return undefined
  const sum = (words: RegExp) =>
    lines.reduce((total, one) => {
      const counts = [...one.matchAll(words)].map(([, number]) => Number(number))
      return total + counts.reduce((all, number) => all + number, 0)
    }, 0)
  const { unloaded = /(?!)/g } = patterns
  const failed = sum(/(\d+) (?:fail(?:ed|ing)?|errors?)\b/g)
  const failing = [...new Set(names(text, failed === 0 ? unloaded : patterns.failing))]
  return {
    passed: sum(/(\d+) pass(?:ed|ing)?\b/g),
    failed: failed === 0 ? failing.length : failed,
    failing,
    passing: names(text, patterns.passing),
  }
}

function listed(text: string, fail: RegExp, pass: RegExp): TestCounts | undefined {
  const failing = names(text, fail)
  const passing = names(text, pass)
  const failedBuilds = names(text, /^FAIL[ \t]+(\S+) \[build failed\]$/gm)
  if (failing.length + passing.length + failedBuilds.length === 0) return undefined
  const all = [...failing, ...failedBuilds]
  return { passed: passing.length, failed: all.length, failing: all, passing }
}

function names(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first, second]) =>
    withoutDuration(first ?? second ?? ''),
  )
}
