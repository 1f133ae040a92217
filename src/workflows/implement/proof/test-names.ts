/**
 * The names of tests: as the text of a test file gives them, and as a runner prints them. A name is the
 * value of its expression; what only a run knows (a variable, a case's data) stands in it as `${…}`.
 */

/** Parts of a name that only a run knows, as its text and as table tests (`%s`, `$title`) write them. */
const HOLE = /\$\{[^}]*\}|%[a-z#]|\$[\w.#]+/i
/** What runners print before the name of a test: suites, files, modules. */
const OUTER = String.raw`(?:^|[\s/]|::)`
/** pytest prints the case of a parametrized test behind its name. */
const CASE = String.raw`(?:\[.*\])?`

/** Whether a name that a run has printed is that of a test, as its text has it. */
export function matching(written: string): (printed: string) => boolean {
  const [first = '', ...further] = withoutDuration(written)
    .split('\n')
    .map((line) => line.split(new RegExp(HOLE, 'gi')).map(literal).join('.*'))
  // Some runners print the line break, so that the name ends there; TAP has it as an escape.
  const rest = further.reduceRight((tail, line) => String.raw`(?:(?:\\n|\n)${line}${tail})?`, '')
  const pattern = new RegExp(`${OUTER}${first}${rest}${CASE}$`)
  return (printed) => pattern.test(withoutDuration(printed))
}

/** Whether all of a name is known without a run. */
export function isFixed(written: string): boolean {
  return !HOLE.test(written)
}

/** How long it took is printed behind a name, in a form that some names end with themselves. */
export function withoutDuration(name: string): string {
  return name.trim().replace(/(?:\s+[([]?\d+(?:\.\d+)?\s?m?s[)\]]?)+$/, '')
}

/** As a pattern, with any white space for white space. */
function literal(text: string): string {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join(String.raw`(?:\s|\\t)+`)
}
