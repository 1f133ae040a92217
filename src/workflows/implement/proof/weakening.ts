/**
 * Whether tests prove less than they did, and whether new ones prove anything. Both are judged against the file as it
 * was: a test that was there is nobody's to justify, only to keep. A test of the work itself may be renamed if it still
 * checks all that it did, and changed where a finding of a review speaks of it.
 */
import { escapePattern } from '../../../model/text/escape-pattern.ts'
import type { FoundTest, TestFile } from './source/test-file.ts'

const NO_TESTS: TestFile = { tests: [], alone: [] }

/** What of a test file is the work's own, and what is asked of it. */
export interface Own {
  /** As it was before the work began; undefined if it was not there. */
  readonly base: TestFile | undefined
  /** Open findings of a review, as text; empty if there are none. */
  readonly findings: string
}

/** What a change takes from the tests that were there. Without `own`, all of them were there before the work. */
export function weakenings(path: string, before: TestFile, after: TestFile, own?: Own): string[] {
  const { kept, lost, added } = compared(before, after)
  const isOwn = own === undefined ? () => false : ownTests(own.base, before)
  const findings = own?.findings ?? ''
  const isNamed = (words: string) => isNamedIn(findings, words)
  const mayChange = (test: FoundTest) => isOwn(test) && (isNamed(path) || isNamed(test.name))
  const renamed = renamedTests(lost.filter(isOwn), added)
  const removed = lost.filter((test) => !renamed.has(test) && !(isOwn(test) && isNamed(test.name)))
  return [
    ...removed.map(({ name }) => `${path}: the test "${name}" would be removed`),
    ...[...kept, ...renamed]
      .flatMap(([was, is]) =>
        mayChange(was) ? [...hollow(is), ...escaping(was, is)] : weakened(was, is),
      )
      .map((words) => `${path}: ${words}`),
    ...aloneTroubles(path, before, after),
  ]
}

/** As words of their own: a name within a longer one is another, and one ordinary word counts only in quotes. */
function isNamedIn(text: string, words: string): boolean {
  if (words === '') return false
  const isPlain = /^[a-z]+$/i.test(words)
  const [before, after] = isPlain
    ? ['(?<=["\'`“])', '(?=["\'`”])']
    : ['(?<![\\w/.-])', '(?![\\w/-])']
  return new RegExp(`${before}${escapePattern(words)}${after}`).test(text)
}

function ownTests(base: TestFile | undefined, now: TestFile): (test: FoundTest) => boolean {
  const own = new Set(compared(base ?? NO_TESTS, now).added)
  return (test) => own.has(test)
}

/** Lost tests with those that check all that they did, under another name. */
function renamedTests(
  lost: readonly FoundTest[],
  added: readonly FoundTest[],
): Map<FoundTest, FoundTest> {
  const rest = [...added]
  const renamed = new Map<FoundTest, FoundTest>()
  for (const was of lost) {
    const at = rest.findIndex(
      (is) => was.checks.length > 0 && was.checks.every((check) => is.checks.includes(check)),
    )
    const [is] = at < 0 ? [] : rest.splice(at, 1)
    if (is !== undefined) renamed.set(was, is)
  }
  return renamed
}

/** Why new tests prove nothing, whatever becomes of them. */
export function hollowTests(path: string, before: TestFile | undefined, after: TestFile): string[] {
  const { added } = compared(before ?? NO_TESTS, after)
  return [
    ...added.flatMap(hollow).map((words) => `${path}: ${words}`),
    ...aloneTroubles(path, before ?? NO_TESTS, after),
  ]
}

/** The tests of a file that were not there before, and those that were there with another text. */
export function changedTests(before: TestFile | undefined, after: TestFile) {
  const { added, kept } = compared(before ?? NO_TESTS, after)
  const changed = kept.filter(([was, is]) => was.digest !== is.digest).map(([, is]) => is)
  return { added, changed }
}

