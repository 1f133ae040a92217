/** Which tests failed and what each said first: the reason that people see when code does not become green. */
import { withoutEscapes } from '../../../model/text/without-escapes.ts'
import { type Excused, NOTHING_EXCUSED } from './excused.ts'
import type { TestRun } from './red.ts'

const MOST_TESTS = 5
const MOST_WORDS = 200
/** So many lines behind its name a test says what went wrong. */
const NEAR = 15
const COMPLAINT = /error|exception|assert|expect|panicked|:\d+: /i

/** By name, each with the first line of its failure; without names, why the run does not count. */
export function failingTests(
  { counts, output }: Pick<TestRun, 'counts' | 'output'>,
  troubles: readonly string[],
  excused: Excused = NOTHING_EXCUSED,
): string[] {
  const known = new Set([...excused.red, ...excused.flaky])
  const names = (counts?.failing ?? []).filter((name) => !known.has(name))
  if (names.length === 0) return [...troubles]
  const lines = withoutEscapes(output).split('\n').map(plain)
  const told = names.slice(0, MOST_TESTS).map((name) => {
    const complaint = counts?.said?.[name]?.slice(0, MOST_WORDS) ?? complaintOf(lines, name)
    return complaint === undefined ? name : `${name}: ${complaint}`
  })
  const more = names.length - told.length
  return more === 0 ? told : [...told, `and ${more} more`]
}

function complaintOf(lines: readonly string[], name: string): string | undefined {
  const at = lines.findLastIndex((line) => line.includes(name))
  if (at < 0) return undefined
  const [, beside] = (lines[at] ?? '').split(`${name} - `)
  const found =
    beside ??
    lines.slice(at + 1, at + 1 + NEAR).find((line) => COMPLAINT.test(line) && !/\|-?$/.test(line))
  return found?.trim().slice(0, MOST_WORDS)
}

/** Without the escapes of TAP, so that names are found. */
function plain(line: string): string {
  return line.replace(/\\([\\#])/g, '$1')
}
