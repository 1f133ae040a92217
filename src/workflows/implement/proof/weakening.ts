/**
 * Whether a test file proves less than it did: tests or assertions gone, or switched off. All patterns are bounded
 * and stay within their line: a file of blanks or of beginnings takes no longer than any other.
 */
import { testsIn } from './test-names.ts'

const ASSERTION =
  /\b(?:assert|expect|should)\b\s{0,99}[.(!]|^[ \t]*assert\s|\bassert(?:_eq|_ne)?!\s{0,99}\(|\bt\.(?:Error|Fatal|Errorf|Fatalf)\(|\bself\.assert\w+\(|\bpytest\.raises\(|#\[should_panic|\b(?:require|assert)\.\w+\(t\b/gm
/** Assertions that nearly anything satisfies. */
const WEAK =
  /\.(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|not\.toThrow)\(|\bexpect\.any(?:thing)?\(|\bassert\.ok\(|\bassert\(|\bassertTrue\(|\bassert True\b/gm
/** Assertions that everything satisfies: of a constant, or of something and itself. */
const EMPTY =
  /\bassert(?:\.ok)?\(\s{0,99}(?:true|1)\s{0,99}[,)]|\bassert True\b|\bassert\.\w{0,40}[eE]qual\w{0,40}\(\s{0,99}([^\n,]{1,1000}?)\s{0,99},\s{0,99}\1\s{0,99}[,)]|\bexpect\(\s{0,99}(.{1,1000}?)\s{0,99}\)\.to(?:Be|Equal|StrictEqual)\(\s{0,99}\2\s{0,99}\)|\bexpect\(\s{0,99}(?:true|1)\s{0,99}\)\.toBeTruthy\(|\bassert_eq!\(\s{0,99}([^\n,]{1,1000}?)\s{0,99},\s{0,99}\3\s{0,99}\)/gm
/** A test that ends before its end, or swallows what it finds. */
const CUT_SHORT =
  /^[ \t]*(?:if[ \t]{0,9}\(.{0,1000}\)[ \t]{0,9}\{?[ \t]{0,9})?return[ \t]{0,9};?[ \t]{0,9}\}?[ \t]*$|\bcatch\s{0,99}(?:\(\w*\)\s{0,99})?\{\s{0,99}\}|^[ \t]*except.{0,1000}:[ \t]{0,9}pass\b/gm
/** Of tests only: a list may be asked for what is `.only` open, and an item be `{ todo: 'milk' }`. */
const SWITCHED_OFF =
  /\b(?:test|it|describe|suite)(?:\.\w{1,40}){0,5}\.(?:skip|only|todo|skipIf|runIf|fails|failing)\b|\b(?:test|it|describe|suite)(?:\.\w{1,40}){0,5}\(\s{0,99}(['"`]).{0,1000}?\1\s{0,99},\s{0,99}\{[^}]{0,1000}\b(?:skip|todo|only)\s{0,99}:\s{0,99}(?!false\b)|\b(?:t|ctx|context|this)\.(?:skip|todo)\(|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(|@(?:pytest\.mark\.(?:skip|xfail)\w*|unittest\.skip\w*)|\bpytest\.skip\(|#\[ignore|\bt\.Skip\w*\(|\bprocess\.exit\(/gm

export function weakenings(path: string, before: string, after: string | undefined): string[] {
  if (after === undefined) return [`${path}: the test file would be deleted`]
  const was = stripped(before)
  const is = stripped(after)
  const kept = new Set(testNames(is))
  const lost = testNames(was).filter((name) => !kept.has(name))
  const assertions = count(was, ASSERTION) - count(is, ASSERTION)
  const strong = count(was, ASSERTION) - count(was, WEAK) - (count(is, ASSERTION) - count(is, WEAK))
  return [
    ...lost.map((name) => `${path}: the test "${name}" would be removed`),
    ...(assertions > 0 ? [`${path}: ${assertions} of its assertions would be removed`] : []),
    ...(strong > 0 && assertions <= 0
      ? [`${path}: ${strong} of its assertions would check less than they do`]
      : []),
    ...(count(is, SWITCHED_OFF) > count(was, SWITCHED_OFF)
      ? [`${path}: tests would be switched off (skip, only, todo)`]
      : []),
    ...(count(is, CUT_SHORT) > count(was, CUT_SHORT)
      ? [`${path}: tests would end early or swallow what they find`]
      : []),
    ...(count(is, EMPTY) > count(was, EMPTY)
      ? [`${path}: assertions would hold whatever the code does`]
      : []),
  ]
}

/** What would go from a file that may only grow: every line but imports stays, in its order. */
export function lostLines(path: string, before: string, after: string | undefined): string[] {
  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  const rest = lines(after ?? '')
  let at = 0
  const lost = lines(before).find((line) => {
    if (
      line === '' ||
      /^(import\b|from \S+ import\b|use [\w:{]|(?:const|let|var) .*\brequire\()/.test(line)
    )
      return false
    const found = rest.indexOf(line, at)
    at = found + 1
    return found < 0
  })
  return lost === undefined
    ? []
    : [`${path}: the design does not name it, so what is there stays: \`${lost.slice(0, 120)}\``]
}

/** Why new tests prove nothing, whatever becomes of them. */
export function hollowTests(path: string, text: string): string[] {
  const code = stripped(text)
  if (count(code, SWITCHED_OFF) > 0) return [`${path}: tests are switched off (skip, only, todo)`]
  const [empty] = code.match(EMPTY) ?? []
  if (empty !== undefined) return [`${path}: \`${empty.trim()}\` holds whatever the code does`]
  const tests = testsIn(code)
  const hollow = tests.filter(({ index }, at) => {
    const body = code.slice(index, tests[at + 1]?.index)
    return count(body, ASSERTION) === 0
  })
  return hollow.map(({ name }) => `${path}: the test "${name}" has no assertion of its own`)
}

/** The names of a file's tests, as far as its text shows them. */
export function testNames(text: string): string[] {
  return testsIn(stripped(text)).map(({ name }) => name)
}

/** Tests that no code could make pass. */
export function cannotPass(path: string, text: string): string[] {
  const patterns = [
    /\bassert(?:\.ok|\.equal|\.strictEqual)?\(\s{0,99}false\s{0,99}[,)]/,
    /\bassert\.fail\(/,
    /\bexpect\(\s{0,99}true\s{0,99}\)\.(?:toBe|toEqual)\(\s{0,99}false\s{0,99}\)/,
    /\bexpect\(\s{0,99}false\s{0,99}\)\.(?:toBe|toEqual)\(\s{0,99}true\s{0,99}\)|\bexpect\(\s{0,99}false\s{0,99}\)\.toBeTruthy\(/,
    /\bexpect\.(?:fail|unreachable)\(/,
    /\bassert\.(?:equal|strictEqual)\(\s{0,99}(?:\d+\s{0,99},\s{0,99}\d+|true\s{0,99},\s{0,99}false|false\s{0,99},\s{0,99}true)\s{0,99}[,)]/,
    /^[ \t]*assert False\b/m,
    /\bpytest\.fail\(/,
    /\bassert!\(\s{0,99}false\s{0,99}[,)]/,
  ]
  const code = stripped(text)
  const found = patterns
    .map((pattern) => pattern.exec(code)?.[0])
    .find((match) => match !== undefined)
  return found === undefined ? [] : [`${path}: \`${found.trim()}\` fails whatever the code does`]
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

/** Without comments, for what is commented out tests nothing; and without long blanks, which hide nothing then. */
function stripped(text: string): string {
  const shorter = withoutBlocks(text).replace(/\s{50,}/g, (run) =>
    run.includes('\n') ? '\n' : ' ',
  )
  return shorter.replace(/^[ \t]*(?:\/\/|#(?!\[)).*$/gm, '')
}

/** By hand: a pattern would look for the end again at each beginning that has none. */
function withoutBlocks(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('/*', at)
    const to = from === -1 ? -1 : text.indexOf('*/', from + 2)
    if (to === -1) return [...parts, text.slice(at)].join('')
    parts.push(text.slice(at, from))
    at = to + 2
  }
}
