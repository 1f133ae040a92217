/**
 * What could stand at the end of a command line that is being typed. Knows only declarations and names
 * that runs have left; loads no config: completion must be fast.
 */
import type { Argument, Command, Option } from 'commander'
import { BUILT_IN } from '../commands/work.ts'
import { createProgram } from '../program.ts'
import type { KnownItem } from './known-items.ts'
import { type KnownNames, knownNames } from './known-names.ts'

/** What a shell would take for more than a word is not offered. */
const PLAIN = /^[\w@%+=:,./-]+$/

/** The answer to `agentos __complete -- <words>`: a candidate on each line. */
export async function completionText(
  argv: readonly string[],
  workingDirectory: string,
): Promise<string> {
  const words = argv[0] === '--' ? argv.slice(1) : argv
  const isSetting = words[0] === 'config' || words.some((word) => word.startsWith('--set'))
  // The schema of the config takes its time to load.
  const settings = isSetting ? (await import('./known-settings.ts')).knownSettings() : NO_SETTINGS
  const mock = words.some((word) => word.startsWith('--mock'))
  const ledger = OF_LEDGER.includes(words[0] ?? '')
    ? await (await import('./ledger-items.ts')).ledgerItems(workingDirectory, { mock })
    : { done: [], gated: [] }
  const found = complete(words, () => knownNames(workingDirectory, ledger), settings)
  return found.map((word) => `${word}\n`).join('')
}

/** Commands whose items depend on what has ended, or waits. */
const OF_LEDGER = [...Object.keys(BUILT_IN), 'run', 'approve', 'revise', 'gates']

/** Settings with their values, as far as those can be listed. */
export type KnownSettings = ReadonlyMap<string, readonly string[]>

const NO_SETTINGS: KnownSettings = new Map()

export function complete(
  words: readonly string[],
  names: () => KnownNames,
  settings: KnownSettings = NO_SETTINGS,
): string[] {
  const { typed, before, prefix } = lastWord(words)
  const place = placeOf(createProgram(), before)
  const candidates = candidatesAt(place, typed, { names, settings })
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
  readonly command: Command
  /** Flags that were given already, in full. */
  readonly given: ReadonlySet<string>
  /** How many arguments were given. */
  readonly operands: number
  /** The flag before, if it takes a value. */
  readonly option: Option | undefined
  /** Behind `--` everything is an argument. */
  readonly isPlain: boolean
}

function placeOf(program: Command, before: readonly string[]): Place {
  let command = program
  let operands = 0
  let option: Option | undefined
  let isPlain = false
  const given = new Set<string>()
  for (const word of before) {
    const isValue = option?.required === true
    option = undefined
    if (isValue) continue
    const below =
      operands === 0 ? commandsOf(command).find((one) => one.name() === word) : undefined
    if (isPlain || (below === undefined && !word.startsWith('-'))) operands += 1
    else if (word === '--') isPlain = true
    else if (below !== undefined) command = below
    else {
      given.add(word)
      option = flagsOf(command).find(
        (one) => (one.required || one.optional) && [one.short, one.long].includes(word),
      )
    }
  }
  return { command, given, operands, option, isPlain }
}

interface Known {
  readonly names: () => KnownNames
  readonly settings: KnownSettings
}

function candidatesAt(place: Place, typed: string, known: Known): string[] {
  const { names, settings } = known
  const { command, option, operands, isPlain, given } = place
  if (option?.long === '--workflow') return [...names().workflows]
  if (option?.long === '--set') return settingCandidates(settings, typed)
  if (option !== undefined) {
    const choices = choicesOf(/[<[](.*)[>\]]/.exec(option.flags)?.[1] ?? '')
    if (choices.length > 0 || option.required) return choices
  }
  if (typed.startsWith('-') && !isPlain)
    return flagsOf(command)
      .map(({ long }) => long ?? '')
      .filter((flag) => flag === '--set' || !given.has(flag))
  const { registeredArguments } = command
  const wanted =
    registeredArguments[operands] ?? registeredArguments.findLast((one) => one.variadic)
  const own = wanted === undefined ? [] : argumentCandidates(place, wanted, { ...known, typed })
  return operands === 0 ? [...commandsOf(command).map((one) => one.name()), ...own] : own
}

function argumentCandidates(
  { command, given }: Place,
  wanted: Argument,
  { typed, names, settings }: Known & { readonly typed: string },
): string[] {
  const what = wanted.name()
  const name = command.name()
  if (what === 'setting') return [...settings.keys()]
  if (what === 'command') return commandsOf(createProgram()).map((one) => one.name())
  if (what === 'run') return name === 'stop' ? [...names().unended] : [...names().runs]
  if (!ITEMS.includes(what)) return choicesOf(what)
  // An id is short, and there are as many as labels: it is offered once a part of it is typed.
  return itemsFor(name, names(), { isAgain: given.has('--fresh') }).flatMap(({ label, id }) =>
    typed === '' ? [label] : [label, id],
  )
}

/** Pending items for what works on them, items at gates for answers, all that are known for the rest. */
function itemsFor(
  command: string,
  { items, found, done, gated }: KnownNames,
  { isAgain }: { readonly isAgain: boolean },
): readonly KnownItem[] {
  if (AT_GATES.includes(command)) return gated
  const isBuiltIn = command in BUILT_IN
  if (!isBuiltIn && command !== 'run') return items
  const own = [...items, ...found].filter(({ workflow }) =>
    isBuiltIn ? workflow === command : !(workflow in BUILT_IN),
  )
  const isDone = ({ workflow, id }: KnownItem) =>
    done.some((one) => one.workflow === workflow && one.id === id)
  return isAgain ? own : own.filter((item) => !isDone(item))
}

const AT_GATES = ['approve', 'revise', 'show']

/** `limits.retries=`, and behind that its values. */
function settingCandidates(settings: KnownSettings, typed: string): string[] {
  const path = typed.includes('=') ? typed.slice(0, typed.indexOf('=')) : undefined
  if (path === undefined) return [...settings.keys()].map((one) => `${one}=`)
  return (settings.get(path) ?? []).map((value) => `${path}=${value}`)
}

/** What arguments that mean items are called. */
const ITEMS = ['item', 'items', ...Object.values(BUILT_IN).map(({ items: [name] }) => name)]

/** `none|draft|all` are three. */
function choicesOf(wanted: string): string[] {
  return wanted.includes('|') ? wanted.split('|') : []
}

function commandsOf(command: Command): Command[] {
  return command.createHelp().visibleCommands(command)
}

function flagsOf(command: Command): Option[] {
  return command.createHelp().visibleOptions(command)
}
