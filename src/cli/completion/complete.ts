/**
 * What could stand at the end of a command line that is being typed. Knows only declarations and names
 * that runs have left; loads neither commander nor a config: completion must be fast.
 */
import { type KnownNames, knownNames } from './known-names.ts'
import { type Outline, outlineProgram } from './outline.ts'

/** What a shell would take for more than a word is not offered. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** The answer to `agentos __complete -- <words>`: a candidate on each line. */
export function completionText(argv: readonly string[], workingDirectory: string): string {
  const words = argv[0] === '--' ? argv.slice(1) : argv
  const found = complete(words, () => knownNames(workingDirectory))
  return found.map((word) => `${word}\n`).join('')
}

export function complete(words: readonly string[], names: () => KnownNames): string[] {
  const { typed, before, prefix } = lastWord(words)
  const place = placeOf(outlineProgram(), before)
  const candidates = candidatesAt(place, typed, names)
  return [...new Set(candidates)]
    .filter((word) => word.startsWith(typed) && PLAIN.test(word))
    .map((word) => prefix + word)
}

/** `--gates=dr` is one word to some shells, and three to bash, which replaces only the last. */
function lastWord(words: readonly string[]): { typed: string; before: string[]; prefix: string } {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (typed === '=') return { typed: '', before, prefix: '' }
  if (before.at(-1) === '=') return { typed, before: before.slice(0, -1), prefix: '' }
  const [, flag, value] = /^(--[\w-]+)=(.*)$/.exec(typed) ?? []
  if (flag === undefined || value === undefined) return { typed, before, prefix: '' }
  return { typed: value, before: [...before, flag], prefix: `${flag}=` }
}

interface Place {
  readonly command: Outline
  /** Flags that were given already, in full. */
  readonly given: ReadonlySet<string>
  /** How many arguments were given. */
  readonly operands: number
  /** What the flag before wants: `<file>`, `[n]`. */
  readonly value: { readonly flag: string; readonly wants: string } | undefined
  /** Behind `--` everything is an argument. */
  readonly isPlain: boolean
}

function placeOf(program: Outline, before: readonly string[]): Place {
  let command = program
  let operands = 0
  let value: Place['value']
  let isPlain = false
  const given = new Set<string>()
  for (const word of before) {
    if (value?.wants.startsWith('<')) {
      value = undefined
      continue
    }
    value = undefined
    const below = operands === 0 ? command.commands.find(({ name }) => name === word) : undefined
    if (isPlain || (below === undefined && !word.startsWith('-'))) operands += 1
    else if (word === '--') isPlain = true
    else if (below !== undefined) command = below
    else {
      given.add(word)
      value = wishOf(command, word)
    }
  }
  return { command, given, operands, value, isPlain }
}

function wishOf(command: Outline, word: string): Place['value'] {
  const declared = command.flags.find((flags) => flags.split(/[ ,]+/).includes(word))
  const wants = declared === undefined ? undefined : /[<[].*$/.exec(declared)?.[0]
  return wants === undefined ? undefined : { flag: word, wants }
}

function candidatesAt(place: Place, typed: string, names: () => KnownNames): string[] {
  const { command, value, operands, isPlain, given } = place
  if (value?.flag === '--workflow') return [...names().workflows]
  if (value !== undefined) {
    const choices = choicesOf(value.wants)
    if (choices.length > 0 || value.wants.startsWith('<')) return choices
  }
  if (typed.startsWith('-') && !isPlain)
    return command.flags.map(longFlag).filter((flag) => flag === '--set' || !given.has(flag))
  const below = command.commands.map(({ name }) => name)
  const wanted = command.arguments[operands] ?? command.arguments.findLast(isMany)
  const own = wanted === undefined ? [] : argumentCandidates(command, wanted, { typed, names })
  return operands === 0 ? [...below, ...own] : own
}

function argumentCandidates(
  { name }: Outline,
  wanted: string,
  { typed, names }: { readonly typed: string; readonly names: () => KnownNames },
): string[] {
  const what = bare(wanted)
  if (what === 'command') return outlineProgram().commands.map((command) => command.name)
  if (what === 'run') return name === 'stop' ? [...names().unended] : [...names().runs]
  if (!ITEMS.includes(what)) return choicesOf(wanted)
  const known = names().items.filter(
    ({ workflow }) => !WORKFLOWS.includes(name) || workflow === name,
  )
  // An id is short, and there are as many as labels: it is offered once a part of it is typed.
  return known.flatMap(({ label, id }) => (typed === '' ? [label] : [label, id]))
}

/** What arguments that mean items are called. */
const ITEMS = ['item', 'items', 'briefs', 'issues', 'designs']
/** Commands that work on items of one workflow, which has their name. */
const WORKFLOWS = ['issue', 'lld', 'implement']

function choicesOf(wanted: string): string[] {
  return wanted.includes('|') ? bare(wanted).split('|') : []
}

function bare(wanted: string): string {
  return wanted.replace(/[<>[\]]|\.\.\./g, '')
}

function isMany(wanted: string): boolean {
  return wanted.includes('...')
}

function longFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags
}