function weakened(was: FoundTest, is: FoundTest): string[] {
  const test = `the test "${is.name}"`
  if (is.off !== undefined && was.off === undefined)
    return [`${test} would be switched off by \`${is.off}\``]
  const fewer = was.assertions - is.assertions
  const weaker = was.strong - is.strong
  const empty = is.always.find((text) => !was.always.includes(text))
  const why = empty === undefined ? '' : `; \`${empty}\` holds whatever the code does`
  return [
    ...(fewer > 0 ? [`${test} would lose ${fewer} of its ${was.assertions} assertions${why}`] : []),
    ...(fewer <= 0 && weaker > 0
      ? [`${test} would check less: ${weaker} of its assertions would hold for nearly any value`]
      : []),
    ...escaping(was, is),
    ...(is.never !== undefined && was.never === undefined ? [failing(test, is.never)] : []),
  ]
}

function escaping(was: FoundTest, is: FoundTest): string[] {
  return is.escapes > was.escapes
    ? [`the test "${is.name}" would end early or swallow its failures`]
    : []
}

function hollow({ name, off, never, assertions, always }: FoundTest): string[] {
  const test = `the new test "${name}"`
  if (off !== undefined)
    return [
      `${test} is switched off by \`${off}\`; a skip needs a condition, and a new test must run`,
    ]
  if (never !== undefined) return [failing(test, never)]
  if (assertions > 0) return []
  const [empty] = always
  return empty === undefined
    ? [`${test} has no assertion that could fail; let it check a result`]
    : [`${test} checks nothing: \`${empty}\` holds whatever the code does`]
}

function failing(test: string, statement: string): string {
  return `${test} fails whatever the code does: \`${statement}\``
}

/** What keeps other tests from running is in nobody's interest, whichever test it stands at. */
function aloneTroubles(path: string, before: TestFile, after: TestFile): string[] {
  return after.alone
    .filter((text) => !before.alone.includes(text))
    .map((text) => `${path}: \`${text}\` would keep other tests from running`)
}

interface Compared {
  readonly kept: readonly (readonly [was: FoundTest, is: FoundTest])[]
  readonly lost: readonly FoundTest[]
  readonly added: readonly FoundTest[]
}

/** Tests are the same by suite and name, else by name; of several, the first is the first. */
function compared(before: TestFile, after: TestFile): Compared {
  const kept: (readonly [FoundTest, FoundTest])[] = []
  let lost = [...before.tests]
  let added = [...after.tests]
  for (const key of [fullName, ({ name }: FoundTest) => name]) {
    const rest = Map.groupBy(added, key)
    lost = lost.filter((was) => {
      const is = rest.get(key(was))?.shift()
      if (is !== undefined) kept.push([was, is])
      return is === undefined
    })
    added = [...rest.values()].flat()
  }
  return { kept, lost, added }
}

function fullName({ suites, name }: FoundTest): string {
  return [...suites, name].join(' > ')
}

/** How many lost lines are shown. */
const MOST_LOST = 5
/** Statements that may be ordered and wrapped anew when something is added to them. */
const IMPORTS =
  /^(?:import\b[^'"]{0,2000}from\s+['"][^'"\n]+['"]|from \S+ import \([^)]{0,2000}\)|import \([^)]{0,2000}\)|use [^;]{0,2000};|(?:import|from|use) .*|(?:const|let|var) .*\brequire\(.*)/gm

/** What would go from a file that may only grow: every line but imports stays, in its order. */
export function lostLines(path: string, before: string, after: string | undefined): string[] {
  // A list that grows gives its last line a comma.
  const lines = (text: string) =>
    text
      .replace(IMPORTS, '')
      .split('\n')
      .map((line) => line.trim().replace(/[,;]$/, ''))
  const rest = lines(after ?? '')
  let at = 0
  const lost = lines(before).filter((line) => {
    const found = line === '' ? at - 1 : rest.indexOf(line, at)
    if (found >= 0) at = found + 1
    return line !== '' && found < 0
  })
  if (lost.length === 0) return []
  const shown = lost.slice(0, MOST_LOST).map((line) => `\`${line.slice(0, 120)}\``)
  const more = lost.length > shown.length ? ` and ${lost.length - shown.length} more lines` : ''
  return [
    `${path}: the design does not name it, so what is there stays: ${shown.join(', ')}${more}`,
  ]
}
