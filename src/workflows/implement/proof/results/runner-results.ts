/**
 * Test commands that also write results which a program can read, to the file that `AGENTOS_RESULT` names. Counts and names
 * are exact then. What such a file says never outweighs an exit code: tests could have written it.
 */
import type { TestCounts } from '../test-output.ts'
import type { Framework, TestTools } from '../test-tools.ts'
import { findRunner, type Place } from './command-words.ts'
import { goText, readGoEvents } from './go-events.ts'
import { readJestJson } from './jest-json.ts'
import { readJunit } from './junit.ts'
import { mochaText, readMochaJson } from './mocha-json.ts'
import { NODE_REPORTER, readNodeEvents } from './node-events.ts'

export interface ResultCommand {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
  /** Undefined if this is no result; that of unittest is what it prints. */
  readonly read?: (result: string) => TestCounts | undefined
  /** What people read, of runners that print it no more. */
  readonly text?: (result: string) => string
}

interface Writing extends Pick<ResultCommand, 'read' | 'text'> {
  /** The word of a command that is the runner, and where flags may stand. */
  readonly runner: RegExp
  readonly place: Place
  /** Undefined where the command has flags of its own that contradict. */
  readonly flags: (words: readonly string[]) => string | undefined
  readonly env?: Readonly<Record<string, string>>
  readonly redirected?: boolean
}

const FILE = '"$AGENTOS_RESULT"'

const WRITING: Readonly<Partial<Record<Framework, Writing>>> = {
  vitest: {
    runner: /(?:^|\/)vitest(?:\.m?js)?$/,
    place: 'end',
    flags: (words) =>
      has(words, /^--outputFile/)
        ? undefined
        : `${has(words, /^--reporter/) ? '' : '--reporter=default '}--reporter=json --outputFile.json=${FILE}`,
    read: readJestJson,
  },
  jest: {
    runner: /(?:^|\/)jest(?:\.js)?$/,
    place: 'end',
    flags: (words) =>
      has(words, /^--(?:json|outputFile)/) ? undefined : `--json --outputFile=${FILE}`,
    read: readJestJson,
  },
  mocha: {
    runner: /(?:^|\/)_?mocha(?:\.js)?$/,
    place: 'end',
    flags: (words) =>
      has(words, /^(?:-O|--reporter-options?)/)
        ? undefined
        : `--reporter json --reporter-option output=${FILE}`,
    read: readMochaJson,
    text: mochaText,
  },
  // Its reporter `junit` leaves out tests that have tests inside, and loses line breaks and quotes of names.
  'node:test': {
    runner: /^--test$/,
    place: 'after',
    flags: (words) =>
      has(words, /^--test-reporter/)
        ? undefined
        : `--test-reporter=spec --test-reporter-destination=stdout --test-reporter="$AGENTOS_REPORTER" --test-reporter-destination=${FILE}`,
    env: { AGENTOS_REPORTER: NODE_REPORTER },
    read: readNodeEvents,
  },
  pytest: {
    runner: /(?:^|\/)(?:pytest|py\.test)$/,
    place: 'end',
    // Only the older form says which file a test is in.
    flags: (words) =>
      has(words, /^--junit-?xml/) ? undefined : `-o junit_family=xunit1 --junit-xml=${FILE}`,
    read: readJunit,
  },
  unittest: { runner: /^unittest$/, place: 'after', flags: () => '-v' },
  go: {
    runner: /^test$/,
    place: 'after',
    flags: (words) => (has(words, /^--?json$/) ? undefined : '-json'),
    redirected: true,
    read: readGoEvents,
    text: goText,
  },
}

function has(words: readonly string[], flag: RegExp): boolean {
  return words.some((word) => flag.test(word))
}

/** Undefined where a runner has no such results, or its command is too intricate to be sure. */
export function withResults(tools: TestTools, command: string): ResultCommand | undefined {
  const writing = WRITING[tools.framework]
  if (writing === undefined) return undefined
  const { runner, place, flags, env = {}, redirected = false, read, text } = writing
  const script = command === tools.all ? tools.script : undefined
  const found = findRunner(script ?? command, runner)
  const added = found === undefined ? undefined : flags(found.words)
  if (found === undefined || added === undefined) return undefined
  const results = { env, ...(read && { read }), ...(text && { text }) }
  if (script === undefined) {
    const [before, inside, after] = found.around(place)
    const target = redirected ? ` > ${FILE}` : ''
    return { ...results, command: `${before} ${added}${inside}${target}${after}` }
  }
  // A package manager adds arguments to the end of a script.
  if (redirected || !found.isLast || (place === 'after' && !found.endsWithFlags)) return undefined
  return { ...results, command: `${command}${/^npm\b/.test(command) ? ' --' : ''} ${added}` }
}
