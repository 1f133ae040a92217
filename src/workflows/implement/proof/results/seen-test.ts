/** Tests as results list them, in the form that all readers of output share. */
import { withoutEscapes } from '../../../../model/text/without-escapes.ts'
import type { TestCounts } from '../test-output.ts'

export interface Seen {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Why it failed, as the runner has it. */
  readonly said?: string
}

/** So many failures are told with their reason. */
const MOST_SAID = 50
const MOST_WORDS = 300

export function counted(seen: readonly Seen[]): TestCounts {
  const failed = seen.filter(({ outcome }) => outcome === 'failed')
  const passing = seen.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)
  const said = failed
    .slice(0, MOST_SAID)
    .map(({ name, said = '' }) => [name, firstLine(said)] as const)
    .filter(([, words]) => words !== '')
  return {
    passed: passing.length,
    failed: failed.length,
    failing: failed.map(({ name }) => name),
    passing,
    ...(said.length === 0 ? {} : { said: Object.fromEntries(said) }),
  }
}

/** A test by its file, its suites and its title. */
export function titled(file: string | undefined, titles: readonly string[]): string {
  return [...(file === undefined || file === '' ? [] : [file]), ...titles].join(' > ')
}

function firstLine(text: string): string {
  const line =
    withoutEscapes(text)
      .split('\n')
      .find((one) => one.trim() !== '') ?? ''
  return line.trim().slice(0, MOST_WORDS)
}
