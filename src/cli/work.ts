/** A work command: a plan that is printed, or a run that prints. Returns the exit code. */
import { basename } from 'node:path'
import { executeRun } from '../app/run/execute-run.ts'
import { planRun } from '../app/run/plan-run.ts'
import { prepare } from '../app/run/prepare.ts'
import type { RunRequest } from '../app/run/request.ts'
import { isBuiltInSource } from '../workflows/load-workflow.ts'
import { createReporting } from './screen/reporting.ts'
import { dryRunText } from './show/dry-run-text.ts'
import { onStopSignal, stopOnSignals } from './signals.ts'
import { beforeDashes, type WorkFlags } from './work-flags.ts'

export interface Work extends Pick<RunRequest, 'source' | 'workingDirectory'> {
  readonly flags: WorkFlags
  /** The command line without the program's name, to be repeated. */
  readonly argv: readonly string[]
}

export async function work({ argv, ...asked }: Work): Promise<number> {
  const { flags } = asked
  const warn = (text: string): void => void process.stderr.write(`warning: ${text}\n`)
  const program = programWords().map(shellQuote).join(' ')
  const prepared = await prepare({ ...asked, command: continueCommand(argv), program }, warn)
  if (flags.dryRun) {
    const plan = await planRun(prepared)
    process.stdout.write(flags.json ? `${JSON.stringify(plan)}\n` : dryRunText(plan, Date.now()))
    return 0
  }
  // The built-in workflows report their phases themselves; of any other one, each step is a phase.
  const phases = isBuiltInSource(asked.source) ? 'lines' : 'steps'
  return executeRun(prepared, {
    warn,
    openReporting: (about) => createReporting({ ...about, flags, phases }),
    stopOnDemand: stopOnSignals,
    onImpatience: onStopSignal,
  })
}

/**
 * The command that resumes a run: the one that started it, without flags that would delete its
 * progress, quoted for a shell.
 */
function continueCommand(argv: readonly string[]): string {
  const flags = beforeDashes(argv)
  const kept = flags.filter((word) => word !== '--fresh' && word !== '--dry-run')
  return [...programWords(), ...kept, ...argv.slice(flags.length)].map(shellQuote).join(' ')
}

/** How this program was called. */
function programWords(): string[] {
  if (/^'?agentos\b/.test(process.env.npm_lifecycle_script ?? '')) return ['npx', 'agentos']
  const script = process.argv[1] ?? 'agentos'
  return basename(script) === 'agentos' ? ['agentos'] : ['node', script]
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
