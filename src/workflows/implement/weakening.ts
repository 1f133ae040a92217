/** Whether a test file proves less than it did: tests or assertions gone, or switched off. */

const TEST =
  /(?:^|[\s;{(])(?:test|it)(?:\.\w+)*\(\s*(['"`])(.+?)\1|^\s*(?:async )?def (test_\w+)|^func (Test\w+)|#\[test\]\s*(?:async )?fn (\w+)/gm
const ASSERTION =
  /\b(?:assert|expect|should)\b\s*[.(!]|^\s*assert\s|\bassert(?:_eq|_ne)?!\s*\(|\bt\.(?:Error|Fatal|Errorf|Fatalf)\(|\bself\.assert\w+\(|\b(?:require|assert)\.\w+\(t\b/gm
/** Assertions that nearly anything satisfies. */
const WEAK =
  /\.(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|not\.toThrow)\(|\bassert\.ok\(|\bassert\(|\bassertTrue\(|\bassert True\b|\bexpect\((?:true|1)\)|\bassert\.(?:equal|strictEqual)\((\w+), \1\)/gm
const SWITCHED_OFF =
  /\.(?:skip|only|todo|skipIf|runIf)\b|\b(?:skip|todo|only):\s*(?:true|['"`])|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(|@(?:pytest\.mark\.(?:skip|xfail)\w*|unittest\.skip\w*)|\bpytest\.skip\(|#\[ignore|\bt\.Skip\w*\(|\bprocess\.exit\(/gm

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
  ]
}

/** The names of a file's tests, as far as its text shows them. */
export function testNames(text: string): string[] {
  return [...text.matchAll(TEST)].map(
    (found) => found.slice(2).find((name) => name !== undefined) ?? '',
  )
}

/** Tests that no code could make pass. */
export function cannotPass(path: string, text: string): string[] {
  const patterns = [
    /\bassert(?:\.ok|\.equal|\.strictEqual)?\(\s*false\s*[,)]/,
    /\bassert\.fail\(/,
    /\bexpect\(\s*true\s*\)\.(?:toBe|toEqual)\(\s*false\s*\)/,
    /\bexpect\(\s*false\s*\)\.(?:toBe|toEqual)\(\s*true\s*\)|\bexpect\(\s*false\s*\)\.toBeTruthy\(/,
    /\bexpect\.(?:fail|unreachable)\(/,
    /\bassert\.(?:equal|strictEqual)\(\s*(?:\d+\s*,\s*\d+|true\s*,\s*false|false\s*,\s*true)\s*[,)]/,
    /^\s*assert False\b/m,
    /\bpytest\.fail\(/,
    /\bassert!\(\s*false\s*[,)]/,
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

/** Without comments: what is commented out tests nothing. */
function stripped(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*(?:\/\/|#(?!\[)).*$/gm, '')
}
