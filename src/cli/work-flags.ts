/** The flags of all work commands: one definition, shared. */
import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import type { RunFlags } from '../app/run/request.ts'
import type { SettingFlag } from '../config/layers.ts'
import { GATE_CHOICES, type GateChoice } from '../model/gate.ts'
import { UsageError } from '../model/usage-error.ts'

export interface WorkFlags extends RunFlags {
  readonly json: boolean
  /** Ask in the terminal when the run has ended with items at gates. */
  readonly ask: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly colour: boolean
}

type Parsed = 'names' | 'parallel' | 'gates' | 'seed' | 'colour' | 'settings'

/** As they were typed. */
export interface RawFlags extends Partial<Omit<WorkFlags, Parsed>> {
  readonly all?: boolean
  readonly parallel?: string | true
  readonly gates: string
  readonly seed: string
  readonly color: boolean
  readonly timeout?: string
  readonly maxCost?: string
  readonly set?: readonly string[]
}

const EXIT_CODES = `
Exit codes: 0 all done or nothing to do, 1 an item failed, conflicts or needs revision, 2 usage or config error,
3 an item waits at a gate, 4 no usable credential, 5 a limit, 6 items were left to another run, 70 a bug,
130 and 143 interrupted.`

const SET = '--set <setting=value>'
const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value]

export interface SettingFlags {
  readonly set?: readonly string[]
  readonly config?: string
}

/** For commands that read the settings as a run would. */
export function addSettingFlags(command: Command): Command {
  return command
    .option(SET, 'as for a work command; may be repeated', collect)
    .option('--config <file>', 'use this config file')
}

export function addWorkFlags(command: Command): Command {
  return command
    .option('--all', 'work on every pending item')
    .option('--parallel [n]', 'items at once; without a number min(3, CPUs); absent: 1')
    .option('--dry-run', 'show what would run, and change nothing')
    .option('--json', 'events as JSON lines on stdout; human text on stderr')
    .option('--fresh', 'forget the saved progress of the named items and start over')
    .option('--fail-fast', 'start no more items after the first failure')
    .option(
      '--gates <none|draft|verdict|all>',
      'let a person see each draft before its review, each verdict before it counts, or both',
      'none',
    )
    .option('--ask', 'ask in the terminal about items at gates, then resume')
    .option('--mock', 'use the built-in mock provider instead of real ones')
    .option('--mock-url <url>', 'use a running mock provider (agentos mock-provider)')
    .option('--scenario <name or file>', 'limits and errors of the built-in mock provider')
    .option('--seed <n>', 'seed of the built-in mock provider’s answers', '0')
    .option('--timeout <duration>', 'stop the run after this long, such as 90m')
    .option('--max-cost <dollars>', 'stop the run before it costs more than this')
    .option(
      SET,
      'change a setting for this run, such as limits.itemTimeout=90m; may be repeated',
      collect,
    )
    .option('--config <file>', 'use this config file')
    .option('-q, --quiet', 'only results and problems')
    .option('--no-color', 'no colours')
    .addHelpText('after', EXIT_CODES)
}

export function parseWorkFlags(
  items: readonly string[],
  raw: RawFlags,
  argv: readonly string[],
): WorkFlags {
  refuseAmbiguousParallel(items, argv)
  const parallel = parseParallel(raw.parallel)
  if (raw.all === true && items.length > 0) {
    throw new UsageError('items-and-all', 'Expected item names or `--all`, got both.')
  }
  if (raw.all !== true && items.length === 0) {
    throw new UsageError('items-missing', 'Expected item names or `--all`, got neither.', {
      hint: '`--all --dry-run` shows the items there are.',
    })
  }
  if (raw.all === true && raw.fresh === true) {
    throw new UsageError(
      'fresh-and-all',
      '`--fresh` deletes saved progress: name the items instead of `--all`.',
    )
  }
  return {
    names: raw.all === true ? 'all' : items,
    parallel,
    dryRun: raw.dryRun === true,
    json: raw.json === true,
    fresh: raw.fresh === true,
    failFast: raw.failFast === true,
    gates: parseGates(raw.gates),
    ask: raw.ask === true,
    mock: raw.mock === true,
    mockUrl: raw.mockUrl,
    scenario: raw.scenario,
    seed: wholeNumber('--seed', raw.seed),
    quiet: raw.quiet === true,
    verbose: raw.verbose === true,
    colour: raw.color,
    config: raw.config,
    settings: [...(raw.set ?? []).map(parseSetting), ...ownSettings(raw)],
  }
}

/** `--parallel 42 43` would silently mean 42 at once and item 43. */
function refuseAmbiguousParallel(items: readonly string[], argv: readonly string[]): void {
  const at = beforeDashes(argv).indexOf('--parallel')
  if (at === -1 || items.length === 0) return
  const value = argv[at + 1]
  if (value === undefined || value.startsWith('-')) return
  const message = `\`--parallel ${value}\` is ambiguous beside item names.`
  const hint = 'With named items write `--parallel=<n>`.'
  throw new UsageError('parallel-ambiguous', message, { hint })
}

/** The words up to `--`: behind it all are names. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--')
  return at === -1 ? argv : argv.slice(0, at)
}

function parseParallel(value: string | true | undefined): number {
  if (value === undefined) return 1
  if (value === true) return Math.min(3, availableParallelism())
  const count = Number(value)
  if (/^\d+$/.test(value) && count >= 1 && Number.isSafeInteger(count)) return count
  throw new UsageError(
    'parallel-invalid',
    `Expected \`--parallel\` to be a whole number from 1, got \`${value}\`.`,
    { hint: 'Beside item names write `--parallel=<n>`.' },
  )
}

function parseGates(value: string): GateChoice {
  const choice = GATE_CHOICES.find((name) => name === value)
  if (choice !== undefined) return choice
  throw new UsageError(
    'gates-invalid',
    `Expected \`--gates\` to be none, draft, verdict or all, got \`${value}\`.`,
  )
}

export function parseSetting(text: string): SettingFlag {
  const equals = text.indexOf('=')
  if (equals > 0)
    return { path: text.slice(0, equals), value: text.slice(equals + 1), flag: '--set' }
  throw new UsageError('set-invalid', `Expected \`--set\` to be setting=value, got \`${text}\`.`)
}

/** Flags that are short for a setting. */
function ownSettings({ timeout, maxCost }: RawFlags): SettingFlag[] {
  const flags = [
    { path: 'limits.runTimeout', value: timeout, flag: '--timeout' },
    { path: 'limits.runCost', value: maxCost, flag: '--max-cost' },
  ]
  return flags.flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]))
}

export function wholeNumber(flag: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= most) return value
  throw new UsageError(
    'number-invalid',
    `Expected \`${flag}\` to be a whole number from 0 to ${most}, got \`${text}\`.`,
  )
}
